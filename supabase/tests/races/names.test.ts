// Names, bans and proposals of staff at the same moment, in sessions of their own.
import { expect, test } from 'vitest'
import { actsIn, inSession, race, ROUNDS, seededChances, testDatabase } from '../support/race.ts'

const database = testDatabase(6)
const by = actsIn(database)
let serial = 0

const newName = (kind: string) => `${kind}${(serial += 1)}`
// Names of other members may not be in the way: digits of the serial are part of each.
const idOf = (rows: readonly Record<string, unknown>[]) => rows[0]?.['id'] as string

const makeMember = async (role: 'kol' | 'brand') =>
  idOf(await database.sql`select tests.make_member(${newName(role)}, ${role}) as id`)
const makeStaff = async () =>
  idOf(await database.sql`select tests.make_staff(${newName('staffer')}) as id`)

test('one member is verified under a name that another takes: never both', async () => {
  const { sql } = database
  const chance = seededChances()
  const staff = await makeStaff()
  const [first, second] = [await makeMember('kol'), await makeMember('kol')]
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = `Famous Person ${round}`
    await sql`update public.profiles set display_name = ${name} where id = ${first}`
    const outcomes = await race<unknown>(chance, [
      by(staff)`select public.verify_profile(${first}, tests.shown_hash(${first}))`,
      by(second)`
        update public.profiles set display_name = ${name.toUpperCase()} where id = ${second}`,
    ])
    const refused = outcomes.flatMap((outcome) => outcome.refused ?? [])
    expect([['name_in_use'], ['name_taken']]).toContainEqual(refused)
    await sql`update public.profiles set is_verified = false, display_name = 'Second' where id = ${second}`
    await sql`update public.profiles set is_verified = false where id = ${first}`
  }
})

test('two members who have the same name are never both verified', async () => {
  const { sql } = database
  const chance = seededChances()
  const staff = [await makeStaff(), await makeStaff()]
  const [first, second] = [await makeMember('kol'), await makeMember('kol')]
  for (let round = 0; round < ROUNDS; round += 1) {
    await sql`
      update public.profiles set display_name = ${`Namesake ${round}`}, is_verified = false
      where id in (${first}, ${second})`
    await race<unknown>(chance, [
      by(staff[0] ?? '')`select public.verify_profile(${first}, tests.shown_hash(${first}))`,
      by(staff[1] ?? '')`select public.verify_profile(${second}, tests.shown_hash(${second}))`,
    ])
    const [verified] = await sql`
      select count(*)::int as count from public.profiles where id in (${first}, ${second}) and is_verified`
    expect(verified).toEqual({ count: 0 })
  }
})

test('a proposal that several confirm at once is carried out once', async () => {
  const { sql } = database
  const chance = seededChances()
  const [proposer, ...others] = await Promise.all([
    makeStaff(),
    makeStaff(),
    makeStaff(),
    makeStaff(),
  ])
  for (let round = 0; round < ROUNDS; round += 1) {
    const proposal = idOf(
      await inSession(
        sql,
        { profile: proposer ?? '' },
        (tx) => tx`
          select id from public.propose_staff_act('update_setting',
            jsonb_build_object('key', 'creator_fee', 'value', ${11 + (round % 2)}::int))`,
      ),
    )
    const outcomes = await race<unknown>(
      chance,
      others.map((profile) => by(profile)`select public.confirm_staff_proposal(${proposal})`),
    )
    const refused = outcomes.flatMap((outcome) => outcome.refused ?? [])
    expect(refused).toEqual(['proposal_not_open', 'proposal_not_open'])
    const [done] = await sql`
      select count(*)::int as count from public.staff_audit
      where action = 'confirm_staff_proposal' and subject_id = ${proposal}`
    expect(done).toEqual({ count: 1 })
  }
})

test('two who propose for one subject at once leave one proposal', async () => {
  const { sql } = database
  const chance = seededChances()
  const staff = [await makeStaff(), await makeStaff()]
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcomes = await race<unknown>(
      chance,
      staff.map(
        (profile) =>
          by(profile)`
            select public.propose_staff_act('update_setting', '{"key": "buyer_fee", "value": 3}')`,
      ),
    )
    expect(outcomes.flatMap((outcome) => outcome.refused ?? [])).toEqual(['proposal_exists'])
    await inSession(
      sql,
      { profile: staff[0] ?? '' },
      (tx) => tx`
        select public.withdraw_staff_proposal(id) from public.staff_proposals where status = 'open'`,
    )
  }
})

test('a member who is suspended while deleting the account is banned', async () => {
  const { sql } = database
  const chance = seededChances()
  const staff = await makeStaff()
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = newName('leaver')
    const member = idOf(await sql`select tests.make_member(${name}, 'brand') as id`)
    await race<unknown>(chance, [
      by(staff)`select public.suspend_profile(${member})`,
      by(member)`select public.delete_my_account()`,
    ])
    const [state] = await sql`
      select suspended_at is not null as suspended, private.address_is_banned(${`${name}@kolpact.test`}) as banned
      from public.profiles where id = ${member}`
    expect(state?.['banned']).toBe(state?.['suspended'])
  }
})

test('of two changes of a setting, the log shows the second as made after the first', async () => {
  const { sql } = database
  const [first, second] = [await makeStaff(), await makeStaff()]
  const taken = Promise.withResolvers<void>()
  const earlier = inSession(sql, first, async (tx) => {
    await tx`select public.update_setting('shortlist_size', 7)`
    taken.resolve()
    await tx`select pg_sleep(0.2)`
  })
  await taken.promise
  await Promise.all([earlier, by(second)`select public.update_setting('shortlist_size', 8)`()])
  const [last] = await sql`
    select details ->> 'from' as before from public.staff_audit
    where action = 'update_setting' and details ->> 'to' = '8' and details ->> 'key' = 'shortlist_size'`
  expect(last).toEqual({ before: '7' })
})
