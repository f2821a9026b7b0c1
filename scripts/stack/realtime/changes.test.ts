import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, openWorld, quiet, subscribed, tokenFor, type World } from './testing.ts'

type Payload = { eventType: string; new: object; old: object; table: string; errors: unknown }

const ANN = '00000000-0000-4000-8000-00000000000a'
let world: World

beforeAll(async () => {
  world = await openWorld(`
    create type mood as enum ('sad', 'glad');
    create table notes (
      id int primary key, owner uuid, title text, stars int8, price numeric, mood mood,
      tags text[], data jsonb, done boolean, at timestamptz, day timestamp
    );
    create table pairs (left_id int, right_id text, note text, primary key (left_id, right_id));
    alter publication supabase_realtime add table notes, pairs;
    grant select on notes, pairs to authenticated, anon;`)
})
afterAll(() => world?.stop())

/** Subscribes and gathers what arrives; runs the statements; waits for `count` events. */
async function gather(filter: object, statements: string[], count: number): Promise<Payload[]> {
  const client = await world.client(await tokenFor(ANN))
  const events: Payload[] = []
  const channel = client
    .channel(`gather ${Math.random()}`)
    .on('postgres_changes' as never, filter as never, (event: Payload) => events.push(event))
  expect(await subscribed(channel)).toMatchObject({ status: 'SUBSCRIBED' })
  for (const statement of statements) await world.database.query(statement)
  await eventually(`${count} events`, () => events.length >= count)
  await quiet()
  await client.realtime.disconnect()
  return events
}

describe('what is told of a change', () => {
  test('an insert carries the row in the types that the Data API would give', async () => {
    const [event, ...more] = await gather(
      { event: 'INSERT', schema: 'public', table: 'notes' },
      [
        `insert into notes values (1, '${ANN}', 'héllo "you"', 9007199254740991, 1.50, 'glad',
          '{a,"b, c",null}', '{"deep": [1, {"x": null}]}', true,
          '2024-05-06 07:08:09.1+02', '2024-05-06 07:08:09')`,
      ],
      1,
    )
    expect(more).toEqual([])
    expect(event).toMatchObject({ eventType: 'INSERT', schema: 'public', table: 'notes', old: {} })
    expect(event?.new).toEqual({
      id: 1,
      owner: ANN,
      title: 'héllo "you"',
      stars: 9007199254740991,
      price: 1.5,
      mood: 'glad',
      tags: ['a', 'b, c', null],
      data: { deep: [1, { x: null }] },
      done: true,
      at: '2024-05-06T05:08:09.1+00:00',
      day: '2024-05-06T07:08:09',
    })
  })
})
