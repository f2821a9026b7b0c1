// A member does heavy work once at a time, with whatever number of connections: an export, lists of rows that are counted.
import { expect, test } from 'vitest'
import { raceDatabase } from '../support/race.ts'

const { by, during, sides } = raceDatabase(4)

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
      (tx) => tx`select pg_sleep(0.5)`,
    )
  expect((await meanwhile(brand)).refused).toBe('rate_limited')
  expect((await meanwhile(kol)).refused).toBeUndefined()
})
