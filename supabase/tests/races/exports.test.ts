// An export reads all that a member has: each member runs one at a time, with whatever number of connections.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'
import { inSession, refusal } from '../support/race.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await startTestDatabase(4)
})
afterAll(() => db?.stop())

test('an export is refused while another one of the member runs', async () => {
  const [ids] = await db.sql<{ ann: string; bob: string }[]>`
    select tests.make_member('ann') as ann, tests.make_member('bob', 'brand') as bob`
  if (!ids) throw new Error('no members')
  const exported = (profile: string, during?: () => Promise<unknown>) =>
    inSession(db.sql, { profile }, async (tx) => {
      await tx`select public.export_my_data()`
      await during?.()
    }).then(() => 'exported', refusal)
  const meanwhile: string[] = []
  // The first act of a member in a test makes the row of their session, and others would wait for it.
  expect(await exported(ids.ann)).toBe('exported')
  await exported(ids.ann, async () => {
    meanwhile.push(await exported(ids.ann), await exported(ids.bob))
  })
  expect(meanwhile).toEqual(['export_running', 'exported'])
})
