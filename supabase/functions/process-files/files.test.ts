import assert from 'node:assert/strict'
import { inspectFiles, removeFiles, type Queues, type Storage, type Waiting } from './files.ts'
import { readHead } from './head.ts'

const file = (name: string, claimed_type: string): Waiting => ({
  bucket_id: 'attachments',
  name,
  version: 'v1',
  claimed_type,
})
const CONTENTS: Record<string, string> = { 'a.pdf': '%PDF-1.7', 'b.png': '<html>' }

function fakes(waiting: Waiting[], unwanted: number[] = []) {
  const said: string[] = []
  const queues: Queues = {
    claimInspections: () => Promise.resolve(waiting.splice(0, 2)),
    record: ({ name }, found, isFine) =>
      Promise.resolve(void said.push(`${name} ${found} ${isFine}`)),
    claimRemovals: () =>
      Promise.resolve(
        unwanted.splice(0, 2).map((id) => ({ id, bucket_id: 'avatars', name: `${id}` })),
      ),
    markRemoved: (id) => Promise.resolve(void said.push(`removed ${id}`)),
  }
  const storage: Storage = {
    head(_bucket, name) {
      if (name === 'down') return Promise.reject(new Error('503'))
      const content = CONTENTS[name]
      return Promise.resolve(content === undefined ? null : new TextEncoder().encode(content))
    },
    remove: (_bucket, name) =>
      name === '2' ? Promise.reject(new Error('503')) : Promise.resolve(),
  }
  return { queues, storage, said }
}
const soon = () => Date.now() + 5000

Deno.test('each file gets its verdict; one that cannot be read stays for later', async () => {
  const { queues, storage, said } = fakes([
    file('a.pdf', 'application/pdf'),
    file('down', 'application/pdf'),
    file('b.png', 'image/png'),
    file('gone', 'image/png'),
  ])
  const faults: string[] = []
  const counts = await inspectFiles(queues, storage, soon(), (fault) => faults.push(fault))
  assert.deepEqual(counts, { fine: 1, rejected: 1, failed: 1 })
  assert.deepEqual(said, ['a.pdf pdf true', 'b.png markup false'])
  assert.deepEqual(faults, ['503'])
})

Deno.test('a file that Storage does not remove is not marked, and does not block others', async () => {
  const { queues, storage, said } = fakes([], [1, 2, 3])
  assert.deepEqual(await removeFiles(queues, storage, soon(), () => {}), { removed: 2, failed: 1 })
  assert.deepEqual(said, ['removed 1', 'removed 3'])
})

Deno.test('when the time is up nothing more is claimed', async () => {
  const { queues, storage, said } = fakes([file('a.pdf', 'application/pdf')], [1])
  await inspectFiles(queues, storage, Date.now() - 1, () => {})
  await removeFiles(queues, storage, Date.now() - 1, () => {})
  assert.deepEqual(said, [])
})

Deno.test('of a large file only the beginning is read', async () => {
  let sent = 0
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/gone') return Response.json({ statusCode: '404' }, { status: 400 })
    if (pathname === '/empty') return new Response('InvalidRange', { status: 400 })
    if (pathname === '/down') return new Response('later', { status: 503 })
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        if (sent > 1000) controller.close()
        else controller.enqueue(new Uint8Array(64 * 1024).fill(7))
      },
    })
    return new Response(body)
  })
  try {
    const url = `http://127.0.0.1:${server.addr.port}`
    assert.equal((await readHead(`${url}/large`, 'key', 100))?.length, 100)
    assert.ok(sent < 500)
    assert.equal(await readHead(`${url}/gone`, 'key', 100), null)
    assert.equal((await readHead(`${url}/empty`, 'key', 100))?.length, 0)
    await assert.rejects(readHead(`${url}/down`, 'key', 100), /503/)
  } finally {
    await server.shutdown()
  }
})
