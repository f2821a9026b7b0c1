// Deadlines of late work and of disputes race with acts of members and staff. One of the two takes
// effect, the other is refused or finds nothing to do, and the money moves once.
import { beforeAll, expect, test } from 'vitest'
import {
  race,
  refusals,
  ROUNDS,
  raceDatabase,
  seededChances,
  untilWaiting,
  type OrderEnd,
} from '../support/race.ts'

const db = raceDatabase(8)
const { act, by, endOf } = db
const people = { brand: '', kol: '', judge: '', second: '' }

beforeAll(async () => {
  const [judge, second] = [await db.value`select tests.judge()`, await db.staff()]
  Object.assign(people, await db.sides(), { judge, second })
})

type Act = (order: string) => Promise<unknown>
const as =
  (who: keyof typeof people, call: string): Act =>
  (order) =>
    act(people[who], `select ${call}`, order)()
const clock: Act = () => db.clock()

/** Races the acts on new orders, each of which has just passed its deadline and grace period. */
async function rounds(state: string, acts: Act[], before: Act = async () => {}) {
  const chance = seededChances()
  const played: { end: OrderEnd; refused: (string | undefined)[] }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await db.sql`update public.profiles set frozen_at = null where id = ${people.brand}`
    const id = await db.order(people, state)
    await before(id)
    await db.sql`
      update public.pack_orders o set due_at = now() - private.grace_of(o) where o.id = ${id}`
    const outcomes = await race(
      chance,
      acts.map((each) => () => each(id)),
    )
    // Due work skips orders that are locked, so it runs once more after the race.
    await clock(id)
    played.push({ end: await endOf(id), refused: refusals(outcomes) })
  }
  return played
}

test.each(['in_progress', 'in_revision'])(
  'late work in the state %s is delivered by the creator or ended by the clock, never both',
  async (state) => {
    const deliver = as('kol', `public.deliver_order($1, 'At last.', '{https://a.b}')`)
    for (const { end, refused } of await rounds(state, [deliver, clock, clock])) {
      expect([
        ['delivered', 0, 10000, undefined],
        [state === 'in_revision' ? 'settled' : 'expired', 1, 0, 'order_not_in_progress'],
      ]).toContainEqual([end.status, end.payouts, end.escrow, refused[0]])
    }
  },
)

test('late work that the brand cancels while its clock ends it is refunded once', async () => {
  const cancel = as('brand', `public.cancel_order($1, 'Late.')`)
  for (const { end, refused } of await rounds('in_progress', [cancel, clock])) {
    expect(end).toMatchObject({ payouts: 1, escrow: 0 })
    expect([
      ['cancelled', undefined],
      ['expired', 'order_not_cancellable'],
    ]).toContainEqual([end.status, refused[0]])
  }
})

test('an answer at the deadline counts, or the proposal of the other side does', async () => {
  const propose: Act = async (order) => {
    await as('brand', 'public.propose_settlement($1, 6000)')(order)
    await db.sql`update public.pack_orders set due_at = now() + interval '5 days' where id = ${order}`
  }
  // A short window to answer, so that the proposal is made while evidence may still be given.
  await db.sql`update private.settings set value = 24 where key = 'dispute_answer_window'`
  const acts = [as('kol', `public.answer_dispute($1, 'No.')`), clock]
  const played = await rounds('disputed', acts, propose)
  await db.sql`update private.settings set value = 120 where key = 'dispute_answer_window'`
  for (const { end, refused } of played) {
    expect([
      ['awaiting_ruling', null, undefined],
      ['settled', 6000, 'answers_closed'],
    ]).toContainEqual([end.status, end.share, refused[0]])
  }
})

test('evidence at the deadline is refused, and the dispute goes to staff', async () => {
  const give = as('kol', `public.give_evidence($1, 'Look.')`)
  for (const { end, refused } of await rounds('disputed', [give, clock])) {
    expect(end).toMatchObject({ status: 'awaiting_ruling', payouts: 0, escrow: 10000 })
    expect(refused[0]).toBe('evidence_closed')
  }
})

test('a ruling and the written rule do not both decide', async () => {
  const acts = [as('judge', `public.resolve_dispute($1, 7000, 'Most.')`), clock]
  const read = as('judge', 'tests.read_case($1)')
  for (const { end, refused } of await rounds('awaiting_ruling', acts, read)) {
    expect([
      ['ruled', 7000, 0, undefined],
      ['settled', 0, 1, 'order_not_disputed'],
    ]).toContainEqual([end.status, end.share, end.payouts, refused[0]])
  }
})

test('a clock that read an order before it was ruled on leaves it to its appeal', async () => {
  const order = await db.order(people, 'awaiting_ruling')
  await as('judge', 'tests.read_case($1)')(order)
  await db.sql`update public.pack_orders o set due_at = now() - private.grace_of(o) where o.id = ${order}`
  // Replaces a function so that due work pauses after reading the due orders and before locking them.
  const definition = await db.value`
    select pg_get_functiondef('private.drawn_from'::regproc)`
  await db.sql`
    create or replace function private.drawn_from(batch int) returns int language plpgsql as $$
    begin perform pg_advisory_xact_lock(77); return 500; end $$`
  try {
    const { clocks } = await db.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(77)`
      const clocks = clock(order)
      await untilWaiting(db.sql)
      await as('judge', `public.resolve_dispute($1, 7000, 'Most.')`)(order)
      return { clocks }
    })
    await clocks
  } finally {
    await db.sql.unsafe(definition)
  }
  expect(await endOf(order)).toMatchObject({ status: 'ruled', payouts: 0, escrow: 10000 })
})

test('a dispute is withdrawn, or the ruling that waits for it is confirmed', async () => {
  const propose: Act = async (order) => {
    for (const who of ['judge', 'second'] as const) await as(who, 'tests.read_case($1)')(order)
    await as(
      'judge',
      `public.propose_staff_act('resolve_dispute',
        jsonb_build_object('order_id', $1::text, 'creator_share_minor', 7000, 'note', 'Most.'))`,
    )(order)
    await db.sql`update public.pack_orders set due_at = now() + interval '5 days' where id = ${order}`
  }
  const confirm = as(
    'second',
    'public.confirm_staff_proposal((select id from public.staff_proposals where subject = $1::text))',
  )
  const acts = [as('kol', 'public.withdraw_dispute($1)'), confirm]
  for (const { refused } of await rounds('awaiting_ruling', acts, propose))
    expect([
      [undefined, 'order_not_disputed'],
      [undefined, 'proposal_not_open'],
      ['order_not_disputed', undefined],
    ]).toContainEqual(refused)
})

test('a ruling is appealed or paid out, never both', async () => {
  const appeal = (who: 'kol' | 'brand') => as(who, `public.appeal_ruling($1, 'No.')`)
  for (const { end, refused } of await rounds('ruled', [appeal('kol'), appeal('brand'), clock])) {
    const appeals = refused.slice(0, 2).filter((one) => one === undefined).length
    expect([
      ['appealed', 0, 10000, 1],
      ['settled', 1, 0, 0],
    ]).toContainEqual([end.status, end.payouts, end.escrow, appeals])
  }
})

test('an appeal is decided once: by staff, by its clock or by the sides', async () => {
  const acts = [
    as('second', `public.decide_appeal($1, 1000, 'Less.')`),
    as('brand', 'public.accept_settlement($1, 3000)'),
    clock,
  ]
  const propose: Act = async (order) => {
    await as('kol', 'public.propose_settlement($1, 3000)')(order)
    await as('second', 'tests.read_case($1)')(order)
  }
  for (const { end } of await rounds('appealed', acts, propose)) {
    expect(end).toMatchObject({ status: 'settled', payouts: 1, escrow: 0 })
    expect([1000, 3000, 5000]).toContain(end.share)
  }
  expect(
    await db.sql`select order_id from public.rulings group by order_id, instance having count(*) > 1`,
  ).toEqual([])
})

test('a ruling is paid out, or waits until the bank has decided about a chargeback', async () => {
  const chargeBack: Act = (order) =>
    by('service')`
      select public.record_chargeback('sandbox', ${`test-${order}`}, ${order}, 10000, 'USD')`()
  for (const { end } of await rounds('ruled', [chargeBack, clock])) {
    expect([
      ['settled', 0],
      ['ruled', 10000],
    ]).toContainEqual([end.status, end.escrow])
  }
})
