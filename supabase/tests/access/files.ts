import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { PNG, service, stack } from '../api/harness.ts'
import { clientOf, type Actor } from './actors.ts'
import { run } from './database.ts'
import type { Files } from './matrix.ts'
import type { Setup } from './fixtures.ts'

/** The matrix of files, tested through Storage: the bytes are protected by their rows. */
export async function expectFileRights(line: Files, actor: Actor, setup: Setup) {
  const { bucket } = line
  const rights = line.rights[actor] ?? {}
  const folder = folderOf(line, setup)
  const store = clientOf(setup.users, actor, line).storage.from(bucket)
  const kept = service().storage.from(bucket)
  const file = `${folder}/${randomUUID()}.png`
  await kept.upload(file, picture('first'))
  // Marks the file as sent. Before that only its sender reads it, which
  // the_other_side_reads_a_file_once_it_is_sent.sql tests.
  await run('update private.file_inspections set sent_at = now() where name = $1', [file])
  if (line.file === 'of an open campaign')
    await run(
      `insert into public.campaigns (brand_id, title, body, budget_minor, deadline, status, published_at, files)
       values ($1, 'Launch', 'Tell it.', 900, now() + interval '1 day', 'open', now(), $2)`,
      [setup.users.brand.id, JSON.stringify([{ path: file }])],
    )
  const before = await state(bucket, folder)

  const expectOnly = async (right: true | undefined, what: string, answer: Promise<Outcome>) => {
    const { data, error } = await answer
    const happened = error === null && !(Array.isArray(data) && data.length === 0)
    expect(happened, `${what}: ${error?.message ?? 'it worked'}`).toBe(right ?? false)
    if (!right) expect(await state(bucket, folder), what).toEqual(before)
  }
  const { read, sign, add, replace, remove } = rights
  await expectOnly(read, 'download', store.download(file))
  // Listing a folder is allowed only for avatars: nobody may list the files of conversations.
  await expectOnly(
    line.bucket === 'avatars' || actor === 'service' ? read : undefined,
    'list',
    store.list(folder),
  )
  await expectOnly(read, 'info', store.info(file))
  await expectOnly(sign, 'sign', store.createSignedUrl(file, 60))
  const fresh = `${folder}/${randomUUID()}.png`
  await expectOnly(add, 'upload', store.upload(fresh, picture('fresh')))
  if (add) await kept.remove([fresh])
  await expectOnly(replace, 'replace', store.update(file, picture('other')))
  await expectOnly(replace, 'over', store.upload(file, picture('third'), { upsert: true }))
  await expectOnly(remove, 'remove', store.remove([file]))
}

/** Expects that a stranger cannot upload outside of the own folder, nor read a file by any kind of address. */
export async function expectNoOtherFolder(line: Files, setup: Setup) {
  const folder = folderOf(line, setup)
  const [first = ''] = folder.split('/')
  const stranger = clientOf(setup.users, 'stranger', line).storage.from(line.bucket)
  for (const path of [`x/${folder}/a.png`, `${first}/a.png`, 'a.png', `${first}x/a.png`]) {
    expect((await stranger.upload(path, picture('a'))).error, path).not.toBeNull()
  }
  const file = `${folder}/${randomUUID()}.png`
  await service().storage.from(line.bucket).upload(file, picture('first'))
  const address = `${stack.apiUrl}/storage/v1/object/public/${line.bucket}/${file}`
  expect((await fetch(address)).ok, 'its public address').toBe(line.isPublic)
}

type Outcome = { data: unknown; error: { message: string } | null }

function folderOf({ bucket, file }: Files, { users, fixtures }: Setup): string {
  if (bucket === 'avatars') return users.creator.id
  const first = file === 'of an open campaign' ? users.brand.id : fixtures.conversation
  return `${first}/${randomUUID()}`
}

// A real picture, because the stack inspects each file and removes others.
const picture = (content: string) => new Blob([PNG, content], { type: 'image/png' })

const state = (bucket: string, folder: string) =>
  run(
    `select name, version, metadata from storage.objects
     where bucket_id = $1 and starts_with(name, $2) order by name`,
    [bucket, `${folder}/`],
  )
