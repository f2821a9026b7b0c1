// Tests and the seed act at other times than now. The Data API connects as `authenticator`, and what it
// sets in its session changes no time.
import { beforeAll, expect, test } from 'vitest'
import { withClient } from 'local-supabase/database.ts'
import { testDatabase } from '../support/race.ts'

const db = testDatabase(1)
beforeAll(async () => {
  await db.sql`grant execute on function private.clock to authenticator, authenticated, service_role`
  await db.sql`grant usage on schema private to authenticator`
})

test.each([
  ['postgres', 'none', '2000-01-01'],
  ['authenticator', 'none', 'now'],
  ['authenticator', 'authenticated', 'now'],
  ['authenticator', 'service_role', 'now'],
])('%s acting as %s reads %s when it sets the year 2000', async (login, role, wanted) => {
  const url = new URL(db.url)
  url.username = login
  const { rows } = await withClient(url.href, async (client) => {
    await client.query('begin')
    await client.query(
      `select set_config('role', $1, true), set_config('kolpact.time', '2000-01-01', true)`,
      [role],
    )
    return client.query('select private.clock() = $1::timestamptz as same', [wanted])
  })
  expect(rows).toEqual([{ same: true }])
})
