// A member does heavy work once at a time, with whatever number of connections: an export, lists of rows that are counted.
import { expect, test } from 'vitest'
import { raceDatabase } from '../support/race.ts'

const { act, by, during, sides } = raceDatabase(4)

test('an export is refused while another one of the member runs', async () => {
  const { brand, kol } = await sides()
  const exported = (profile: string) => by(profile)`select public.export_my_data()`
  // The first act of a member in a test makes the row of their session, and others would wait for it.
  await exported(kol)()
  const meanwhile = (profile: string) =>
    during(kol, (tx) => tx`select public.export_my_data()`, exported(profile))
  expect((await meanwhile(kol)).refused).toBe('export_running')
  expect((await meanwhile(brand)).refused).toBeUndefined()
})

test('a list of rows is refused while another one of the member is written, and keeps no connection', async () => {
  const { brand, kol } = await sides()
  const saved = (profile: string) =>
    by(
      profile,
    )`insert into public.saved_searches (profile_id, name, filters) values (${profile}, 'DeFi', '{}')`
  await Promise.all([saved(brand)(), saved(kol)()])
  const meanwhile = (profile: string) =>
    during(
      brand,
      (tx) =>
        tx`insert into public.saved_searches (profile_id, name, filters) values (${brand}, 'NFT', '{}')`,
      saved(profile),
      (tx) => tx`select pg_sleep(0.8)`,
    )
  expect((await meanwhile(brand)).refused).toBe('rate_limited')
  expect((await meanwhile(kol)).refused).toBeUndefined()
})

test('a member writes several rows by one request at a time, and single ones beside it', async () => {
  const { brand } = await sides()
  const list = `insert into public.email_preferences (type, mode)
    select unnest(array['order_update', 'dispute_update']), 'off' on conflict do nothing`
  const change = `update public.email_preferences set mode = 'digest'`
  await act(brand, list)()
  const meanwhile = (statement: string) =>
    during(brand, (tx) => tx.unsafe(list), act(brand, statement))
  expect((await meanwhile(list)).refused).toBe('rate_limited')
  expect((await meanwhile(change)).refused).toBe('rate_limited')
  expect((await meanwhile(`${change} where type = 'order_update'`)).refused).toBeUndefined()
})
