// Heavy requests of one member run one at a time, on any number of connections: an export, writes of many rows.
import { expect, test } from 'vitest'
import { inSession, outcomeOf, raceDatabase } from '../support/race.ts'

const db = raceDatabase(4)
const { act, by, during, sides } = db

test('an export is refused while another one of the member runs', async () => {
  const { brand, kol } = await sides()
  const exported = (profile: string) => by(profile)`select public.export_my_data()`
  // A member's first act inserts the row of their session; without this call, later acts would wait for that row.
  await exported(kol)()
  const meanwhile = (profile: string) =>
    during(kol, (tx) => tx`select public.export_my_data()`, exported(profile))
  expect((await meanwhile(kol)).refused).toBe('export_running')
  expect((await meanwhile(brand)).refused).toBeUndefined()
})

test('while a member writes many rows, their other writes of many rows are refused, except marks as read', async () => {
  const { brand, kol } = await sides()
  const list = `insert into public.email_preferences (type, mode)
    select unnest(array['dispute_update', 'order_update']), 'off' on conflict do nothing`
  const change = `update public.email_preferences set mode = 'digest'`
  const single = `${change} where type = 'order_update'`
  await Promise.all([act(brand, list)(), act(kol, list)()])
  const meanwhile = (first: string, profile: string, statement: string) =>
    inSession(db.sql, brand, async (tx) => {
      await tx.unsafe(first)
      return outcomeOf(act(profile, statement))
    })
  const marks = 'select public.mark_all_notifications_read()'
  const beside: [string, string, string, string | undefined][] = [
    [list, brand, list, 'rate_limited'],
    [list, brand, marks, undefined],
    [marks, brand, list, undefined],
    [change, brand, single, 'rate_limited'],
    [single, brand, list, 'rate_limited'],
    [single, brand, `${change} where type = 'dispute_update'`, undefined],
    [list, kol, list, undefined],
  ]
  for (const [first, profile, statement, refused] of beside)
    expect((await meanwhile(first, profile, statement)).refused).toBe(refused)
})
