import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, listen, startTestRealtime, tokenFor, type TestRealtime } from './testing.ts'

const ANN = '00000000-0000-4000-8000-00000000000a'
const BOB = '00000000-0000-4000-8000-00000000000b'
const NOTES = { event: '*', schema: 'public', table: 'notes' }
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

const note = (id: number, owner: string) =>
  server.database.query('insert into notes values ($1, $2)', [id, owner])

describe('a token', () => {
  test('that expires closes the channel, and nothing is sent after that', async () => {
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

  test('that is refreshed in time keeps it open', async () => {
    let token = await tokenFor(ANN, 2)
    const client = await server.client(async () => token)
    const { channel, events } = await listen(client, undefined, NOTES)
    token = await tokenFor(ANN, 3600)
    await client.realtime.setAuth()
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(channel.state).toBe('joined')
    await note(3, ANN)
    await eventually('the note', () => events.length === 1)
  })

  test('of somebody else shows what that one may see', async () => {
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

  test.each([
    ['has expired', () => tokenFor(ANN, -5), /^Token has expired \d+ seconds ago$/],
    ['is false', async () => `${await tokenFor(ANN)}x`, /signature/],
    ['is none', async () => 'nonsense', /not a valid JWT/],
  ])('that %s lets nobody in', async (_name, token, reason) => {
    const client = await server.client(token)
    const { statuses, channel } = await listen(client, undefined, NOTES)
    expect(statuses[0]?.status).toBe('CHANNEL_ERROR')
    expect(statuses[0]?.error).toMatch(reason)
    await client.removeChannel(channel)
  })

  test('that is false closes a channel that was open', async () => {
    let token = await tokenFor(ANN)
    const client = await server.client(async () => token)
    const { channel, system } = await listen(client, undefined, NOTES)
    token = 'nonsense'
    await client.realtime.setAuth()
    await eventually('the end', () => channel.state === 'closed')
    expect(system.at(-1)).toMatchObject({ status: 'error' })
  })
})
