import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from '../for-all-tests.ts'
import { startTestStack, type TestStack } from '../test-stack.ts'

let owner: Awaited<ReturnType<TestStack['member']>>
let stranger: Awaited<ReturnType<TestStack['member']>>

// The policies of these tests: each member has a private folder that only they may read, write and empty.
const stack = forAllTests(startTestStack)
beforeAll(async () => {
  await stack.sql(`
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
      ('drawers', 'drawers', false, 1000, array['text/plain', 'image/*']),
      ('posters', 'posters', true, 1000, null);
    create policy drawers_select on storage.objects for select to authenticated
      using (bucket_id = 'drawers' and (storage.foldername(name))[1] = auth.uid()::text);
    create policy drawers_insert on storage.objects for insert to authenticated
      with check (bucket_id in ('drawers', 'posters') and (storage.foldername(name))[1] = auth.uid()::text);
    create policy drawers_update on storage.objects for update to authenticated
      using (bucket_id = 'drawers' and (storage.foldername(name))[1] = auth.uid()::text);
    create policy drawers_delete on storage.objects for delete to authenticated
      using (bucket_id = 'drawers' and (storage.foldername(name))[1] = auth.uid()::text);
  `)
  owner = await stack.member('owner')
  stranger = await stack.member('stranger')
})

const drawer = (who: typeof owner) => who.client.storage.from('drawers')
const path = (name: string) => `${owner.userId}/${name}`
/** Uploads a text into the owner's folder. */
const put = (name: string, content = 'x', who = owner, options: { upsert?: boolean } = {}) =>
  drawer(who).upload(path(name), content, { contentType: 'text/plain', ...options })
/** The text of a file in the owner's folder. */
const read = async (name: string) => (await drawer(owner).download(path(name))).data?.text()

test('a File, a Blob and raw bytes arrive as they were, with their type', async () => {
  const file = new File(['as a file'], 'a.txt', { type: 'text/plain' })
  const stored = await drawer(owner).upload(path('a.txt'), file, { metadata: { from: 'ada' } })
  expect(stored.error).toBeNull()
  expect(stored.data).toMatchObject({ path: path('a.txt'), fullPath: `drawers/${path('a.txt')}` })
  await drawer(owner).upload(path('b.png'), new Blob(['as a blob'], { type: 'image/png' }))
  await drawer(owner).upload(path('c.txt'), new TextEncoder().encode('as bytes'), {
    contentType: 'text/plain',
  })

  const download = async (name: string) => (await drawer(owner).download(path(name))).data
  expect(await (await download('a.txt'))?.text()).toBe('as a file')
  expect((await download('b.png'))?.type).toBe('image/png')
  expect(await (await download('c.txt'))?.text()).toBe('as bytes')
  const info = await drawer(owner).info(path('a.txt'))
  expect(info.data).toMatchObject({ size: 9, contentType: 'text/plain', metadata: { from: 'ada' } })
  const [row] = await stack.sql<{ owner_id: string; mimetype: string }>(
    `select owner_id, metadata ->> 'mimetype' as mimetype from storage.objects where name = $1`,
    [path('b.png')],
  )
  expect(row).toEqual({ owner_id: owner.userId, mimetype: 'image/png' })
})

test('an upload to an existing path is refused without upsert', async () => {
  await put('twice.txt', 'one')
  const again = await put('twice.txt', 'two')
  expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
  const over = await put('twice.txt', 'two', owner, { upsert: true })
  expect(over.error).toBeNull()
  expect(await read('twice.txt')).toBe('two')
  const updated = await drawer(owner).update(path('twice.txt'), 'three', {
    contentType: 'text/plain',
  })
  expect(updated.error).toBeNull()
  expect(await read('twice.txt')).toBe('three')
})

test('a file that is too large, of a wrong type or with a wrong name is refused, and leaves no row', async () => {
  const large = await drawer(owner).upload(
    path('large.txt'),
    new Blob(['x'.repeat(1001)], { type: 'text/plain' }),
  )
  expect(large.error).toMatchObject({
    statusCode: '413',
    message: 'The object exceeded the maximum allowed size',
  })
  const huge = await drawer(owner).upload(
    path('huge.txt'),
    new Blob(['x'.repeat(5_000_000)], { type: 'text/plain' }),
  )
  expect(huge.error).toMatchObject({ statusCode: '413' })
  const wrong = await drawer(owner).upload(
    path('run.sh'),
    new Blob(['x'], { type: 'application/x-sh' }),
  )
  expect(wrong.error).toMatchObject({
    statusCode: '415',
    message: 'mime type application/x-sh is not supported',
  })
  const key = await put('ключ.txt')
  expect(key.error).toMatchObject({ statusCode: '400', code: 'InvalidKey' })
  expect(
    await stack.sql(`select from storage.objects where name like '%large%' or name like '%run%'`),
  ).toHaveLength(0)
})

test('a client without the right can neither read, write, list, sign nor remove a file', async () => {
  await put('secret.txt', 'secret')
  expect((await drawer(owner).download(path('secret.txt'))).error).toBeNull()
  expect((await drawer(stranger).download(path('secret.txt'))).error).not.toBeNull()
  expect(
    (await stack.client().storage.from('drawers').download(path('secret.txt'))).error,
  ).not.toBeNull()
  const written = await put('mine.txt', 'x', stranger)
  expect(written.error).toMatchObject({
    statusCode: '403',
    message: 'new row violates row-level security policy',
  })
  const over = await put('secret.txt', 'x', stranger, { upsert: true })
  expect(over.error).not.toBeNull()
  expect((await drawer(stranger).list(owner.userId)).data).toEqual([])
  expect((await drawer(stranger).createSignedUrl(path('secret.txt'), 60)).error).toMatchObject({
    statusCode: '404',
  })
  expect((await drawer(stranger).remove([path('secret.txt')])).data).toEqual([])
  expect(await read('secret.txt')).toBe('secret')
  const asPublic = await fetch(
    `${stack.apiUrl}/storage/v1/object/public/drawers/${path('secret.txt')}`,
  )
  expect(asPublic.status).toBe(400)
})

test('a signed link opens one file to its holder, until it expires', async () => {
  await put('for you (1).txt', 'signed')
  const signed = await drawer(owner).createSignedUrl(path('for you (1).txt'), 60, {
    download: 'yours.txt',
  })
  const url = signed.data?.signedUrl ?? ''
  const response = await fetch(url)
  expect(await response.text()).toBe('signed')
  expect(response.headers.get('content-disposition')).toBe(
    "attachment; filename=yours.txt; filename*=UTF-8''yours.txt",
  )
  expect((await fetch(url.replace('for%20you%20(1).txt', 'secret.txt'))).status).toBe(400)
  expect((await fetch(url.replace(/token=[^&]+/, 'token=x.y.z'))).status).toBe(400)
  const brief = await drawer(owner).createSignedUrl(path('for you (1).txt'), 1)
  await new Promise((resolve) => setTimeout(resolve, 2100))
  expect((await fetch(brief.data?.signedUrl ?? '')).status).toBe(400)
  const token = new URL(url).searchParams.get('token')
  const asSession = await fetch(`${stack.apiUrl}/rest/v1/currencies`, {
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}` },
  })
  expect(asSession.status).toBe(401)
})

test('a public bucket is read by everybody and written by its policy', async () => {
  const posters = owner.client.storage.from('posters')
  const poster = new Blob(['<b>hi</b>'], { type: 'text/html' })
  expect(
    (await posters.upload(path('poster.html'), poster, { cacheControl: '60' })).error,
  ).toBeNull()
  const { publicUrl } = posters.getPublicUrl(path('poster.html')).data
  const response = await fetch(publicUrl)
  expect(await response.text()).toBe('<b>hi</b>')
  expect(response.headers.get('content-type')).toBe('text/html')
  expect(response.headers.get('cache-control')).toBe('max-age=60')
  // The storage server sends no security headers: a bucket's list of allowed types keeps out files that could run.
  for (const name of ['content-security-policy', 'x-content-type-options', 'x-frame-options'])
    expect(response.headers.get(name), name).toBeNull()
  const unchanged = await fetch(publicUrl, {
    headers: { 'if-none-match': response.headers.get('etag') ?? '' },
  })
  expect(unchanged.status).toBe(304)
  const foreign = await stranger.client.storage.from('posters').upload(path('x.txt'), 'x')
  expect(foreign.error).toMatchObject({ statusCode: '403' })
})

test('a list shows the files and folders of one level, and a removed file is gone', async () => {
  for (const name of ['list/1.txt', 'list/2.txt', 'list/deep/3.txt']) {
    await drawer(owner).upload(path(name), name, { contentType: 'text/plain' })
  }
  const listed = await drawer(owner).list(path('list'))
  expect(listed.data?.map(({ name, id }) => [name, id !== null])).toEqual([
    ['1.txt', true],
    ['2.txt', true],
    ['deep', false],
  ])
  const removed = await drawer(owner).remove([path('list/1.txt')])
  expect(removed.data?.map(({ name }) => name)).toEqual([path('list/1.txt')])
  expect((await drawer(owner).download(path('list/1.txt'))).error).not.toBeNull()
  expect((await drawer(owner).list(path('list'), { search: '2' })).data).toHaveLength(1)
})

type Answer = { status: number; body: Record<string, unknown> }

async function ask(
  who: typeof owner | null,
  method: string,
  address: string,
  init: { body?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const token = (await who?.client.auth.getSession())?.data.session?.access_token
  const response = await fetch(`${stack.apiUrl}/storage/v1/${address}`, {
    ...init,
    method,
    headers: {
      ...(token && { apikey: stack.publishableKey, authorization: `Bearer ${token}` }),
      ...init.headers,
    },
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const text = (type: string, headers: Record<string, string> = {}) => ({
  body: 'x',
  headers: { 'content-type': type, ...headers },
})
const denied = { statusCode: '403', error: 'Unauthorized' }

describe('refusals, as of the storage server', () => {
  beforeAll(async () => {
    await put('kept.txt', 'kept')
  })

  const missing = { statusCode: '404', message: 'Object not found' }
  const noBucket = { statusCode: '404', error: 'Bucket not found' }
  const badType = {
    statusCode: '415',
    error: 'invalid_mime_type',
    message: 'mime type text/plain; charset=utf-8 is not supported',
  }
  const bare = {
    statusCode: '400',
    code: 'InvalidRequest',
    error: 'Error',
    message: "headers must have required property 'authorization'",
  }
  const charset = text('text/plain; charset=utf-8')
  const forged = text('text/plain', { authorization: 'Bearer a.b.c' })
  // In the requests, NAME stands for an existing object and NONE for a missing one. The HTTP status is always 400.
  test.each<[what: string, request: string, body: object, init?: Parameters<typeof ask>[3]]>([
    ['a type with a charset', 'owner POST NONE', badType, charset],
    ['an upload without the right', 'stranger POST NONE', denied, text('text/plain')],
    ['a PUT without the right', 'stranger PUT NAME', denied, text('text/plain')],
    ['a delete without the right', 'stranger DELETE NAME', { ...denied, message: 'Access denied' }],
    ['a delete of a missing file', 'owner DELETE NONE', missing],
    ['a read without the right', 'stranger GET NAME', missing],
    ['a request without authorization', 'nobody POST NAME', bare, text('text/plain')],
    ['a forged token', 'nobody POST NAME', denied, forged],
    ['a member information on a bucket', 'owner GET bucket/drawers', noBucket],
    ['a private file as a public one', 'nobody GET public/NAME', noBucket],
    [
      'a signed link without a token',
      'nobody GET sign/NAME',
      { statusCode: '400', code: 'InvalidJWT' },
    ],
  ])('the storage server refuses %s', async (_, request, body, init) => {
    const [who = '', method = '', address = ''] = request.split(' ')
    const place = address
      .replace('NAME', `drawers/${path('kept.txt')}`)
      .replace('NONE', `drawers/${path('none.txt')}`)
    const caller = { owner, stranger }[who] ?? null
    const answer = await ask(
      caller,
      method,
      place.startsWith('bucket') ? place : `object/${place}`,
      init,
    )
    expect(answer).toMatchObject({ status: 400, body })
  })

  test('a member lists no buckets, and the service role can read a bucket', async () => {
    expect((await owner.client.storage.listBuckets()).data).toEqual([])
    expect((await stack.admin.storage.getBucket('drawers')).data).toMatchObject({ id: 'drawers' })
  })
})

test('no upload is buffered above its limit, whatever length it declares', async () => {
  const { access_token } = (await owner.client.auth.getSession()).data.session ?? {}
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 64 * 1024
      if (sent > 200 * 1024 * 1024) controller.close()
      else controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
  const response = await fetch(`${stack.apiUrl}/storage/v1/object/drawers/${path('endless.txt')}`, {
    method: 'POST',
    headers: {
      apikey: stack.publishableKey,
      authorization: `Bearer ${access_token}`,
      'content-type': 'text/plain',
    },
    body: endless,
    duplex: 'half',
  } as RequestInit).catch((error: Error) => error)
  // The server ends the upload early, so the client may get the response, or only the end of the connection.
  const body: unknown = response instanceof Error ? response.message : await response.json()
  expect(JSON.stringify(body)).toMatch(/413|fetch failed/)
  expect(sent).toBeLessThan(20 * 1024 * 1024)
})
