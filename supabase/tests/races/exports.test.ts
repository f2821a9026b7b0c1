// A member does heavy work once at a time, with whatever number of connections: an export, lists of rows that are counted.
import { expect, test } from 'vitest'
import { inSession, outcomeOf, raceDatabase, refusals } from '../support/race.ts'

const db = raceDatabase(8)
const { by, during, sides } = db

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

test('a member writes rows of tables in four requests at once', async () => {
  const { brand, kol } = await sides()
  const request = (profile: string, path: string) =>
    by(profile)`
      select private.before_request()
      from (select set_config('request.method', 'POST', true), set_config('request.path', ${path}, true)) as asked`
  /** Does the work while so many requests of the brand have not ended. */
  const whileThere = <T>(others: number, work: () => Promise<T>): Promise<T> =>
    others === 0
      ? work()
      : inSession(db.sql, brand, async (tx) => {
          await tx`select set_config('request.method', 'POST', true), set_config('request.path', '/packs', true)`
          await tx`select private.before_request()`
          return whileThere(others - 1, work)
        })
  const outcomes = await whileThere(4, () =>
    Promise.all([
      outcomeOf(request(brand, '/messages')),
      outcomeOf(request(brand, '/rpc/unread_count')),
      outcomeOf(request(kol, '/messages')),
    ]),
  )
  expect(refusals(outcomes)).toEqual(['rate_limited', undefined, undefined])
  expect((await outcomeOf(request(brand, '/messages'))).refused).toBeUndefined()
})
