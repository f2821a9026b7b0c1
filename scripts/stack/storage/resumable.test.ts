import { beforeAll, expect, test } from 'vitest'
import { Upload, type DetailedError, type UploadOptions } from 'tus-js-client'
import { forAllTests } from '../for-all-tests.ts'
import { startTestStack, type TestStack } from '../test-stack.ts'

const MIB = 1024 * 1024
type Member = Awaited<ReturnType<TestStack['member']>>
let owner: Member
let stranger: Member

const stack = forAllTests(startTestStack)
beforeAll(async () => {
  await stack.sql(`
    insert into storage.buckets (id, name, file_size_limit, allowed_mime_types) values
      ('films', 'films', ${10 * MIB}, array['video/mp4']);
    create policy films_select on storage.objects for select to authenticated
      using (bucket_id = 'films' and (storage.foldername(name))[1] = auth.uid()::text);
    create policy films_insert on storage.objects for insert to authenticated
      with check (bucket_id = 'films' and (storage.foldername(name))[1] = auth.uid()::text
        and storage.operation() like 'storage.tus.upload.%');
  `)
  owner = await stack.member('owner')
  stranger = await stack.member('stranger')
})

const film = Buffer.alloc(9 * MIB, 'A film. ')
const endpoint = () => `${stack.apiUrl}/storage/v1/upload/resumable`
const metadataOf = (name: string, contentType = 'video/mp4') => ({
  bucketName: 'films',
  objectName: `${owner.userId}/${name}`,
  contentType,
  cacheControl: '3600',
})

async function headersOf(who: Member) {
  const token = (await who.client.auth.getSession()).data.session?.access_token
  return { apikey: stack.publishableKey, authorization: `Bearer ${token}` }
}

/** Uploads a file in parts, as the client does; with `breaks` the upload is aborted during the second part. */
async function send(name: string, more: Partial<UploadOptions> = {}, breaks = false) {
  const headers = await headersOf(owner)
  return new Promise<{ url: string | null }>((resolve, reject) => {
    const upload: Upload = new Upload(film, {
      endpoint: endpoint(),
      chunkSize: 6 * MIB,
      retryDelays: null,
      headers,
      metadata: metadataOf(name),
      onSuccess: () => resolve({ url: upload.url }),
      onError: reject,
      onProgress(sent) {
        if (!breaks || sent <= 6 * MIB) return
        void upload.abort().then(() => resolve({ url: upload.url }))
      },
      ...more,
    })
    upload.start()
  })
}

/** Sends a request without the library. */
async function ask(who: Member, method: string, url: string, headers: object, body?: BodyInit) {
  const answer = await fetch(url, {
    method,
    headers: { 'tus-resumable': '1.0.0', ...(await headersOf(who)), ...headers },
    ...(body !== undefined && { body, duplex: 'half' }),
  } as RequestInit)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

const create = (
  who: Member,
  name: string,
  more: { length?: number; type?: string; upsert?: boolean } = {},
) =>
  ask(who, 'POST', endpoint(), {
    'upload-length': String(more.length ?? 8),
    'x-upsert': String(more.upsert ?? false),
    'upload-metadata': Object.entries(metadataOf(name, more.type))
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(','),
  })
const part = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
const bytesOf = async (file: Blob | null) => Buffer.from(await (file ?? new Blob()).arrayBuffer())
const read = async (name: string) =>
  (await owner.client.storage.from('films').download(`${owner.userId}/${name}`)).data

test('a file that is uploaded in parts keeps its type and its owner', async () => {
  await send('whole.mp4')
  const stored = await read('whole.mp4')
  expect(stored?.type).toBe('video/mp4')
  expect((await bytesOf(stored)).equals(film)).toBe(true)
  const [row] = await stack.sql(
    `select owner_id, metadata ->> 'size' as size, metadata ->> 'cacheControl' as cached
     from storage.objects where name like '%/whole.mp4'`,
  )
  expect(row).toEqual({ owner_id: owner.userId, size: String(film.length), cached: 'max-age=3600' })
})

test('an interrupted upload continues where it stopped', async () => {
  const { url } = await send('broken.mp4', {}, true)
  expect(await read('broken.mp4'), 'nothing is there before its end').toBeNull()
  const before: string[] = []
  await send('broken.mp4', {
    uploadUrl: url,
    onAfterResponse(request, response) {
      if (request.getMethod() === 'HEAD') before.push(response.getHeader('upload-offset') ?? '')
    },
  })
  expect(Number(before[0])).toBeGreaterThanOrEqual(6 * MIB)
  expect((await bytesOf(await read('broken.mp4'))).equals(film)).toBe(true)
  const head = await ask(owner, 'HEAD', url ?? '', {})
  expect(head.headers.get('upload-offset')).toBe(String(film.length))
})

test('resumable uploads follow the protocol of Supabase', async () => {
  const made = await create(owner, 'slow.mp4')
  expect(made.status).toBe(201)
  const url = made.headers.get('location') ?? ''
  expect(url).toMatch(new RegExp(`^${endpoint()}/[\\w-]+$`))
  const days = (Date.parse(made.headers.get('upload-expires') ?? '') - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(1, 1)
  expect(made.headers.get('access-control-expose-headers')).toMatch(/Location.*Upload-Offset/)
  const late = await ask(owner, 'PATCH', url, { ...part, 'upload-offset': '4' }, 'film')
  expect(late).toMatchObject({ status: 409, text: 'Upload-Offset conflict\n' })
  const more = await ask(owner, 'PATCH', url, part, 'more than 8')
  expect(more).toMatchObject({ status: 413 })
  const foreign = await ask(stranger, 'PATCH', url, part, 'film')
  expect(foreign).toMatchObject({ status: 403 })
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('film'))
      setTimeout(() => controller.error(new Error('The line broke.')), 1000)
    },
  })
  await expect(ask(owner, 'PATCH', url, part, broken)).rejects.toThrow('fetch failed')
  const head = await ask(owner, 'HEAD', url, {})
  expect(head.headers.get('upload-offset'), 'what arrived is kept').toBe('4')
  const rest = { ...part, 'upload-offset': '4' }
  expect(await ask(owner, 'PATCH', url, rest, 'roll')).toMatchObject({ status: 204 })
  expect(await (await read('slow.mp4'))?.text()).toBe('filmroll')
  const gone = url.slice(0, -8) + 'AAAAAAAA'
  expect(await ask(owner, 'HEAD', gone, {})).toMatchObject({ status: 404 })
})

test('a refused upload gets the status and the text of Supabase', async () => {
  await create(owner, 'twice.mp4')
  await send('twice.mp4')
  const denied = 'new row violates row-level security policy'
  expect(await create(stranger, 'x.mp4')).toMatchObject({ status: 403, text: denied })
  expect(await create(owner, 'x.mp4', { length: 10 * MIB + 1 })).toMatchObject({
    status: 413,
    text: 'Maximum size exceeded\n',
  })
  expect(await create(owner, 'x.mp4', { type: 'text/html' })).toMatchObject({
    status: 415,
    text: 'mime type text/html is not supported',
  })
  expect(await create(owner, 'ключ.mp4')).toMatchObject({ status: 400 })
  const taken = { status: 409, text: 'The resource already exists' }
  expect(await create(owner, 'twice.mp4')).toMatchObject(taken)
  expect(await create(owner, 'twice.mp4', { upsert: true })).toMatchObject({ status: 403 })
  const error = await send('twice.mp4').catch((error: DetailedError) => error.originalResponse)
  expect((error as DetailedError['originalResponse'])?.getStatus()).toBe(409)
  expect(await stack.sql(`select from storage.objects where name like '%/x.mp4'`)).toEqual([])
})
