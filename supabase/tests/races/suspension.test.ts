// A member is suspended while their orders move. Afterwards none of their deadlines runs, and there
// are no deadlocks.
import { beforeAll, expect, test } from 'vitest'
import { race, raceDatabase, refused, testRounds } from '../support/race.ts'

const db = raceDatabase(8)
const { by, clock, expectNoDeadlock } = db
const people = { brand: '', kol: '' }
let staff: string

beforeAll(async () => {
  Object.assign(people, await db.sides())
  staff = await db.staff()
})

/** Orders whose deadline runs although it should be stopped, or is stopped without a suspension that may stop it. */
const wrongClocks = () => db.sql`
  select o.id from public.pack_orders o
  where private.clock_stops(o, now()) and o.due_at is not null
    or not private.clock_stops(o, now()) and o.clock_remaining_seconds is not null`

testRounds(
  'no deadline runs for a suspended member, and none stays stopped afterwards',
  async (chance) => {
    const { brand, kol } = people
    const [funded, working, delivered, other] = [
      await db.order(people, 'funded'),
      await db.order(people, 'in_progress'),
      await db.order(people, 'delivered'),
      await db.order(people, 'delivered'),
    ]
    const suspended = await race(chance, [
      by(staff)`select public.suspend_profile(${kol})`,
      by(staff)`select public.suspend_profile(${brand})`,
      by(kol)`select public.accept_order(${funded})`,
      by(kol)`select public.deliver_order(${working}, 'Here.', '{https://a.b}')`,
      by(brand)`select public.complete_order(${delivered})`,
      by(brand)`select public.request_revision(${other}, 'Shorter.')`,
    ])
    for (const one of refused(suspended)) expect(one).toBe('not_allowed')
    expect(await wrongClocks()).toEqual([])
    await race(chance, [
      by(staff)`select public.unsuspend_profile(${kol}, 'Cleared.')`,
      by(staff)`select public.unsuspend_profile(${brand}, 'Cleared.')`,
      by(brand)`select public.open_dispute(${working}, 'No answer.')`,
    ])
    expect(await wrongClocks()).toEqual([])
  },
)

testRounds(
  'a suspension that several end or uphold at once ends once or not at all, and the profile agrees',
  async (chance) => {
    const { kol } = people
    const second = await db.staff()
    await db.sql`delete from public.notifications`
    await db.order(people, 'in_progress')
    await by(staff)`select public.suspend_profile(${kol}, false, 'spam', 'Too many.')`()
    const suspension = await db.value`
      update public.suspensions set created_at = now() - interval '8 days', ends_at = now() - interval '1 second',
        appeal = 'No.', appealed_at = now(), appeal_due_at = now() + interval '7 days'
      where profile_id = ${kol} and ended_at is null returning id`
    const outcomes = await race(chance, [
      by(second)`select public.decide_suspension_appeal(${kol}, false, 'A mistake.')`,
      by(second)`select public.decide_suspension_appeal(${kol}, true, 'Forty.')`,
      by(staff)`select public.unsuspend_profile(${kol}, 'Cleared.')`,
      clock,
    ])
    // A suspension upheld by a second member of staff cannot be ended by one of them alone.
    for (const one of refused(outcomes))
      expect(['suspension_not_appealed', 'second_staff_required']).toContain(one)
    await clock()
    const [end] = await db.sql`
      select p.suspended_at, s.ended_because is not null as has_ended,
        (select count(*)::int from public.notifications n
          where n.user_id = p.user_id and n.event = 'suspension_ended') as notified
      from public.profiles p join public.suspensions s on s.id = ${suspension} where p.id = ${kol}`
    expect(end).toEqual({ suspended_at: null, has_ended: true, notified: 1 })
    expect(await wrongClocks()).toEqual([])
  },
)

test('a suspension does not end while somebody else moves an order of the member', async () => {
  const stopped = await db.order(people, 'in_progress')
  await by(staff)`select public.suspend_profile(${people.kol}, false, 'conduct', 'Insults.')`()
  const lock = () => db.value<boolean>`select private.lock_for_reinstatement(${people.kol})`
  await db.sql.begin(async (tx) => {
    await tx`select from public.pack_orders where id = ${stopped} for no key update`
    expect(await lock()).toBe(false)
  })
  expect(await lock()).toBe(true)
})

// A dispute that is recorded during maintenance freezes the brand, and then ends proposals made without knowing of it.
test('the end of maintenance and a dispute that ends proposals do not deadlock', async () => {
  const { brand } = await db.sides()
  await db.sql`update public.profiles set suspended_at = now() where id = ${brand}`
  await db.sql`
    update public.suspensions set appeal = 'No.', appealed_at = now(), appeal_due_at = now() + interval '1 day'
    where profile_id = ${brand}`
  // Makes a proposal, because the end of maintenance moves the deadlines of all proposals.
  const proposal = await db.propose(staff, 'update_setting', { key: 'hold_new', value: 9 })
  const set = (value: number) =>
    by('owner')`update private.settings set value = ${value} where key = 'maintenance'`
  await set(1)()
  await db.sql`update private.clock_runs set ran_at = now() - interval '5 days' where clock = 'maintenance'`
  await expectNoDeadlock(
    (tx) => tx`select private.lock_freezes(array[${brand}::uuid])`,
    set(0),
    (tx) => tx`select from public.staff_proposals where id = ${proposal} for update`,
  )
})

test('one member of staff who undoes an act ends nothing that two members decided on meanwhile', async () => {
  const { brand, kol } = await db.sides()
  await by(staff)`select public.suspend_profile(${kol}), public.suspend_profile(${brand})`()
  const forEver = { profile_id: brand, category: 'fraud', note: 'Cards.', without_end: true }
  const [proposal] = await by(staff)<{ id: string }>`
    select id from public.propose_staff_act('suspend_profile', ${db.sql.json(forEver)})`()
  await db.during(
    await db.staff(),
    (tx) => tx`select public.confirm_staff_proposal(${proposal?.id ?? ''})`,
    by(await db.staff())`select public.unsuspend_profile(${kol}, 'A mistake.', true)`,
  )
  const suspended = await db.sql`
    select p.id from public.profiles p where p.id in (${kol}, ${brand}) and p.suspended_at is not null`
  expect([...suspended]).toEqual([{ id: brand }])
})

test('two members of staff who lift the ban of one address at once lift one of its bans', async () => {
  const name = db.newName('banned').replace(' ', '')
  const address = `${name}@kolpact.test`
  const [one, other] = [
    await db.value`select tests.make_member(${name}, 'brand')`,
    await db.value`select tests.make_member(${`${name}+2`}, 'brand')`,
  ]
  for (const id of [one, other])
    await db.sql`update public.profiles set suspended_at = now() where id = ${id}`
  await db.sql`delete from auth.users where id in (tests.user_id(${one}), tests.user_id(${other}))`
  const second = await db.during(
    staff,
    (tx) => tx`select public.lift_ban(${address})`,
    by(await db.staff())`select public.lift_ban(${address}) as is_lifted`,
  )
  expect(second.value).toEqual([{ is_lifted: false }])
  expect(await db.value`select private.address_is_banned(${address})`).toBe(true)
})
