import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '../for-all-tests.ts'
import { eventually, listen, startTestRealtime, tokenFor } from './testing.ts'

const ANN = '00000000-0000-4000-8000-00000000000a'
const BOB = '00000000-0000-4000-8000-00000000000b'
const NOTES = { event: '*', schema: 'public', table: 'notes' }

const server = forAllTests(() =>
  startTestRealtime(`
    create table notes (id int primary key, owner uuid);
    alter table notes enable row level security;
    create policy notes_select on notes for select to authenticated using (owner = auth.uid());
    grant select on notes to authenticated;

    -- The policy of this table waits while a test holds an advisory lock.
    create table slow_notes (id int primary key);
    alter table slow_notes enable row level security;
    create function waits() returns boolean language sql volatile as
      'select pg_advisory_xact_lock_shared(7) is not null';
    create policy slow_notes_select on slow_notes for select to authenticated using (waits());
    grant select on slow_notes to authenticated;
    alter publication supabase_realtime add table notes, slow_notes;`),
)

const note = (id: number, owner: string) =>
  server.database.query('insert into notes values ($1, $2)', [id, owner])

/** Resolves when a delivery has begun: its check of a policy then waits for an advisory lock. */
async function isDelivering() {
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted`
  while (!(await server.database.query(waiting)).rowCount) await delay(10)
}

describe('tokens', () => {
  test('a token that expires closes the channel, and no further change is sent', async () => {
    const token = await tokenFor(ANN, 2)
    const client = await server.client(async () => token)
    const { channel, events, system, statuses } = await listen(client, undefined, NOTES)
    await note(1, ANN)
    await eventually('the note', () => events.length === 1)
    await eventually('the end', () => channel.state === 'closed')
    expect(system.at(-1)).toMatchObject({ extension: 'system', status: 'error' })
    expect(system.at(-1)?.message).toMatch(/^Token has expired \d+ seconds ago$/)
    expect(statuses.map(({ status }) => status)).toEqual(['SUBSCRIBED', 'CLOSED'])
    await note(2, ANN)
    await server.settled(await server.client(() => tokenFor(ANN)))
    expect(events).toHaveLength(1)
  })

  test('a token that is refreshed in time keeps the channel open', async () => {
    let token = await tokenFor(ANN, 2)
    const client = await server.client(async () => token)
    const { channel, events } = await listen(client, undefined, NOTES)
    token = await tokenFor(ANN, 3600)
    await client.realtime.setAuth()
    await delay(2500)
    expect(channel.state).toBe('joined')
    await note(3, ANN)
    await eventually('the note', () => events.length === 1)
  })

  test('a channel with the token of another user gets the rows of that user', async () => {
    let token = await tokenFor(ANN)
    const client = await server.client(async () => token)
    const { events, system } = await listen(client, undefined, NOTES)
    token = await tokenFor(BOB)
    const before = system.length
    await client.realtime.setAuth()
    await eventually('the new subscription', () => system.length > before)
    await note(4, ANN)
    await note(5, BOB)
    await server.settled(client)
    expect(events.map((event) => event.new.id)).toEqual([5])
  })

  test('no change is lost when a new token arrives during a delivery', async () => {
    let token = await tokenFor(ANN)
    const client = await server.client(async () => token)
    const table = { ...NOTES, table: 'slow_notes' }
    const { events, system } = await listen(client, undefined, table)
    await eventually('the subscription', () => system.length === 1)
    const holder = await server.database.connect()
    await holder.query('select pg_advisory_lock(7)')
    await server.database.query('insert into slow_notes values (1)')
    await isDelivering()
    token = await tokenFor(ANN, 3600, { aal: 'aal2' })
    await client.realtime.setAuth()
    await eventually('the new subscription', () => system.length === 2)
    await holder.query('select pg_advisory_unlock(7)')
    holder.release()
    await server.settled(client)
    expect(events.map((event) => event.new.id)).toEqual([1])
  })

  test.each([
    ['has expired', () => tokenFor(ANN, -5), /^Token has expired \d+ seconds ago$/],
    ['has a wrong signature', async () => `${await tokenFor(ANN)}x`, /signature/],
    ['is no token', async () => 'nonsense', /not a valid JWT/],
  ])('a token that %s does not join a channel', async (_name, token, reason) => {
    const client = await server.client(token)
    const { statuses, channel } = await listen(client, undefined, NOTES)
    expect(statuses[0]?.status).toBe('CHANNEL_ERROR')
    expect(statuses[0]?.error).toMatch(reason)
    await client.removeChannel(channel)
  })

  test('an invalid new token closes an open channel', async () => {
    let token = await tokenFor(ANN)
    const client = await server.client(async () => token)
    const { channel, system } = await listen(client, undefined, NOTES)
    token = 'nonsense'
    await client.realtime.setAuth()
    await eventually('the end', () => channel.state === 'closed')
    expect(system.at(-1)).toMatchObject({ status: 'error' })
  })
})
