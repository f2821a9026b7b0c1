import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { setTimeout as delay } from 'node:timers/promises'
import { forAllTests } from '../for-all-tests.ts'
import { eventually, listen, startTestRealtime } from './testing.ts'

const MOST_SOCKETS = 5
const server = forAllTests(() => startTestRealtime('', MOST_SOCKETS))

async function connect(): Promise<WebSocket> {
  const socket = server.socket()
  await once(socket, 'open')
  return socket
}

async function ended(socket: WebSocket): Promise<number> {
  const [code] = (await once(socket, 'close')) as [number]
  return code
}

test('one network address may open a limited number of sockets, and closed sockets no longer count', async () => {
  const sockets = await Promise.all(Array.from({ length: MOST_SOCKETS }, connect))
  const refused = server.socket()
  const [error] = (await once(refused, 'error')) as [Error]
  expect(error.message).toContain('429')
  for (const socket of sockets) {
    socket.close()
    await once(socket, 'close')
  }
  const again = await connect()
  again.close()
  await once(again, 'close')
})

test('a client that sends too many messages is disconnected', async () => {
  const socket = await connect()
  const end = ended(socket)
  for (let ref = 0; ref < 700; ref += 1) {
    socket.send(JSON.stringify([null, String(ref), 'phoenix', 'heartbeat', {}]))
  }
  expect(await end).toBe(1008)
})

test("a message above Supabase's maximum closes the connection", async () => {
  const socket = await connect()
  const end = ended(socket)
  socket.send(JSON.stringify(['1', '1', 'realtime:x', 'phx_join', { x: 'x'.repeat(3_200_000) }]))
  expect(await end).toBe(1009)
})

test('a topic with NUL is refused, and the connection stays open', async () => {
  const socket = await connect()
  const answers: unknown[][] = []
  socket.on('message', (data: Buffer) => answers.push(JSON.parse(data.toString()) as unknown[]))
  const config = { private: true, broadcast: {}, presence: {}, postgres_changes: [] }
  socket.send(JSON.stringify(['1', '1', 'realtime:a\u0000', 'phx_join', { config }]))
  await eventually('an answer', () => answers.find(([, ref]) => ref === '1'))
  const [refusal] = answers.filter(([, ref]) => ref === '1')
  expect(refusal?.[4]).toMatchObject({ status: 'error' })
  socket.send(JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}]))
  await eventually('the heartbeat', () => answers.find(([, ref]) => ref === '2'))
  socket.close()
})

test('changes above the limit per second are dropped, and the next second has its own limit', async () => {
  const limited = await startTestRealtime(
    `create table notes (id int primary key);
     alter publication supabase_realtime add table notes;
     grant select on notes to anon;`,
    undefined,
    20,
  )
  try {
    const client = await limited.client()
    const { events } = await listen(client, undefined, {
      event: '*',
      schema: 'public',
      table: 'notes',
    })
    await limited.database.query('insert into notes select generate_series(1, 200)')
    await delay(1_500)
    expect(events.length).toBeGreaterThanOrEqual(20)
    // The rows may fall into two intervals of a second, so that up to twice the limit is delivered.
    expect(events.length).toBeLessThanOrEqual(40)
    const before = events.length
    await limited.database.query('insert into notes values (201)')
    await eventually('a change of the next second', () => events.length === before + 1)
  } finally {
    await limited.stop()
  }
})
