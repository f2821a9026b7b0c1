import assert from 'node:assert/strict'
import { inspectFiles, removeFiles, type Queues, type Storage, type Waiting } from './files.ts'
import { readFile } from './read.ts'

const file = (name: string, claimed_type: string): Waiting => ({
  bucket_id: 'attachments',
  name,
  version: 'v1',
  claimed_type,
})
const large = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x2e\xe0\0\0\x2e\xe0'
const CONTENTS: Record<string, string> = { 'a.pdf': '%PDF-1.7', 'b.png': '<html>', 'c.png': large }

function fakes(waiting: Waiting[], unwanted: number[] = []) {
  const said: string[] = []
  const queues: Queues = {
    claimInspections: () => Promise.resolve(waiting.splice(0, 2)),
    record: ({ name }, { found_type, is_fine, sha256 }) =>
      Promise.resolve(void said.push(`${name} ${found_type} ${is_fine} ${sha256.slice(0, 8)}`)),
    claimRemovals: () =>
      Promise.resolve(
        unwanted.splice(0, 2).map((id) => ({ id, bucket_id: 'avatars', name: `${id}` })),
      ),
    markRemoved: (id) => Promise.resolve(void said.push(`removed ${id}`)),
  }
  const storage: Storage = {
    read(_bucket, name) {
      const content = CONTENTS[name]
      if (content === undefined) return Promise.reject(new Error(`no ${name}`))
      return Promise.resolve(
        ReadableStream.from(Array.from(content, (letter) => Uint8Array.of(letter.charCodeAt(0)))),
      )
    },
    remove: (_bucket, name) =>
      name === '2' ? Promise.reject(new Error('503')) : Promise.resolve(),
  }
  return { queues, storage, said }
}
const soon = () => Date.now() + 5000

Deno.test('each file gets a verdict and a hash, and a file that cannot be read gets neither', async () => {
  const { queues, storage, said } = fakes([
    file('a.pdf', 'application/pdf'),
    file('gone', 'application/pdf'),
    file('b.png', 'image/png'),
    file('c.png', 'image/png'),
  ])
  const faults: string[] = []
  const counts = await inspectFiles(queues, storage, soon(), (fault) => faults.push(fault))
  assert.deepEqual(counts, { fine: 1, rejected: 2, failed: 1 })
  assert.deepEqual(said, [
    'a.pdf pdf true 86edbaa2',
    'b.png markup false b7d082ee',
    'c.png too_many_pixels false 9487cbb5',
  ])
  assert.deepEqual(faults, ['no gone'])
})

Deno.test('a file that Storage does not remove is not marked as removed, and does not block others', async () => {
  const { queues, storage, said } = fakes([], [1, 2, 3])
  assert.deepEqual(await removeFiles(queues, storage, soon(), () => {}), { removed: 2, failed: 1 })
  assert.deepEqual(said, ['removed 1', 'removed 3'])
})

Deno.test('a video is hashed as a whole, and only a small part is kept in memory', async () => {
  const { queues, storage, said } = fakes([file('film.mp4', 'video/mp4')])
  const piece = new Uint8Array(1024 * 1024)
  async function* film() {
    await Promise.resolve()
    yield Uint8Array.from('\0\0\0\x18ftypisom', (letter) => letter.charCodeAt(0))
    for (let n = 0; n < 300; n++) yield piece
  }
  const before = Deno.memoryUsage().rss
  await inspectFiles(queues, { ...storage, read: () => Promise.resolve(film()) }, soon(), () => {})
  assert.match(said[0] ?? '', /^film\.mp4 mp4 true [0-9a-f]{8}$/)
  assert.ok(Deno.memoryUsage().rss - before < 100 * 1024 * 1024)
})

Deno.test('no file is inspected or removed after the time of the run is up', async () => {
  const { queues, storage, said } = fakes([file('a.pdf', 'application/pdf')], [1])
  await inspectFiles(queues, storage, Date.now() - 1, () => {})
  await removeFiles(queues, storage, Date.now() - 1, () => {})
  assert.deepEqual(said, [])
})

Deno.test('a file is read completely by its encoded name, and reading a missing file fails', async () => {
  const asked: string[] = []
  await using server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, (request) => {
    asked.push(new URL(request.url).href.replace(/^.*?:\d+/, ''))
    if (asked.length === 1) return new Response('abc')
    return Response.json({ statusCode: '404' }, { status: 400 })
  })
  const bucket = `http://127.0.0.1:${server.addr.port}/attachments`
  const pieces = await Array.fromAsync(await readFile(bucket, 'a/b/final?.pdf#1 %', 'key'))
  assert.equal(await new Blob(pieces as BlobPart[]).text(), 'abc')
  assert.deepEqual(asked, ['/attachments/a/b/final%3F.pdf%231%20%25'])
  await assert.rejects(readFile(bucket, 'gone', 'key'), /404/)
})
