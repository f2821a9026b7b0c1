import type { SupabaseClient } from '@supabase/supabase-js'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from '../for-all-tests.ts'
import { eventually, listen, startTestRealtime, tokenFor } from './testing.ts'

const ANN = '00000000-0000-4000-8000-00000000000a'
let client: SupabaseClient

const server = forAllTests(() =>
  startTestRealtime(`
    create type mood as enum ('sad', 'glad');
    create table notes (
      id int primary key, owner uuid, title text, stars int8, price numeric, mood mood,
      tags text[], data jsonb, done boolean, at timestamptz, day timestamp
    );
    create table pairs (left_id int, right_id text, note text, primary key (left_id, right_id));
    create table quiet (id int primary key);
    create table sums (
      id int primary key, status text, amount int,
      is_done boolean generated always as (status = 'done') stored,
      label text generated always as (status || ' "' || amount || '"') stored
    );
    alter table sums enable row level security;
    create policy sums_select on sums for select to authenticated using (amount > 0 or is_done);
    alter publication supabase_realtime add table notes, pairs, sums;
    grant select on notes, pairs, sums to authenticated;`),
)
beforeAll(async () => {
  client = await server.client(() => tokenFor(ANN))
})

/** Runs statements; returns the events that a binding receives. */
async function heard(binding: object, ...statements: string[]) {
  const { channel, events } = await listen(client, undefined, binding)
  for (const statement of statements) await server.database.query(statement)
  await server.settled(client)
  await channel.unsubscribe()
  return events
}
/** Inserts rows until a commit waits for a standby. Postgres starts to wait a moment after the reload of its settings. */
async function insertOneThatWaits(): Promise<number> {
  const waiting = `select from pg_stat_activity where wait_event = 'SyncRep'`
  for (let id = 100; ; id++) {
    const inserted = server.admin.query(
      `set local synchronous_commit = on; insert into sums (id, amount) values (${id}, 1)`,
    )
    do {
      if ((await server.database.query(waiting)).rowCount) return id
    } while (!(await Promise.race([inserted, delay(5)])))
  }
}
const notes = (filter?: string, event = '*') => ({
  event,
  schema: 'public',
  table: 'notes',
  filter,
})

describe('changes', () => {
  test('a change is sent only once its transaction is visible to queries', async () => {
    const table = { event: '*', schema: 'public', table: 'sums' }
    const { channel, events } = await listen(client, undefined, table)
    const { admin } = server
    // A commit that waits for a missing standby is in the log, but not yet visible to queries.
    await admin.query(`alter system set synchronous_standby_names = 'none'`)
    await admin.query('select pg_reload_conf()')
    const id = await insertOneThatWaits()
    try {
      await delay(300)
      expect(events.filter((event) => event.new.id === id)).toEqual([])
    } finally {
      await admin.query('alter system reset synchronous_standby_names')
      await admin.query('select pg_reload_conf()')
    }
    await eventually('the change', () => events.some((event) => event.new.id === id))
    await channel.unsubscribe()
    await admin.query('delete from sums')
  })

  test('a change contains the inserted row in the types that the Data API would give', async () => {
    const [event, ...more] = await heard(
      notes(),
      `insert into notes values (1, '${ANN}', 'héllo "you"', 9007199254740991, 1.50, 'glad',
        '{a,"b, c",null,"q\\"\\\\"}', '{"deep": [1, {"x": null}]}', true,
        '2024-05-06 07:08:09.1+02', '2024-05-06 07:08:09')`,
    )
    expect(more).toEqual([])
    expect(event).toMatchObject({ eventType: 'INSERT', schema: 'public', table: 'notes', old: {} })
    expect(Date.now() - Date.parse(event?.commit_timestamp ?? '')).toBeLessThan(60_000)
    expect(event?.new).toEqual({
      id: 1,
      owner: ANN,
      title: 'héllo "you"',
      stars: 9007199254740991,
      price: 1.5,
      mood: 'glad',
      tags: ['a', 'b, c', null, 'q"\\'],
      data: { deep: [1, { x: null }] },
      done: true,
      at: '2024-05-06T05:08:09.1+00:00',
      day: '2024-05-06T07:08:09',
    })
  })

  test('a change contains the new row and the old key', async () => {
    const events = await heard(
      notes(),
      `insert into notes (id, title) values (2, 'first')`,
      `update notes set title = 'second' where id = 2`,
      'update notes set id = 3 where id = 2',
      'delete from notes where id = 3',
    )
    expect(events.map(({ eventType, old }) => [eventType, old])).toEqual([
      ['INSERT', {}],
      ['UPDATE', { id: 2 }],
      ['UPDATE', { id: 2 }],
      ['DELETE', { id: 3 }],
    ])
    expect(events[1]?.new).toMatchObject({ id: 2, title: 'second' })
    expect(events[3]?.new).toEqual({})
  })

  test('a change is sent to those who subscribed to its kind', async () => {
    const statements = [
      `insert into notes (id) values (10)`,
      `update notes set title = 'x' where id = 10`,
      'delete from notes where id = 10',
    ]
    for (const event of ['INSERT', 'UPDATE', 'DELETE']) {
      const events = await heard(notes(undefined, event), ...statements)
      expect(events.map(({ eventType }) => eventType)).toEqual([event])
    }
  })

  test('changes are sent in the order of commits, each once', async () => {
    const events = await heard(
      notes(undefined, 'INSERT'),
      'insert into notes (id) select * from generate_series(1000, 2499)',
      'insert into notes (id) select * from generate_series(2500, 2999)',
    )
    const expected = Array.from({ length: 2000 }, (_, at) => ({ id: 1000 + at }))
    expect(events.map(({ new: row }) => ({ id: row.id }))).toEqual(expected)
  })

  test('a change of a rolled back transaction is never sent', async () => {
    const events = await heard(notes(), `begin; insert into notes (id) values (20); rollback`)
    expect(events).toEqual([])
  })

  test('a change contains a key of several columns', async () => {
    const events = await heard(
      { event: '*', schema: 'public', table: 'pairs' },
      `insert into pairs values (1, 'a "b"', 'n')`,
      'delete from pairs',
    )
    expect(events[0]?.new).toEqual({ left_id: 1, right_id: 'a "b"', note: 'n' })
    expect(events[1]?.old).toEqual({ left_id: 1, right_id: 'a "b"' })
  })

  test('a change contains generated columns, and filters on them work', async () => {
    const events = await heard(
      { event: '*', schema: 'public', table: 'sums', filter: 'is_done=eq.true' },
      `insert into sums values (1, 'open', 5), (2, 'done', null)`,
      `update sums set status = 'done' where id = 1`,
      `begin; update sums set status = 'open'; update sums set status = 'done', amount = 6; commit`,
    )
    expect(events.map((event) => event.new)).toEqual([
      { id: 2, status: 'done', amount: null, is_done: true, label: null },
      { id: 1, status: 'done', amount: 5, is_done: true, label: 'done "5"' },
      { id: 2, status: 'done', amount: 6, is_done: true, label: 'done "6"' },
      { id: 1, status: 'done', amount: 6, is_done: true, label: 'done "6"' },
    ])
  })

  test('a change contains a column that was added while the server runs', async () => {
    const events = await heard(
      { event: '*', schema: 'public', table: 'pairs' },
      `insert into pairs values (2, 'before')`,
      `alter table pairs add column added int default 7`,
      `insert into pairs values (3, 'after')`,
    )
    expect(events.map(({ new: row }) => row)).toMatchObject([{ left_id: 2 }, { added: 7 }])
  })
})

test('a change of another kind, or of a row that matches no filter, is not sent', async () => {
  const socket = server.socket(`apikey=${server.secretKey}&vsn=2.0.0`)
  const got: string[] = []
  socket.on('message', (data: Buffer) => got.push(data.toString()))
  await new Promise((resolve) => socket.on('open', resolve))
  const changes = [notes('id=eq.40', 'UPDATE'), { event: '*', schema: 'public', table: 'markers' }]
  const join = { config: { postgres_changes: changes } }
  socket.send(JSON.stringify(['1', '1', 'realtime:raw', 'phx_join', join]))
  await eventually('the subscription', () => got.some((text) => text.includes('Subscribed to')))
  await server.database.query('insert into notes (id) values (40), (41)')
  await server.database.query('delete from notes where id in (40, 41)')
  await server.database.query('insert into markers default values')
  const isChange = (text: string) => text.includes('"postgres_changes",{"ids"')
  await eventually('the marker', () => got.some(isChange))
  expect(got.filter(isChange)).toHaveLength(1)
  socket.close()
})

describe('filters', () => {
  const row = `insert into notes values (50, '${ANN}', 'Ünder, "way"', 5, 1.50, 'glad', '{a}', '{}',
    true, '2024-05-06 07:08:09.5+00', '2024-05-06 07:08:09')`
  const words = (text: string) => text.trim().split(/\s+/)
  // Texts are compared as in the database, which uses ICU on Supabase: an umlaut is sorted next to its base letter.
  const passing = words(`
    id=eq.50 id=neq.51 id=in.(1,50,3) stars=lt.10 stars=lte.5 stars=gt.4
    owner=eq.${ANN.toUpperCase()} price=eq.1.5 price=gt.1.4999 mood=eq.glad mood=gt.sad
    done=eq.true at=gt.2024-05-06T07:08:09Z day=gte.2024-05-06 title=gt.T tags=eq.{a}`)
  const failing = words(`
    id=eq.51 id=neq.50 id=in.(1,2) stars=lt.5 stars=gt.40 stars=gte.6 price=gt.1.5
    mood=gt.glad at=lt.2024-05-06T09:08:09+02:00 title=gt.Z tags=eq.{b}`)

  /** The filters that an inserted row passes. */
  async function passed(filters: string[], ...statements: string[]) {
    const listeners = await Promise.all(
      filters.map((filter) => listen(client, undefined, notes(filter, 'INSERT'))),
    )
    for (const statement of statements) await server.database.query(statement)
    await server.settled(client)
    await Promise.all(listeners.map(({ channel }) => channel.unsubscribe()))
    return filters.filter((_, at) => listeners[at]?.events.length === 1)
  }

  test('a filter matches the rows that it matches in the database', async () => {
    const filters = [...passing, ...failing]
    expect(await passed(filters, row, 'delete from notes where id = 50')).toEqual(passing)
  })

  test('a filter compares null as SQL does', async () => {
    const filters = ['title=eq.x', 'title=neq.x', 'stars=lt.5', 'id=eq.60']
    const empty = 'insert into notes (id) values (60)'
    expect(await passed(filters, empty, 'delete from notes where id = 60')).toEqual(['id=eq.60'])
  })

  test('a filter on the primary key matches a deletion, and a filter on another column does not', async () => {
    const statements = [row, 'delete from notes where id = 50']
    expect(await heard(notes('id=eq.50', 'DELETE'), ...statements)).toHaveLength(1)
    expect(await heard(notes('id=eq.51', 'DELETE'), ...statements)).toEqual([])
    expect(await heard(notes('stars=eq.5', 'DELETE'), ...statements)).toEqual([])
  })
})

describe('subscriptions', () => {
  test('several bindings of one channel are kept apart', async () => {
    const got: Record<string, number[]> = { one: [], big: [], gone: [], all: [] }
    const to = (name: string) => (event: { new: { id?: number }; old: { id?: number } }) =>
      got[name]?.push(event.new.id ?? event.old.id ?? 0)
    const channel = client.channel('several')
    const on = channel.on.bind(channel) as (type: string, binding: object, to: unknown) => void
    on('postgres_changes', notes('id=eq.70'), to('one'))
    on('postgres_changes', notes('id=gt.70', 'INSERT'), to('big'))
    on('postgres_changes', notes(undefined, 'DELETE'), to('gone'))
    on('postgres_changes', { event: '*', schema: 'public' }, to('all'))
    await listen(client, channel)
    await server.database.query('insert into notes (id) values (70), (71)')
    await server.database.query('delete from notes where id in (70, 71)')
    await eventually('all events', () => got.all?.length === 4)
    expect(got).toEqual({ one: [70, 70], big: [71], gone: [70, 71], all: [70, 71, 70, 71] })
  })

  test.each([
    [
      'a table that is not published',
      { event: '*', schema: 'public', table: 'quiet' },
      /Please check Realtime is enabled/,
    ],
    ['a column that is not there', notes('colour=eq.red'), /invalid column for filter colour/],
    ['a value of a wrong type', notes('id=eq.red'), /invalid input syntax for type integer/],
    ['an operator that is not there', notes('id=near.4'), /Error parsing `filter` params/],
  ])('a subscription to %s is refused by a system message', async (_name, binding, reason) => {
    const listener = await listen(client, undefined, binding)
    const message = await eventually('the refusal', () => listener.system.at(-1))
    expect(message).toMatchObject({ extension: 'postgres_changes', status: 'error' })
    expect(message.message).toMatch(reason)
    await server.database.query('insert into notes (id) values (90)')
    await server.database.query('delete from notes where id = 90')
    await server.settled(client)
    expect(listener.events).toEqual([])
  })

  test('a subscription is confirmed by a system message', async () => {
    const listener = await listen(client, undefined, notes())
    const message = await eventually('the message', () => listener.system.at(-1))
    expect(message).toMatchObject({ status: 'ok', message: 'Subscribed to PostgreSQL' })
  })

  test('a subscription ends when the client leaves', async () => {
    const listener = await listen(client, undefined, notes())
    expect(await listener.channel.unsubscribe()).toBe('ok')
    await server.database.query('insert into notes (id) values (95)')
    await server.settled(client)
    expect(listener.events).toEqual([])
  })
})

test('clients that joined while the stream was down join again once it runs, to read what they missed', async () => {
  const { statuses } = await listen(client, undefined, notes())
  const joins = () => statuses.filter(({ status }) => status === 'SUBSCRIBED').length
  const open = await server.admin.connect()
  // A new slot waits for the transactions that are open when it is made.
  await open.query('begin')
  await open.query('select pg_current_xact_id()')
  await server.admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'realtime stream'`,
  )
  await eventually('a join without a stream', () => joins() === 2)
  await open.query('rollback')
  open.release()
  await expect.poll(joins, { timeout: 20_000 }).toBe(3)
})
