import { createHash, randomUUID } from 'node:crypto'
import { Upload } from 'tus-js-client'
import { beforeAll, expect, test } from 'vitest'
import { done, must, newMember, PNG, service, sql, stack, type Member } from './harness.ts'

let brand: Member
let creator: Member
let conversation: string

beforeAll(async () => {
  brand = await newMember('brand')
  creator = await newMember('kol')
  conversation = must(
    await brand.client.rpc('get_or_create_conversation', { other_profile_id: creator.id }),
  )
})

const WAIT = { timeout: 30_000, interval: 250 }

async function attach(name: string, type: string, ...content: BlobPart[]): Promise<string> {
  const path = `${conversation}/${randomUUID()}/${name}`
  must(await brand.client.storage.from('attachments').upload(path, new Blob(content, { type })))
  return path
}

async function verdict(path: string) {
  const [found] = must(await brand.client.rpc('file_verdicts', { paths: [path] })) as {
    status: string
  }[]
  return found?.status
}

const isThere = async (bucket: string, path: string) =>
  (await service().storage.from(bucket).info(path)).error === null

test('a file whose content is of its declared type passes the inspection', async () => {
  const picture = await attach('face.png', 'image/png', PNG, 'rest')
  const empty = await attach('empty.txt', 'text/plain')
  await expect.poll(() => verdict(picture), WAIT).toBe('fine')
  await expect.poll(() => verdict(empty), WAIT).toBe('fine')
})

test('an HTML page that is uploaded as a picture is removed, and its sender is notified', async () => {
  const path = await attach('face.png', 'image/png', '<html><script>alert(1)</script>')
  done(
    await brand.client.from('messages').insert({
      conversation_id: conversation,
      sender_id: brand.id,
      receiver_id: creator.id,
      content: '',
      file_url: path,
    }),
  )
  await expect.poll(() => verdict(path), WAIT).toBe('rejected')
  await expect.poll(() => isThere('attachments', path), WAIT).toBe(false)
  const notices = must(
    await brand.client.from('notifications').select('data').eq('type', 'file_removed'),
  )
  expect(notices).toMatchObject([{ data: { file_name: 'face.png', other_id: creator.id } }])
})

test('the receiver reads a file once it is sent, nobody gets a signed address of it, and nobody replaces it', async () => {
  const path = await attach('offer.txt', 'text/plain', 'first')
  const mine = brand.client.storage.from('attachments')
  const theirs = creator.client.storage.from('attachments')
  expect((await theirs.download(path)).error, 'before it is sent').not.toBeNull()
  expect(must(await theirs.list(path.slice(0, path.lastIndexOf('/'))))).toEqual([])
  const message = { conversation_id: conversation, file_url: path, content: '' }
  done(
    await brand.client
      .from('messages')
      .insert({ ...message, sender_id: brand.id, receiver_id: creator.id }),
  )
  expect(await must(await theirs.download(path)).text()).toBe('first')
  const stolen = { ...message, sender_id: creator.id, receiver_id: brand.id }
  expect((await creator.client.from('messages').insert(stolen)).error?.message).toBe('file_unknown')
  for (const { error } of [
    await mine.createSignedUrl(path, 1_576_800_000),
    await theirs.createSignedUrl(path, 60),
    await mine.upload(path, new Blob(['second'], { type: 'text/plain' }), { upsert: true }),
    await theirs.upload(path, new Blob(['second'], { type: 'text/plain' })),
    await service()
      .storage.from('attachments')
      .update(path, new Blob(['second'], { type: 'text/plain' })),
  ])
    expect(error).not.toBeNull()
  expect(await must(await theirs.download(path)).text()).toBe('first')
  const many = must(await mine.createSignedUrls([path], 60))
  expect(many.map(({ signedUrl }) => signedUrl)).toEqual([null])
  const taken = await mine.upload(path, new Blob(['second'], { type: 'text/plain' }))
  expect(taken.error).toMatchObject({ statusCode: '409' })
  await expect.poll(() => verdict(path), WAIT).toBe('fine')
  const { data } = await creator.client.rpc('file_verdicts', { paths: [path] })
  expect(data?.[0]?.sha256).toBe(createHash('sha256').update('first').digest('hex'))
})

const MIB = 1024 * 1024
const PARTS = () => `${stack.apiUrl}/storage/v1/upload/resumable`
const authorized = ({ token }: Member) => ({
  apikey: stack.publishableKey,
  authorization: `Bearer ${token}`,
  'x-upsert': 'false',
})
const described = (path: string, type = 'video/mp4') => ({
  bucketName: 'attachments',
  objectName: path,
  contentType: type,
  cacheControl: 'no-store',
})

/** Uploads a file in parts, as the client does; with `breaks` the upload is aborted during the second part. */
const sendFilm = (path: string, film: Buffer, from: { url: string | null; breaks?: boolean }) =>
  new Promise<string | null>((resolve, reject) => {
    const upload: Upload = new Upload(film, {
      endpoint: PARTS(),
      uploadUrl: from.url,
      chunkSize: 6 * MIB,
      retryDelays: null,
      headers: authorized(brand),
      metadata: described(path),
      onSuccess: () => resolve(upload.url),
      onError: reject,
      onProgress(sent) {
        if (from.breaks && sent > 6 * MIB) void upload.abort().then(() => resolve(upload.url))
      },
    })
    upload.start()
  })

/** Begins an upload; its bytes are never sent. */
async function begin(who: Member, path: string, bytes: number, type?: string, upsert = 'false') {
  const answer = await fetch(PARTS(), {
    method: 'POST',
    headers: {
      ...authorized(who),
      'x-upsert': upsert,
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': Object.entries(described(path, type))
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  })
  return `${answer.status} ${await answer.text()}`.trim()
}

test('an interrupted upload of a video is continued, the video is inspected, and nobody replaces it', async () => {
  const film = Buffer.alloc(9 * MIB, 'film')
  film.set(Buffer.from('\0\0\0\x18ftypisom'))
  const path = `${conversation}/${randomUUID()}/film.mp4`
  const url = await sendFilm(path, film, { url: null, breaks: true })
  expect(await isThere('attachments', path)).toBe(false)
  await sendFilm(path, film, { url })
  await expect.poll(() => verdict(path), WAIT).toBe('fine')
  const { data } = await brand.client.rpc('file_verdicts', { paths: [path] })
  expect(data?.[0]?.sha256).toBe(createHash('sha256').update(film).digest('hex'))
  expect(await begin(brand, path, 8)).toBe('409 The resource already exists')
  expect(await begin(brand, path, 8, 'video/mp4', 'true')).toMatch(/^4/)
})

test('an upload in parts is refused in folders of others and above the limits of size', async () => {
  const path = `${conversation}/${randomUUID()}/film.mp4`
  const denied = '403 new row violates row-level security policy'
  expect(await begin(await newMember('brand'), path, 8)).toBe(denied)
  expect(await begin(brand, `${creator.id}/one/film.mp4`, 8)).toBe(denied)
  expect(await begin(brand, `${conversation}/film.mp4`, 8)).toBe(denied)
  expect(await begin(brand, path, 26 * MIB, 'application/pdf')).toBe('400 file_too_large')
  expect(await begin(brand, path, 201 * MIB)).toBe('400 file_too_large')
  expect(await begin(brand, path, 501 * MIB)).toBe('413 Maximum size exceeded')
  expect(await begin(brand, path, 8, 'text/html')).toMatch(/^415/)
  expect(await begin(brand, path, 200 * MIB)).toBe('201')
})

test('the files of a former member are removed, also when Storage fails first', async () => {
  const leaver = await newMember('kol')
  const path = `${leaver.id}/face.png`
  const picture = new Blob([PNG], { type: 'image/png' })
  must(await leaver.client.storage.from('avatars').upload(path, picture))
  // A foreign key to the file's row keeps Storage from removing the file.
  const blocker = `holds_${randomUUID().replaceAll('-', '')}`
  await sql(`create table private.${blocker} (id uuid references storage.objects (id))`)
  await sql(`insert into private.${blocker} select id from storage.objects where name = $1`, [path])
  try {
    done(await leaver.client.rpc('delete_my_account'))
    const attempts = async () =>
      (await sql('select attempts from private.file_removals where name = $1', [path]))[0]?.attempts
    await expect.poll(attempts, WAIT).toBeGreaterThan(0)
    expect(await isThere('avatars', path), 'it is still there').toBe(true)
  } finally {
    await sql(`drop table private.${blocker}`)
  }
  await sql('update private.file_removals set due_at = now() where name = $1', [path])
  await expect.poll(() => isThere('avatars', path), WAIT).toBe(false)
  const left = () => sql('select 1 from private.file_removals where name = $1', [path])
  await expect.poll(left, WAIT).toEqual([])
})
