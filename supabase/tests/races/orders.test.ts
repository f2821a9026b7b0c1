// Two members, or a member and a deadline, move one order at the same time: one succeeds, the other
// gets the refusal, and the money moves once.
import { beforeAll, expect, test } from 'vitest'
import { actsIn, inSession, race, ROUNDS, seededChances, testDatabase } from '../support/race.ts'

const db = testDatabase()
const by = actsIn(db)
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

type Move = (order: string) => Promise<string>
type End = { status: string; payouts: number; moves: number; escrow: number }
const PAID = { status: 'completed', payouts: 1, escrow: 0 }
const HELD = { payouts: 0, escrow: 10000 }

/** Runs the moves concurrently on a new order, several rounds. */
async function rounds(state: string, moves: Move[]) {
  const chance = seededChances()
  const orders = await db.sql<{ id: string }[]>`
    select tests.make_order(${brand}, ${kol}, ${state}) as id from generate_series(1, ${ROUNDS})`
  const played: { end: End; refused: (string | undefined)[] }[] = []
  for (const { id } of orders) {
    const outcomes = await race(
      chance,
      moves.map((move) => () => move(id)),
    )
    played.push({ end: await endOf(id), refused: outcomes.map(({ refused }) => refused) })
  }
  return played
}

/** The outcome of an order: its state, how often its escrow was emptied, how often it ended. */
async function endOf(id: string): Promise<End> {
  const [end] = await db.sql<End[]>`
    select o.status,
      (select count(*)::int from private.transfers t where t.order_id = o.id
        and t.event in ('completion', 'settlement', 'refund', 'chargeback')) as payouts,
      (select count(*)::int from public.order_events e where e.order_id = o.id
        and e.from_status is distinct from e.to_status) as moves,
      (select a.balance_minor::int from private.accounts a where a.order_id = o.id) as escrow
    from public.pack_orders o where o.id = ${id}`
  if (!end) throw new Error(`no order ${id}`)
  return end
}

const call =
  (profile: () => string, name: string, ...rest: (string | number)[]): Move =>
  (order) =>
    inSession(db.sql, { profile: profile() }, async (tx) => {
      const list = [order, ...rest].map((_, place) => `$${place + 1}`).join(', ')
      const [row] = await tx.unsafe<{ status: string }[]>(
        `select status from public.${name}(${list})`,
        [order, ...rest],
      )
      return row?.status ?? ''
    })
const clock =
  (hours: number): Move =>
  () =>
    inSession(db.sql, 'service', async (tx) => {
      await tx`select public.run_due_work(now() + make_interval(hours => ${hours}))`
      return 'clock'
    })
const byBrand = (name: string, ...rest: (string | number)[]) => call(() => brand, name, ...rest)
const byKol = (name: string, ...rest: (string | number)[]) => call(() => kol, name, ...rest)

test('an order completed from several windows pays once', async () => {
  const complete = byBrand('complete_order')
  for (const { end, refused } of await rounds('delivered', [complete, complete, complete])) {
    expect(end).toEqual({ ...PAID, moves: 5 })
    expect(refused).toEqual([undefined, undefined, undefined])
  }
})

test('completion and dispute do not both happen', async () => {
  const moves = [byBrand('complete_order'), byKol('open_dispute', 'Not paid enough.')]
  for (const { end, refused } of await rounds('delivered', moves)) {
    expect([
      [{ ...PAID, moves: 5 }, undefined, 'order_not_disputable'],
      [{ ...HELD, status: 'disputed', moves: 5 }, 'order_not_delivered', undefined],
    ]).toContainEqual([end, ...refused])
  }
})

test('a revision and a completion do not both happen', async () => {
  const moves = [byBrand('complete_order'), byBrand('request_revision', 'Shorter.')]
  for (const { end, refused } of await rounds('delivered', moves)) {
    expect([
      [{ ...PAID, moves: 5 }, undefined, 'order_not_delivered'],
      [{ ...HELD, status: 'in_revision', moves: 5 }, 'order_not_delivered', undefined],
    ]).toContainEqual([end, ...refused])
  }
})

test('accepting, declining and cancelling leave one winner', async () => {
  const moves = [
    byKol('accept_order'),
    byKol('decline_order', 'No.'),
    byBrand('cancel_order', 'No.'),
  ]
  for (const { end, refused } of await rounds('funded', moves)) {
    expect(['in_progress', 'declined', 'cancelled']).toContain(end.status)
    expect(end.payouts).toBe(end.status === 'in_progress' ? 0 : 1)
    expect(end.moves).toBe(3)
    // A brand that comes after the acceptance has only requested the cancellation, which is no
    // move.
    expect(refused.filter((one) => one === undefined)).toHaveLength(
      end.status === 'in_progress' && refused[2] === undefined ? 2 : 1,
    )
  }
})

test('both sides ask to cancel at once: it is cancelled once', async () => {
  const moves = [byBrand('cancel_order', 'Off.'), byKol('cancel_order', 'Off.')]
  for (const { end, refused } of await rounds('in_progress', moves)) {
    expect(refused).toEqual([undefined, undefined])
    expect(end).toEqual({ ...PAID, status: 'cancelled', moves: 4 })
  }
})

test('two settlements and a decision of staff split the money once', async () => {
  const propose = async (order: string) => {
    await byBrand('propose_settlement', 3000)(order)
    await byKol('propose_settlement', 7000)(order)
    await inSession(db.sql, { profile: staff }, (tx) => tx`select tests.read_case(${order})`)
  }
  const chance = seededChances()
  const orders = await db.sql<{ id: string }[]>`
    select tests.make_order(${brand}, ${kol}, 'disputed') as id from generate_series(1, ${ROUNDS})`
  for (const { id } of orders) {
    await propose(id)
    const outcomes = await race(chance, [
      () => byBrand('accept_settlement', 7000)(id),
      () => byKol('accept_settlement', 3000)(id),
      () => call(() => staff, 'resolve_dispute', 5000, 'Half.')(id),
    ])
    // A ruling ends the proposals, and an agreement leaves nothing to rule on.
    const refused = outcomes.map((one) => one.refused)
    const end = await endOf(id)
    expect([
      ['settled', undefined, 'order_not_disputed', 'order_not_disputed', 1, 0],
      ['settled', 'order_not_disputed', undefined, 'order_not_disputed', 1, 0],
      ['ruled', 'no_settlement_proposed', 'no_settlement_proposed', undefined, 0, 10000],
    ]).toContainEqual([end.status, ...refused, end.payouts, end.escrow])
    expect(end.moves).toBe(5)
  }
})

test('a proposal that changed in the meantime is not accepted', async () => {
  const chance = seededChances()
  const orders = await db.sql<{ id: string }[]>`
    select tests.make_order(${brand}, ${kol}, 'disputed') as id from generate_series(1, ${ROUNDS})`
  for (const { id } of orders) {
    await byBrand('propose_settlement', 8000)(id)
    const [accept] = await race(chance, [
      () => byKol('accept_settlement', 8000)(id),
      () => byBrand('propose_settlement', 10)(id),
    ])
    const [order] = await db.sql<{ share: string | null }[]>`
      select creator_share_minor as share from public.pack_orders where id = ${id}`
    expect([
      [undefined, '8000'],
      ['settlement_changed', null],
    ]).toContainEqual([accept?.refused, order?.share])
  }
})

test('a deadline and the creator do not both end an order', async () => {
  const moves = [byKol('accept_order'), clock(72), clock(72)]
  for (const { end, refused } of await rounds('funded', moves)) {
    expect([
      [{ ...HELD, status: 'in_progress', moves: 3 }, undefined],
      [{ ...PAID, status: 'expired', moves: 3 }, 'order_not_funded'],
    ]).toContainEqual([end, refused[0]])
  }
})

test('a deadline and the brand complete an order once', async () => {
  const moves = [byBrand('complete_order'), clock(72), byBrand('extend_review')]
  for (const { end, refused } of await rounds('delivered', moves)) {
    expect(end).toEqual({ ...PAID, moves: 5 })
    // The deadline may have been first; then the brand has nothing to complete.
    expect([undefined, 'order_not_delivered']).toContain(refused[0])
  }
})

test('payment and expiry do not both happen', async () => {
  const pay: Move = (order) =>
    inSession(db.sql, 'service', async (tx) => {
      await tx`select public.record_payment('sandbox', ${`race-${order}`}, ${order}, 10000, 'USD')`
      return 'paid'
    })
  for (const { end, refused } of await rounds('pending_payment', [pay, clock(24)])) {
    expect(refused).toEqual([undefined, undefined])
    expect(['funded', 'expired']).toContain(end.status)
    expect(end.escrow ?? 0).toBe(end.status === 'funded' ? 10000 : 0)
  }
})

test('two reviews at once show each other', async () => {
  const chance = seededChances()
  // A brand each: of one author only the last review counts.
  const orders = await db.sql<{ id: string; author: string }[]>`
    select tests.make_order(b.author, ${kol}, 'completed') as id, b.author
    from (
      select tests.make_member('author' || n, 'brand') as author from generate_series(1, ${ROUNDS}) as n
      offset 0
    ) as b`
  const review = (profile: string, order: string, rating: number) =>
    by(profile)`select public.review_order(${order}, ${rating}, 'Thanks.')`
  const written: number[] = []
  await race(
    chance,
    orders.flatMap(({ id, author }) => {
      const rating = 1 + chance.below(5)
      written.push(rating)
      return [review(author, id, rating), review(kol, id, 5)]
    }),
  )
  const mean = written.reduce((sum, rating) => sum + rating, 0) / written.length
  const [rated] = await db.sql<{ rating: string; count: number; hidden: number }[]>`
    select p.rating::text, p.review_count as count,
      (select count(*)::int from public.reviews where visible_at is null) as hidden
    from public.profiles p where p.id = ${kol}`
  expect(rated).toEqual({ rating: mean.toFixed(2), count: ROUNDS, hidden: 0 })
})

test('random concurrent moves never deadlock', async () => {
  const chance = seededChances()
  const orders = await crowdedMarket()
  const outcomes = await race(
    chance,
    [...orders, ...orders].map(({ id, brand, kol }) =>
      chance.pick([
        () => call(() => brand, 'complete_order')(id),
        () => call(() => kol, 'open_dispute', 'No.')(id),
        () => clock(72)(id),
        () => call(() => brand, 'request_revision', 'More.')(id),
      ]),
    ),
  )
  const refused = outcomes.flatMap((outcome) => outcome.refused ?? [])
  expect(refused.filter((one) => !/^order_not_[a-z]+$/.test(one))).toEqual([])
})

test('afterwards the ledger has no fault', async () => {
  expect(await db.sql`select * from private.ledger_faults()`).toEqual([])
  expect(
    await db.sql`select * from private.count_solvency() where held_minor <> owed_minor + own_minor`,
  ).toEqual([])
})

/** Deliveries of each of three creators to each of three brands. */
async function crowdedMarket() {
  const members = await db.sql<{ brand: string; kol: string }[]>`
    select tests.make_member('brand' || n, 'brand') as brand, tests.make_member('kol' || n, 'kol') as kol
    from generate_series(1, 3) as n`
  // Each member was invited by a member of the other side, so that rewards cross.
  await db.sql`
    update public.referrals r set inviter_id = i.profile_id
    from tests.people p, tests.people i
    where p.profile_id = r.invitee_id and p.name ~ '[123]$' and i.name = case
      when p.name like 'kol%' then replace(p.name, 'kol', 'brand')
      else 'kol' || (right(p.name, 1)::int % 3 + 1) end`
  const orders: { id: string; brand: string; kol: string }[] = []
  for (const { brand } of members) {
    for (const { kol } of members) {
      const made = await db.sql<{ id: string }[]>`
        select tests.make_order(${brand}, ${kol}, 'delivered') as id
        from generate_series(1, ${Math.min(ROUNDS, 100)})`
      orders.push(...made.map(({ id }) => ({ id, brand, kol })))
    }
  }
  return orders
}

test('the mark by which a move is recognized ends with its transaction', async () => {
  const own = await db.sql.reserve()
  const order = `tests.make_order('${brand}', '${kol}', 'funded')`
  try {
    await own.unsafe(`begin; select ${order}; commit`)
    const [mark] = await own.unsafe<{ mark: string | null }[]>(
      `select nullif(current_setting('kolpact.order_move', true), '') as mark`,
    )
    expect(mark?.mark).toBeNull()
  } finally {
    own.release()
  }
  // A session that never moved an order has no mark at all.
  await expect(db.direct`update public.pack_orders set status = 'completed'`).rejects.toThrow(
    'status_only_by_move',
  )
})
