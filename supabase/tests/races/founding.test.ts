// The market is founded once, also when two operators do it at the same moment.
import { expect, test } from 'vitest'
import { race, refused, raceDatabase, seededChances, testRounds } from '../support/race.ts'

const db = raceDatabase(10)
const { by, value } = db

testRounds('one of ten concurrent calls makes a founding invite', async (chance, round) => {
  await db.sql`delete from private.founding`
  const calls = Array.from(
    { length: 10 },
    (_, n) => by('owner')`select private.create_founding_invite(${`${round}-${n}@kolpact.test`})`,
  )
  expect(refused(await race(chance, calls))).toEqual(Array(9).fill('market_founded'))
})

test('a founder who confirms twice at once takes office once', async () => {
  await db.sql`delete from private.founding`
  const code = await value`select private.create_founding_invite('you@kolpact.test')`
  const user = await value`
    select tests.sign_up('you@kolpact.test', ${db.sql.json({ invite_code: code })}, false)`
  const confirm = by('owner')`
    update auth.users set email_confirmed_at = now() where id = ${user}`
  await race(seededChances(), [confirm, confirm, confirm])
  const acts = await db.sql`select action from public.staff_audit where action = 'appoint_staff'`
  expect(acts).toHaveLength(1)
})
