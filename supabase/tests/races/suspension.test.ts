// A member is suspended while their orders move: afterwards none of their deadlines runs, and there
// were no deadlocks.
import { beforeAll, expect, test } from 'vitest'
import {
  inSession,
  race,
  ROUNDS,
  seededChances,
  testRounds,
  testDatabase,
} from '../support/race.ts'

const db = testDatabase(8)
let brand: string
let kol: string
let staff: string

beforeAll(async () => {
  const [people] = await db.sql<{ brand: string; kol: string; staff: string }[]>`
    select tests.make_member('brand', 'brand') as brand, tests.make_member('kol', 'kol') as kol,
      tests.make_staff('stella') as staff`
  if (!people) throw new Error('no people')
  ;({ brand, kol, staff } = people)
})

const as = (profile: string, sql: string, parameters: string[]) => () =>
  inSession(db.sql, { profile }, async (tx) => [...(await tx.unsafe(sql, parameters))].length)

const order = async (state: string) => {
  const [made] = await db.sql<
    { id: string }[]
  >`select tests.make_order(${brand}, ${kol}, ${state}) as id`
  return made?.id ?? ''
}

/** Orders whose deadline runs although a suspension can stop it, or is stopped although none can. */
const wrongClocks = () => db.sql`
  select o.id from public.pack_orders o
  where private.clock_stops(o, now()) and o.due_at is not null
    or not private.clock_stops(o, now()) and o.clock_remaining_seconds is not null`

testRounds(
  'no deadline runs for a suspended member, and none stays stopped afterwards',
  async (chance) => {
    const [funded, working, delivered, other] = [
      await order('funded'),
      await order('in_progress'),
      await order('delivered'),
      await order('delivered'),
    ]
    const moves = [
      as(kol, 'select public.accept_order($1)', [funded]),
      as(kol, `select public.deliver_order($1, 'Here.', '{https://a.b}')`, [working]),
      as(brand, 'select public.complete_order($1)', [delivered]),
      as(brand, `select public.request_revision($1, 'Shorter.')`, [other]),
    ]
    const suspended = await race(chance, [
      as(staff, 'select public.suspend_profile($1)', [kol]),
      as(staff, 'select public.suspend_profile($1)', [brand]),
      ...moves,
    ])
    expect(
      suspended.map(({ refused }) => refused).filter((token) => token !== 'not_allowed'),
    ).toEqual(suspended.filter(({ refused }) => refused !== 'not_allowed').map(() => undefined))
    expect(await wrongClocks()).toEqual([])
    const lifted = await race(chance, [
      as(staff, 'select public.unsuspend_profile($1, $2)', [kol, 'Cleared.']),
      as(staff, 'select public.unsuspend_profile($1, $2)', [brand, 'Cleared.']),
      as(brand, `select public.open_dispute($1, 'No answer.')`, [working]),
    ])
    expect(lifted.map(({ refused }) => refused)).not.toContain('40P01')
    expect(await wrongClocks()).toEqual([])
  },
)

test('a suspension ends once, whoever ends it, and the profile follows it', async () => {
  const [{ second } = { second: '' }] = await db.sql<{ second: string }[]>`
    select tests.make_staff('second') as second`
  const clock = () =>
    inSession(db.sql, 'service', async (tx) => (await tx`select public.run_due_work(now())`).length)
  const chance = seededChances()
  for (let round = 0; round < ROUNDS; round += 1) {
    await db.sql`delete from public.notifications`
    await order('in_progress')
    await as(staff, `select public.suspend_profile($1, false, 'spam', 'Too many.')`, [kol])()
    const [opened] = await db.sql<{ id: string }[]>`
      update public.suspensions set created_at = now() - interval '8 days', ends_at = now() - interval '1 second',
        appeal = 'No.', appealed_at = now(), appeal_due_at = now() + interval '7 days'
      where profile_id = ${kol} and ended_at is null returning id`
    const outcomes = await race(chance, [
      as(second, `select public.decide_suspension_appeal($1, false, 'A mistake.')`, [kol]),
      as(second, `select public.decide_suspension_appeal($1, true, 'Forty.')`, [kol]),
      as(staff, 'select public.unsuspend_profile($1, $2)', [kol, 'Cleared.']),
      clock,
    ])
    // Once a second member of staff has upheld it, it is a suspension of two.
    const refusals = outcomes.flatMap(({ refused }) => refused ?? [])
    expect(['suspension_not_appealed', 'second_staff_required']).toEqual(
      expect.arrayContaining(refusals),
    )
    await clock()
    const [end] = await db.sql`
      select p.suspended_at, s.ended_because is not null as has_ended,
        (select count(*)::int from public.notifications n
          where n.user_id = p.user_id and n.event = 'suspension_ended') as notified
      from public.profiles p join public.suspensions s on s.id = ${opened?.id ?? ''} where p.id = ${kol}`
    expect(end).toEqual({ suspended_at: null, has_ended: true, notified: 1 })
    expect(await wrongClocks()).toEqual([])
  }
})

test('a suspension does not end while somebody else moves an order of the member', async () => {
  const stopped = await order('in_progress')
  await as(staff, `select public.suspend_profile($1, false, 'conduct', 'Insults.')`, [kol])()
  const lock = () => db.sql`select private.lock_for_reinstatement(${kol}) as locked`
  await db.sql.begin(async (tx) => {
    await tx`select from public.pack_orders where id = ${stopped} for no key update`
    expect(await lock()).toEqual([{ locked: false }])
  })
  expect(await lock()).toEqual([{ locked: true }])
})
