// An export reads all that a member has: each member runs one at a time, with whatever number of connections.
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
