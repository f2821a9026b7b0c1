// Concurrent sessions that take names, ban members and vote on proposals of staff.
import { expect, test } from 'vitest'
import { race, raceDatabase, refused, testRounds } from '../support/race.ts'

const db = raceDatabase(6)
const { by, during, member, newName, staff, value } = db

const verify = async (id: string) =>
  by(await staff())`select public.verify_profile(${id}, tests.shown_hash(${id}))`
const rename = (id: string, name: string) =>
  by(id)`update public.profiles set display_name = ${name} where id = ${id}`

testRounds(
  'a member is verified under a name or another member takes it, never both',
  async (chance) => {
    const [first, second] = [await member('kol'), await member('kol')]
    const name = newName('Famous Person')
    await rename(first, name)()
    const outcomes = await race(chance, [await verify(first), rename(second, name.toUpperCase())])
    expect([['name_in_use'], ['name_taken']]).toContainEqual(refused(outcomes))
  },
)

testRounds('two members who have the same name are never both verified', async (chance) => {
  const ids = [await member('kol'), await member('kol')] as const
  const name = newName('Namesake')
  for (const id of ids) await rename(id, name)()
  await race(chance, [await verify(ids[0]), await verify(ids[1])])
  expect(
    await db.sql`select id from public.profiles where id in ${db.sql(ids)} and is_verified`,
  ).toEqual([])
})

const propose = (actor: string, setting: object) => by(actor)<{ id: string }>`
  select id from public.propose_staff_act('update_setting', ${db.sql.json(setting as never)})`

testRounds('a proposal that several confirm at once is carried out once', async (chance, round) => {
  const setting = { key: 'creator_fee', value: 11 + (round % 2) }
  const [{ id } = { id: '' }] = await propose(await staff(), setting)()
  const confirm = async () => by(await staff())`select public.confirm_staff_proposal(${id})`
  const outcomes = await race(chance, [await confirm(), await confirm(), await confirm()])
  expect(refused(outcomes)).toEqual(['proposal_not_open', 'proposal_not_open'])
  expect(
    await value`select count(*)::int from public.staff_audit
      where action = 'confirm_staff_proposal' and subject_id = ${id}`,
  ).toBe(1)
})

testRounds(
  'two members of staff who propose the same act at once make one proposal',
  async (chance) => {
    const setting = { key: 'buyer_fee', value: 3 }
    const [first, second] = [await staff(), await staff()]
    const outcomes = await race(chance, [propose(first, setting), propose(second, setting)])
    expect(refused(outcomes)).toEqual(['proposal_exists'])
    await by(first)`
    select public.withdraw_staff_proposal(id) from public.staff_proposals where status = 'open'`()
  },
)

testRounds('a member who is suspended while deleting the account is banned', async (chance) => {
  const id = await member('brand')
  const address = await value`select u.email from auth.users u where u.id = tests.user_id(${id})`
  await race(chance, [
    by(await staff())`select public.suspend_profile(${id})`,
    by(id)`select public.delete_my_account()`,
  ])
  const [state] = await db.sql`
    select suspended_at is not null as suspended, private.address_is_banned(${address}) as banned
    from public.profiles where id = ${id}`
  expect(state?.['banned']).toBe(state?.['suspended'])
})

test('of two changes of a setting, the log shows the second as made after the first', async () => {
  await during(
    await staff(),
    (tx) => tx`select public.update_setting('shortlist_size', 7)`,
    by(await staff())`select public.update_setting('shortlist_size', 8)`,
  )
  expect(
    await value`select details ->> 'from' from public.staff_audit
      where action = 'update_setting' and details ->> 'to' = '8' and details ->> 'key' = 'shortlist_size'`,
  ).toBe('7')
})
