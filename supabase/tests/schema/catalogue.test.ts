// The rules of the tables and who may do what, as a list to be read in review. A rule that no
// client can reach (a constraint behind a function, a trigger for the owner alone) is tested by
// this list alone. `npm run test:rules -- -u` updates it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from 'local-supabase/database.ts'
import { catalogueOf } from '../../../scripts/schema/catalogue.ts'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await startTestDatabase(1)
})
afterAll(() => db?.stop())

test('constraints, triggers, policies and grants are the ones that were reviewed', async () => {
  const catalogue = await withClient(db.url, catalogueOf)
  await expect(catalogue).toMatchFileSnapshot('catalogue.txt')
})
