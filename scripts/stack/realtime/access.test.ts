import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '../for-all-tests.ts'
import { listen, startTestRealtime, tokenFor } from './testing.ts'

const ANN = '00000000-0000-4000-8000-00000000000a'
const BOB = '00000000-0000-4000-8000-00000000000b'
const EVE = '00000000-0000-4000-8000-00000000000e'

let ann: SupabaseClient
let bob: SupabaseClient
let eve: SupabaseClient

const server = forAllTests(() =>
  startTestRealtime(`
    create table letters (
      id int primary key, owner uuid, body text, secret text default 'hidden', team text
    );
    alter table letters enable row level security;
    create policy letters_select on letters for select to authenticated using (
      owner = (select auth.uid()) or team = (select auth.jwt() ->> 'team')
    );
    grant select (id, owner, body, team) on letters to authenticated;

    create table posters (id int primary key, shown boolean);
    alter table posters enable row level security;
    create policy posters_select on posters for select to anon, authenticated using (shown);
    grant select on posters to anon, authenticated;

    create table keyless (note text);
    grant select on keyless to authenticated;

    create table blurred (id int primary key, note text);
    grant select (note) on blurred to authenticated;

    create table drawers (id int primary key, note text);

    create function fails() returns boolean language plpgsql as $$ begin raise 'no'; end $$;
    create table broken (id int primary key);
    alter table broken enable row level security;
    create policy broken_select on broken for select to authenticated using (fails());
    grant select on broken to authenticated;

    alter publication supabase_realtime add table letters, posters, keyless, blurred, drawers, broken;
    grant all on letters, posters, keyless, blurred, drawers, broken to service_role;`),
)
beforeAll(async () => {
  ann = await server.client(() => tokenFor(ANN))
  bob = await server.client(() => tokenFor(BOB, 3600, { team: 'red' }))
  eve = await server.client(() => tokenFor(EVE))
})
beforeEach(async () => {
  await run('delete from letters; delete from posters')
  await server.settled(ann)
})

const everything = { event: '*', schema: '*' }
const letters = { event: '*', schema: 'public', table: 'letters' }
const run = (sql: string) => server.database.query(sql)

describe('rows', () => {
  test('a row is sent to those who may select it and to no other client', async () => {
    const clients = [ann, bob, eve]
    const [annReceived, bobReceived, eveReceived] = await Promise.all(
      clients.map((client) => listen(client, undefined, letters)),
    )
    await run(`insert into letters (id, owner, body, team) values
      (1, '${ANN}', 'to ann', null), (2, '${BOB}', 'to bob', null), (3, null, 'to red', 'red')`)
    await run(`update letters set body = body || '!'`)
    await Promise.all(clients.map(server.settled))
    const bodies = (listener: typeof annReceived) => listener?.events.map((event) => event.new.body)
    expect(bodies(annReceived)).toEqual(['to ann', 'to ann!'])
    expect(bodies(bobReceived)).toEqual(['to bob', 'to red', 'to bob!', 'to red!'])
    expect(bodies(eveReceived)).toEqual([])
  })

  test('a row is not sent to a client that may not see it, however it subscribes', async () => {
    const bindings = [
      everything,
      { event: '*', schema: 'public' },
      letters,
      { ...letters, filter: `owner=eq.${ANN}` },
      { ...letters, filter: `owner=neq.${EVE}` },
      { ...letters, filter: 'id=gt.0' },
      { event: 'INSERT', schema: 'public', table: '*' },
    ]
    const anonymous = await server.client()
    const listeners = await Promise.all(
      [eve, anonymous].flatMap((client) =>
        bindings.map((binding) => listen(client, undefined, binding)),
      ),
    )
    await run(`insert into letters values (1, '${ANN}', 'for ann', 'x', 'red')`)
    await run(`update letters set body = 'again'`)
    await run(`insert into posters values (1, false)`)
    await run(`insert into drawers values (1, 'n'); insert into blurred values (1, 'n')`)
    await run(`insert into keyless values ('n')`)
    await Promise.all([eve, anonymous].map(server.settled))
    const received = listeners
      .flatMap(({ events }) => events)
      .filter(({ table }) => table !== 'markers')
    expect(received).toEqual([])
  })

  test('a row that gets a new owner is sent to the new owner, and no longer to the old one', async () => {
    await run(`insert into letters values (5, '${ANN}', 'mine')`)
    await server.settled(ann)
    const [annReceived, bobReceived] = [
      await listen(ann, undefined, letters),
      await listen(bob, undefined, letters),
    ]
    await run(`update letters set owner = '${BOB}', body = 'bob has it'`)
    await Promise.all([ann, bob].map(server.settled))
    expect(annReceived.events).toEqual([])
    expect(bobReceived.events.map((event) => event.new.body)).toEqual(['bob has it'])
  })

  test('each of fifty updates of one row is sent', async () => {
    const received = await listen(ann, undefined, { ...letters, filter: 'id=eq.12' })
    await run(`insert into letters values (12, '${ANN}', '0')`)
    for (let n = 1; n <= 50; n += 1) await run(`update letters set body = '${n}' where id = 12`)
    await server.settled(ann)
    const bodies = received.events.map((event) => Number(event.new.body))
    expect(bodies).toEqual(Array.from({ length: 51 }, (_, n) => n))
  })

  test('of a deleted row only the key is sent', async () => {
    await run('alter table letters replica identity full')
    const secretive = { ...letters, filter: `owner=eq.${ANN}` }
    const received = await listen(eve, undefined, letters)
    const asksForOwner = await listen(eve, undefined, secretive)
    await run(`insert into letters values (6, '${ANN}', 'gone soon'); delete from letters`)
    await server.settled(eve)
    await run('alter table letters replica identity default')
    expect(received.events.map(({ eventType, old }) => [eventType, old])).toEqual([
      ['DELETE', { id: 6 }],
    ])
    expect(asksForOwner.events).toEqual([])
  })

  test('of the old version of an updated row only the key is sent, whatever the replica identity', async () => {
    await run('alter table letters replica identity full')
    await run(`insert into letters values (7, '${BOB}', 'private so far')`)
    await server.settled(ann)
    const received = await listen(ann, undefined, letters)
    await run(`update letters set owner = '${ANN}', body = 'given'`)
    await server.settled(ann)
    await run('alter table letters replica identity default')
    expect(received.events.map(({ old }) => old)).toEqual([{ id: 7 }])
  })

  test('a row of a table whose policy fails is sent to no client, and other tables still work', async () => {
    const received = await listen(ann, undefined, everything)
    await run(`insert into broken values (1); insert into letters values (8, '${ANN}', 'after')`)
    await server.settled(ann)
    expect(received.events.map(({ table }) => table)).toEqual(['letters', 'markers'])
  })

  test('policies see all claims of the token, not the user id alone', async () => {
    const blue = await server.client(() => tokenFor(BOB, 3600, { team: 'blue' }))
    const [redReceived, blueReceived] = [
      await listen(bob, undefined, letters),
      await listen(blue, undefined, letters),
    ]
    await run(`insert into letters values (9, null, 'to blue', 'x', 'blue')`)
    await Promise.all([bob, blue].map(server.settled))
    expect(redReceived.events).toEqual([])
    expect(blueReceived.events.map((event) => event.new.body)).toEqual(['to blue'])
  })

  test('the service role gets every row, whatever the policies say', async () => {
    const service = await server.client(undefined, server.secretKey)
    const received = await listen(service, undefined, letters)
    await run(`insert into letters values (10, '${ANN}', 'any')`)
    await server.settled(service)
    // Events of an earlier test's deletion may arrive too.
    expect(received.events.map((event) => event.new)).toContainEqual(
      expect.objectContaining({ id: 10, secret: 'hidden' }),
    )
  })

  test('a row that every member of a role may see is sent to all of them', async () => {
    const others = await Promise.all(
      [1, 2, 3].map((n) => server.client(() => tokenFor(ANN.replace(/a$/, String(n))))),
    )
    const clients = [ann, await server.client(), ...others]
    const posters = { event: '*', schema: 'public', table: 'posters' }
    const listeners = await Promise.all(clients.map((client) => listen(client, undefined, posters)))
    await run('insert into posters values (1, true), (2, false)')
    await Promise.all(clients.map(server.settled))
    for (const { events } of listeners) expect(events.map((event) => event.new.id)).toEqual([1])
  })
})

describe('columns', () => {
  test('a column that the role may not select is left out', async () => {
    const received = await listen(ann, undefined, letters)
    await run(`insert into letters values (20, '${ANN}', 'open', 'hidden')`)
    await server.settled(ann)
    expect(received.events.map((event) => event.new)).toEqual([
      { id: 20, owner: ANN, body: 'open', team: null },
    ])
  })

  test('a filter on a column that the role may not select is refused', async () => {
    const received = await listen(ann, undefined, { ...letters, filter: 'secret=eq.hidden' })
    await run(`insert into letters values (21, '${ANN}', 'open', 'hidden')`)
    await server.settled(ann)
    expect(received.events).toEqual([])
    expect(received.system[0]?.message).toBe('invalid column for filter secret')
  })
})

describe('changes of rights', () => {
  test('a new policy applies to the next change of a row', async () => {
    const received = await listen(ann, undefined, letters)
    await run(`insert into letters values (30, '${ANN}', 'one')`)
    await run(`create policy letters_never on letters as restrictive for select using (false)`)
    await run(`insert into letters values (31, '${ANN}', 'two')`)
    await server.settled(ann)
    await run('drop policy letters_never on letters')
    await run(`insert into letters values (32, '${ANN}', 'three')`)
    await server.settled(ann)
    expect(received.events.at(-1)?.new.body).toBe('three')
    expect(received.events.map((event) => event.new.body)).not.toContain('two')
  })

  test('a revoked grant applies to the next change of a row', async () => {
    const received = await listen(ann, undefined, letters)
    await run('revoke select (body) on letters from authenticated')
    await run(`insert into letters values (33, '${ANN}', 'unseen')`)
    await server.settled(ann)
    await run('revoke select (id) on letters from authenticated')
    await run(`insert into letters values (34, '${ANN}', 'not even the key')`)
    await server.settled(ann)
    await run('grant select (id, body) on letters to authenticated')
    expect(received.events.map((event) => event.new)).toEqual([{ id: 33, owner: ANN, team: null }])
  })

  test('switching row level security on or off applies to the next change of a row', async () => {
    await run('alter table posters disable row level security')
    const received = await listen(eve, undefined, {
      event: '*',
      schema: 'public',
      table: 'posters',
    })
    await run('insert into posters values (40, false)')
    await server.settled(eve)
    await run('alter table posters enable row level security')
    await run('insert into posters values (41, false)')
    await server.settled(eve)
    expect(received.events.map((event) => event.new.id)).toEqual([40])
  })
})
