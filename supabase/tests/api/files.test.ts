import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  anonymous,
  done,
  expectRefused,
  must,
  newMember,
  PNG,
  service,
  sql,
  stack,
  type Member,
} from './harness.ts'

let brand: Member
let creator: Member
let stranger: Member
let conversation: string

beforeAll(async () => {
  brand = await newMember('brand')
  creator = await newMember('kol')
  stranger = await newMember('brand')
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

test('a file that is what it claims is found to be fine', async () => {
  const picture = await attach('face.png', 'image/png', PNG, 'rest')
  const empty = await attach('empty.txt', 'text/plain')
  await expect.poll(() => verdict(picture), WAIT).toBe('fine')
  await expect.poll(() => verdict(empty), WAIT).toBe('fine')
})

test('a page with the type of a picture is removed, and its sender notified', async () => {
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

test('a picture of too many pixels is removed', async () => {
  const large = PNG.slice()
  new DataView(large.buffer).setUint32(16, 12_000)
  const path = await attach('large.png', 'image/png', large)
  await expect.poll(() => verdict(path), WAIT).toBe('rejected')
  const face = `${brand.id}/${randomUUID()}.png`
  new DataView(large.buffer).setUint32(16, 1025)
  const avatars = brand.client.storage.from('avatars')
  must(await avatars.upload(face, new Blob([large], { type: 'image/png' })))
  await expect.poll(() => isThere('avatars', face), WAIT).toBe(false)
})

test('a file is reached by its members alone, by no signed address, and under one name once', async () => {
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

const send = (from: Member, to: Member, more: Record<string, unknown> = {}) =>
  from.client.from('messages').insert({
    id: randomUUID(),
    conversation_id: conversation,
    sender_id: from.id,
    receiver_id: to.id,
    content: 'Hello',
    ...more,
  })

const upload = (from: Member, path: string, size: number, type = 'text/plain') =>
  from.client.storage.from('attachments').upload(path, new Blob(['x'.repeat(size)], { type }))

test('a file is readable by the two members of its conversation once it is sent, and by nobody else', async () => {
  const path = `${conversation}/${randomUUID()}/notes.txt`
  must(await upload(brand, path, 100))
  expect((await creator.client.storage.from('attachments').download(path)).error).not.toBeNull()
  const message = { content: '', file_name: 'notes.txt', file_type: 'text/plain', file_size: 1 }
  done(await send(brand, creator, { ...message, file_url: path }))
  expect(must(await creator.client.storage.from('attachments').download(path)).size).toBe(100)
  expect((await stranger.client.storage.from('attachments').download(path)).error).not.toBeNull()
  expect((await anonymous().storage.from('attachments').download(path)).error).not.toBeNull()
  expect(
    (await upload(stranger, `${conversation}/${randomUUID()}/planted.txt`, 10)).error,
  ).not.toBeNull()
  expect(
    (await upload(brand, `${randomUUID()}/${randomUUID()}/nowhere.txt`, 10)).error,
  ).not.toBeNull()
  const elsewhere = { ...message, file_url: 'https://evil.example/notes.txt' }
  expect((await send(brand, creator, elsewhere)).error).not.toBeNull()
  const missing = { ...message, file_url: `${conversation}/${randomUUID()}/none.txt` }
  expectRefused(await send(brand, creator, missing), 'file_unknown', 422)
})

test('a file that is too large or of a wrong type is refused', async () => {
  const large = await upload(
    brand,
    `${conversation}/${randomUUID()}/large.txt`,
    25 * 1024 * 1024 + 1,
  )
  expect(large.error).not.toBeNull()
  const program = await upload(
    brand,
    `${conversation}/${randomUUID()}/run.exe`,
    10,
    'application/x-msdownload',
  )
  expect(program.error).not.toBeNull()
  const page = await upload(brand, `${conversation}/${randomUUID()}/page.html`, 10, 'text/html')
  expect(page.error).not.toBeNull()
  const listed = must(await brand.client.storage.from('attachments').list(conversation))
  const names = await Promise.all(
    listed.map(async ({ name }) =>
      must(await brand.client.storage.from('attachments').list(`${conversation}/${name}`)),
    ),
  )
  expect(names.flat().map(({ name }) => name)).not.toContain('run.exe')
})

test('no operation bypasses the limits of size and type of pictures', async () => {
  const large = await attach('large.pdf', 'application/pdf', '%PDF-1.7', new Uint8Array(6_000_000))
  const face = `${brand.id}/face.png`
  const avatars = brand.client.storage.from('avatars')
  must(await avatars.upload(face, new Blob([PNG], { type: 'image/png' })))
  const attachments = brand.client.storage.from('attachments')
  const target = (name: string) => `${brand.id}/${name}`
  const answers = [
    await attachments.copy(large, target('copy.pdf'), { destinationBucket: 'avatars' }),
    await attachments.move(large, target('move.pdf'), { destinationBucket: 'avatars' }),
    await avatars.copy(face, target('copy.png')),
    await avatars.move(face, target('move.png')),
    await avatars.createSignedUploadUrl(target('signed.png')),
    await avatars.createSignedUploadUrl(face, { upsert: true }),
    await avatars.upload(target('a.pdf'), new Blob(['%PDF-'], { type: 'application/pdf' })),
    await avatars.upload(
      target('b.png'),
      new Blob([new Uint8Array(6_000_000)], { type: 'image/png' }),
    ),
  ]
  for (const [index, { error }] of answers.entries()) expect(error, `${index}`).not.toBeNull()
  const page = await fetch(`${stack.apiUrl}/storage/v1/object/copy`, {
    method: 'POST',
    headers: {
      apikey: stack.publishableKey,
      authorization: `Bearer ${brand.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      bucketId: 'avatars',
      sourceKey: face,
      destinationKey: target('page.html'),
      copyMetadata: false,
      metadata: { mimetype: 'text/html' },
    }),
  })
  expect(page.status).toBe(400)
  const listed = must(await avatars.list(brand.id))
  expect(listed.map(({ name }) => name)).toEqual(['face.png'])
})

test('the files of a former member are removed, also when Storage fails first', async () => {
  const leaver = await newMember('kol')
  const path = `${leaver.id}/face.png`
  const picture = new Blob([PNG], { type: 'image/png' })
  must(await leaver.client.storage.from('avatars').upload(path, picture))
  // While something refers to the row, Storage cannot remove it.
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
