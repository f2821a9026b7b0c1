// The market is founded once, also when two operators do it at the same moment.
import { expect, test } from 'vitest'
import {
  actsIn,
  inSession,
  race,
  seededChances,
  testRounds,
  testDatabase,
} from '../support/race.ts'

const db = testDatabase(10)
const by = actsIn(db)

testRounds('of ten calls at once one makes an invite', async (chance, round) => {
  await db.sql`delete from private.founding`
  const calls = Array.from({ length: 10 }, (_, n) => () => found(`${round}-${n}@kolpact.test`))
  const outcomes = await race(chance, calls)
  expect(outcomes.filter(({ refused }) => refused === undefined)).toHaveLength(1)
  expect(outcomes.filter(({ refused }) => refused === 'market_founded')).toHaveLength(9)
})

test('a founder who confirms twice at once takes office once', async () => {
  await db.sql`delete from private.founding`
  const code = await found('you@kolpact.test')
  const [user] = await db.sql<{ id: string }[]>`
    select tests.sign_up('you@kolpact.test', ${db.sql.json({ invite_code: code })}, false) as id`
  const confirm = by('owner')`
    update auth.users set email_confirmed_at = now() where id = ${user?.id ?? ''}`
  await race<unknown>(seededChances(), [confirm, confirm, confirm])
  const acts = await db.sql`select action from public.staff_audit where action = 'appoint_staff'`
  expect(acts).toHaveLength(1)
})

const found = (email: string) =>
  inSession(db.sql, 'owner', async (tx) => {
    const [row] = await tx<
      { code: string }[]
    >`select private.create_founding_invite(${email}) as code`
    return row?.code ?? ''
  })
