// Draws portraits and works of the demo members (supabase/seed.sql), so that no pictures are kept in git. The path
// of a picture determines what is drawn. Pictures that Storage already has are not drawn again.
import { withClient } from 'local-supabase/database.ts'
import type { Stack } from 'local-supabase/stack.ts'
import { createHash } from 'node:crypto'
import { pictureOf } from './drawn-picture.ts'

const AT_ONCE = 8
/** The number of different works that are drawn; each takes about 50 ms. */
const WORKS = 40

const MISSING = `
  select path from public.profiles p
  join auth.users u on u.id = p.user_id and u.email like '%@kolpact.test',
    unnest(private.pictures_of(p.works) || p.profile_image) as path
  where path is not null
    and not exists (select from private.file_inspections i where i.bucket_id = 'avatars' and i.name = path)`

/** Marks the drawn files as inspected, because their content is known. */
const CHECKED = `
  update private.file_inspections i set status = 'fine', found_type = 'image/png'
  where i.bucket_id = 'avatars' and i.name = any ($1) and i.status = 'waiting'`

export async function addDemoPictures({
  apiUrl,
  secretKey,
  databaseUrl,
}: Pick<Stack, 'apiUrl' | 'secretKey' | 'databaseUrl'>): Promise<void> {
  await withClient(databaseUrl(), async (database) => {
    const { rows } = await database.query<{ path: string }>(MISSING)
    const paths = [...new Set(rows.map(({ path }) => path))]
    for (let first = 0; first < paths.length; first += AT_ONCE) {
      const some = paths.slice(first, first + AT_ONCE)
      await Promise.all(some.map((path) => upload(apiUrl, secretKey, path)))
      await database.query(CHECKED, [some])
    }
  })
}

const works = new Map<number, Buffer>()

function drawnWork(number: number): Buffer {
  const drawn = works.get(number) ?? pictureOf('work', number)
  works.set(number, drawn)
  return drawn
}

async function upload(apiUrl: string, secretKey: string, path: string): Promise<void> {
  const number = createHash('sha256').update(path).digest().readUInt32BE()
  const isPortrait = path.includes('/portrait')
  const response = await fetch(`${apiUrl}/storage/v1/object/avatars/${path}`, {
    method: 'POST',
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': 'image/png',
    },
    body: new Uint8Array(isPortrait ? pictureOf('portrait', number) : drawnWork(number % WORKS)),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}
