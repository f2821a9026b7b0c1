// Paths, types and operations of Storage that none of our clients uses.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { run } from '../access/database.ts'
import { files } from '../access/matrix.ts'
import { setUp } from '../access/fixtures.ts'
import { stack, type Member } from '../api/harness.ts'

const setup = forAllTests(setUp)

const buckets = files.map(({ bucket }) => bucket)
const state = () =>
  run(`select bucket_id, name, version, owner_id, metadata from storage.objects order by 1, 2`)
/** Sends a request with the path unchanged; a library would normalise it. */
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

describe.each(buckets)('the bucket %s', (bucket) => {
  test('accepts no file under a path outside the own folder, from any actor', async () => {
    const { users, fixtures } = setup
    const before = await state()
    const theirs =
      bucket === 'avatars' ? users.creator.id : `${fixtures.conversation}/${fixtures.folder}`
    const mine = users.rivalBrand.id
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
    for (const member of [
      users.rivalBrand,
      users.rivalCreator,
      users.newcomer,
      users.staff,
      null,
    ]) {
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
})

test('the bucket attachments returns no file to an actor without the right, by any address', async () => {
  const { users, fixtures } = setup
  // A new file, because the one of the fixtures was reported, so that staff may read it.
  const file = `${fixtures.conversation}/${randomUUID()}/brief.txt`
  const store = users.brand.client.storage.from('attachments')
  await store.upload(file, new Blob(['The brief.'], { type: 'text/plain' }))
  await run('update private.file_inspections set sent_at = now() where name = $1', [file])
  const addresses = [
    `object/attachments/${file}`,
    `object/authenticated/attachments/${file}`,
    `object/public/attachments/${file}`,
    `object/public/avatars/../attachments/${file}`,
    `object/public/avatars/%2e%2e/attachments/${file}`,
    `object/sign/attachments/${file}?token=x`,
    `object/sign/attachments/${file}?token=${users.rivalBrand.token}`,
    `object/info/attachments/${file}`,
    `object/info/authenticated/attachments/${file}`,
    `render/image/authenticated/attachments/${file}`,
    `render/image/public/attachments/${file}`,
  ]
  for (const member of [users.rivalBrand, users.rivalCreator, users.staff, null]) {
    for (const address of addresses) {
      const { status, body } = await raw(member, 'GET', address)
      expect(status, address).toBeGreaterThanOrEqual(400)
      expect(status, address).toBeLessThan(500)
      expect(body).not.toContain('The brief.')
    }
  }
})
