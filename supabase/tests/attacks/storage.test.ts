// Paths, types and operations of Storage that no client of ours uses.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { gather } from '../access/actors.ts'
import { run } from '../access/database.ts'
import { files } from '../access/matrix.ts'
import { build, type Scene } from '../access/world.ts'
import { anonymous, stack, type Member } from '../api/harness.ts'

let scene: Scene
beforeAll(async () => {
  const cast = await gather()
  scene = { cast, world: await build(cast) }
})

const buckets = files.map(({ bucket }) => bucket)
const state = () =>
  run(`select bucket_id, name, version, owner_id, metadata from storage.objects order by 1, 2`)
const text = new Blob(['text'], { type: 'text/plain' })

/** A request as a tool of the attacker's own would send it: no library makes the path harmless. */
async function raw(member: Member | null, method: string, path: string, more: RequestInit = {}) {
  const token = member?.token ?? stack.publishableKey
  const headers = {
    apikey: stack.publishableKey,
    authorization: `Bearer ${token}`,
    ...more.headers,
  }
  const answer = await fetch(`${stack.apiUrl}/storage/v1/${path}`, { method, ...more, headers })
  return { status: answer.status, body: await answer.text() }
}

describe.each(buckets)('%s', (bucket) => {
  test('takes no path that leads elsewhere, by whoever', async () => {
    const { cast, world } = scene
    const before = await state()
    const theirs = bucket === 'avatars' ? cast.creator.id : `${world.conversation}/${world.folder}`
    const mine = cast.rivalBrand.id
    const paths = [
      `${theirs}/x.txt`,
      `${mine}/../${theirs}/x.txt`,
      `${mine}/%2e%2e/${theirs}/x.txt`,
      `${mine}/..%2f${theirs}%2fx.txt`,
      `../${bucket}/${theirs}/x.txt`,
      `..%2f..%2f..%2fetc%2fpasswd`,
      `/${theirs}/x.txt`,
      `${theirs}//x.txt`,
      `${theirs}/x.txt%00.png`,
      `${theirs.toUpperCase()}/x.txt`,
      `${mine}\\..\\${theirs}\\x.txt`,
      `.emptyFolderPlaceholder`,
    ]
    for (const member of [cast.rivalBrand, cast.rivalCreator, cast.newcomer, cast.staff, null]) {
      for (const path of paths) {
        const headers = { 'content-type': 'image/png', 'x-upsert': 'true' }
        for (const method of ['POST', 'PUT']) {
          const answer = await raw(member, method, `object/${bucket}/${path}`, {
            headers,
            body: 'x',
          })
          expect(answer.status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
          expect(answer.status, `${method} ${path}: ${answer.body}`).toBeLessThan(500)
        }
        const removed = await raw(member, 'DELETE', `object/${bucket}/${path}`)
        expect(removed.status, path).toBeLessThan(500)
      }
    }
    expect(await state()).toEqual(before)
  })

  test('gives no file to who may not read it, by whatever address', async () => {
    const { cast, world } = scene
    const file = `${world.conversation}/${world.folder}/brief.txt`
    const doors = [
      `object/attachments/${file}`,
      `object/authenticated/attachments/${file}`,
      `object/public/attachments/${file}`,
      `object/public/avatars/../attachments/${file}`,
      `object/public/avatars/%2e%2e/attachments/${file}`,
      `object/sign/attachments/${file}?token=x`,
      `object/sign/attachments/${file}?token=${cast.rivalBrand.token}`,
      `object/info/attachments/${file}`,
      `object/info/authenticated/attachments/${file}`,
      `render/image/authenticated/attachments/${file}`,
      `render/image/public/attachments/${file}`,
    ]
    for (const member of [cast.rivalBrand, cast.rivalCreator, cast.staff, null]) {
      for (const door of doors) {
        const { status, body } = await raw(member, 'GET', door)
        expect(status, door).toBeGreaterThanOrEqual(400)
        expect(status, door).toBeLessThan(500)
        expect(body).not.toContain('The brief.')
      }
    }
  })

  test('offers nobody a way around the upload', async () => {
    const { cast, world } = scene
    const before = await state()
    const file = `${world.conversation}/${world.folder}/brief.txt`
    for (const client of [
      cast.brand.client,
      cast.rivalBrand.client,
      cast.staff.client,
      anonymous(),
    ]) {
      const store = client.storage.from(bucket)
      const attempts = [
        store.move(file, `${cast.brand.id}/a.png`),
        store.move(file, `${cast.brand.id}/a.png`, { destinationBucket: 'avatars' }),
        store.copy(file, `${cast.brand.id}/a.png`, { destinationBucket: 'avatars' }),
        store.createSignedUploadUrl(`${cast.brand.id}/a.png`),
        store.createSignedUploadUrl(`${world.conversation}/${randomUUID()}/a.png`, {
          upsert: true,
        }),
        store.uploadToSignedUrl(`${cast.brand.id}/a.png`, 'x', text),
        client.storage.createBucket(`b${randomUUID()}`, { public: true }),
        client.storage.updateBucket(bucket, { public: true, allowedMimeTypes: null }),
        client.storage.emptyBucket(bucket),
        client.storage.deleteBucket(bucket),
      ]
      for (const { error } of await Promise.all(attempts)) expect(error).not.toBeNull()
    }
    expect(await state()).toEqual(before)
  })
})

test('types and sizes that a bucket does not allow are refused to its own members', async () => {
  const { cast, world } = scene
  const before = await state()
  const own: Record<string, string> = {
    avatars: cast.brand.id,
    attachments: `${world.conversation}/${randomUUID()}`,
  }
  const types = ['text/html', 'image/svg+xml', 'application/javascript', 'text/xml', 'x', '']
  const headers = { 'x-upsert': 'true' }
  for (const [bucket, folder] of Object.entries(own)) {
    for (const type of [
      ...types,
      'image/png; text/html',
      'IMAGE/SVG+XML',
      'application/x-msdownload',
    ]) {
      const request = {
        headers: { ...headers, 'content-type': type },
        body: '<script>alert(1)</script>',
      }
      const answer = await raw(cast.brand, 'POST', `object/${bucket}/${folder}/a.html`, request)
      expect(answer.status, `${bucket} ${type}: ${answer.body}`).toBeGreaterThanOrEqual(400)
      expect(answer.status, `${bucket} ${type}`).toBeLessThan(500)
    }
    const large = {
      headers: { ...headers, 'content-type': 'image/png' },
      body: 'x'.repeat(26 * 2 ** 20),
    }
    const status = await raw(cast.brand, 'POST', `object/${bucket}/${folder}/a.png`, large).then(
      (answer) => answer.status,
      () => 413,
    )
    expect(status, bucket).toBeGreaterThanOrEqual(400)
  }
  expect(await state()).toEqual(before)
})

test('what is not what it claims is gone soon, though it was allowed to come', async () => {
  const { cast } = scene
  const name = `${cast.brand.id}/${randomUUID()}.png`
  const body = '<html><script>alert(1)</script></html>'
  const request = { headers: { 'content-type': 'image/png' }, body }
  expect((await raw(cast.brand, 'POST', `object/avatars/${name}`, request)).status).toBe(200)
  const found = () => run('select from storage.objects where name = $1', [name])
  await expect.poll(async () => (await found()).length, { timeout: 60_000 }).toBe(0)
})
