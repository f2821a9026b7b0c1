import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually, listen, startTestRealtime, tokenFor, type TestRealtime } from './testing.ts'

const ANN = '00000000-0000-4000-8000-00000000000a'
let server: TestRealtime

beforeAll(async () => {
  server = await startTestRealtime(`
    create table notes (id int primary key, owner uuid);
    alter table notes enable row level security;
    create policy notes_select on notes for select to authenticated using (owner = auth.uid());
    grant select on notes to authenticated;
    alter publication supabase_realtime add table notes;`)
})
afterAll(() => server?.stop())

/** Writes notes one after the other, each in its own commit, until `end` is called. */
function writer(from: number) {
  const committed: number[] = []
  const state = { ended: false }
  async function write() {
    for (let id = from; !state.ended; id += 1) {
      try {
        await server.database.query('insert into notes values ($1, $2)', [id, ANN])
        committed.push(id)
      } catch {
        await delay(20) // the database is away; what became of this one is not known
      }
    }
  }
  const done = write()
  return {
    committed,
    end() {
      state.ended = true
      return done
    },
  }
}

test('a restart of the database under load loses nothing and repeats nothing', async () => {
  const client = await server.client(() => tokenFor(ANN))
  const { events, channel } = await listen(client, undefined, {
    event: 'INSERT',
    schema: 'public',
    table: 'notes',
  })
  const writers = [writer(0), writer(1_000_000), writer(2_000_000)]
  await eventually('some notes', () => events.length > 100)
  for (let round = 0; round < 2; round += 1) {
    const before = events.length
    await server.pause()
    await server.resume()
    await eventually('more notes', () => events.length > before + 100, 20_000)
  }
  await Promise.all(writers.map(({ end }) => end()))
  await server.settled(client)
  expect(channel.state).toBe('joined')
  const received = events.map((event) => event.new.id as number)
  const committed = writers.flatMap(({ committed }) => committed)
  expect(committed.filter((id) => !received.includes(id))).toEqual([])
  expect(new Set(received).size).toBe(received.length)
})

test('a crash of the database repeats nothing, although the server sends again what it had sent', async () => {
  const client = await server.client(() => tokenFor(ANN))
  const { events } = await listen(client, undefined, {
    event: 'INSERT',
    schema: 'public',
    table: 'notes',
  })
  await server.asSuperuser('checkpoint') // later confirmations are known to the running server alone
  await server.database.query('insert into notes values (-10, $1), (-11, $1)', [ANN])
  await eventually('both notes', () => events.length === 2)
  await delay(500) // until the log is written
  await server.crash()
  await server.resume()
  await server.database.query('insert into notes values (-12, $1)', [ANN])
  await server.settled(client)
  expect(events.map((event) => event.new.id)).toEqual([-10, -11, -12])
})

test('what was committed while the connection was lost is sent when it is back', async () => {
  const client = await server.client(() => tokenFor(ANN))
  const { events } = await listen(client, undefined, {
    event: '*',
    schema: 'public',
    table: 'notes',
  })
  await server.asSuperuser('select pg_terminate_backend(active_pid) from pg_replication_slots')
  await server.database.query('insert into notes values (-1, $1)', [ANN])
  const received = await eventually('the note', () => events.find((event) => event.new.id === -1))
  expect(received.eventType).toBe('INSERT')
})

test('a client can join while the database is away, and gets changes when it is back', async () => {
  const client = await server.client(() => tokenFor(ANN))
  await server.pause()
  const events: unknown[] = []
  const channel = client.channel('early')
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (event) => {
    events.push(event)
  })
  channel.subscribe()
  await delay(300)
  await server.resume()
  await eventually('the channel', () => channel.state === 'joined', 20_000)
  await server.database.query('insert into notes values (-2, $1)', [ANN])
  await eventually('the note', () => events.length > 0, 20_000)
  expect(events).toHaveLength(1)
})

test('the slot is gone when the server has stopped', async () => {
  const slots = () =>
    server.database.query<{ slot_name: string }>('select slot_name from pg_replication_slots')
  expect((await slots()).rows).toEqual([{ slot_name: 'supabase_realtime_postgres' }])
  await server.stopRealtime()
  expect((await slots()).rows).toEqual([])
})
