// Accounts that concurrently use the same card or bank account count as one person, in whatever order.
import type { Sql, TransactionSql } from 'postgres'
import { expect, test } from 'vitest'
import { race, raceDatabase, refused, testRounds } from '../support/race.ts'

const db = raceDatabase(6)
const { by, expectNoDeadlock, member, order, value } = db

const marks = (id: string, card: string) =>
  by('owner')`select private.mark_person(${id}, 'card', ${card})`

testRounds('four accounts in a ring of four cards become one person', async (chance, round) => {
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push(await member('brand'))
  // Each account shares one card with the account before it and one with the account after it.
  const acts = ids.flatMap((id, n) => [
    marks(id, `${round} ${n}`),
    marks(id, `${round} ${(n + 1) % ids.length}`),
  ])
  expect(refused(await race(chance, acts))).toEqual([])
  const [found] = await db.sql`
    select (select count(distinct private.person_of(id))::int from unnest(${ids}::uuid[]) as id) as people,
      (select count(*)::int from private.people a join private.people b on b.profile_id = a.person_id) as chained`
  expect(found).toEqual({ people: 1, chained: 0 })
})

testRounds(
  'a chargeback and a payment with the same card at once freeze every account of the person',
  async (chance, round) => {
    const card = `card ${round}`
    const { brand, kol } = await db.sides()
    const other = await member('brand')
    const paid = await order({ brand, kol }, 'completed')
    await marks(brand, card)()
    const outcomes = await race(chance, [
      marks(other, card),
      by('owner')`select tests.charge_back(tests.payment(${paid}))`,
    ])
    expect(refused(outcomes)).toEqual([])
    const frozen = await db.sql`
      select id from public.profiles where id in (${brand}, ${other}) and frozen_at is not null`
    expect(frozen).toHaveLength(2)
  },
)

// Neither act sees uncommitted changes of the other, so the later act has to wait.
const CHANGES = {
  suspended: (sql, id) => sql`update public.profiles set suspended_at = now() where id = ${id}`,
  reinstated: (sql, id) => sql`update public.profiles set suspended_at = null where id = ${id}`,
  disputed: (sql, id) =>
    sql`select private.freeze_brand(c, now()) from private.chargebacks c where c.brand_id = ${id}`,
  unfrozen: (sql, id) => sql`select private.unfreeze(${id})`,
} satisfies Record<string, (sql: Sql | TransactionSql, id: string) => Promise<unknown>>
const bind = (sql: Sql | TransactionSql, newcomer: string, older: string) =>
  sql`insert into private.person_pairs (profile_id, other_id, kind) values (${newcomer}, ${older}, 'card')`

test.each([
  { before: [], change: 'suspended', isFrozen: true },
  { before: ['suspended'], change: 'reinstated', isFrozen: false },
  { before: [], change: 'disputed', isFrozen: true },
  { before: ['disputed'], change: 'unfrozen', isFrozen: false },
] as const)(
  'an account that is bound to another while that one is $change ends frozen: $isFrozen',
  async ({ before, change, isFrozen }) => {
    for (const isBoundFirst of [true, false]) {
      const { brand } = await db.sides()
      const newcomer = await member('brand')
      await db.sql`
        insert into private.chargebacks (provider, provider_ref, payment_ref, brand_id, amount_minor, brand_minor, loss_minor, currency)
        values ('sandbox', ${brand}, ${brand}, ${brand}, 1, 1, 0, 'USD')`
      for (const act of before) await CHANGES[act](db.sql, brand)
      const acts = [
        (sql: Sql | TransactionSql) => bind(sql, newcomer, brand),
        (sql: Sql | TransactionSql) => CHANGES[change](sql, brand),
      ] as const
      const [first, second] = isBoundFirst ? acts : [acts[1], acts[0]]
      const outcome = await db.during('owner', first, async () => second(db.sql))
      expect(outcome.refused).toBeUndefined()
      const [found] = await db.sql`
        select frozen_at is not null as frozen from public.profiles where id = ${newcomer}`
      expect(found).toEqual({ frozen: isFrozen })
    }
  },
)

testRounds(
  'suspending one account of a person while the other is unfrozen does not deadlock',
  async (chance) => {
    const { brand } = await db.sides()
    const other = await member('brand')
    await db.sql`select private.join_people(${brand}, ${other}, 'inbox')`
    await db.sql`
    insert into private.chargebacks (provider, provider_ref, payment_ref, brand_id, amount_minor, brand_minor, loss_minor, currency)
    values ('sandbox', ${brand}, ${brand}, ${brand}, 1, 1, 0, 'USD')`
    await CHANGES.disputed(db.sql, brand)
    const [first, second] = [await db.staff(), await db.staff()]
    const outcomes = await race(chance, [
      by(first)`select public.suspend_profile(${other}, category => 'spam', note => 'Spam.')`,
      by(second)`select public.unfreeze_profile(${brand}, 'Looked at.', tests.causes(${brand}))`,
    ])
    // Staff may have read the causes before the suspension.
    expect(refused(outcomes).filter((one) => one !== 'profile_changed')).toEqual([])
  },
)

test('two members of staff unfreeze an account while the one that it is bound to is suspended', async () => {
  const { brand } = await db.sides()
  const newcomer = await member('brand')
  await bind(db.sql, newcomer, brand)
  await CHANGES.suspended(db.sql, brand)
  const proposal = await db.propose(await db.staff(), 'unfreeze_profile', {
    profile_id: newcomer,
    note: 'A flatmate.',
    seen: await value`select private.causes_of(${newcomer})`,
  })
  await expectNoDeadlock(
    (tx) => tx`select private.lock_freezes(array[${brand}::uuid])`,
    by(await db.staff())`select public.confirm_staff_proposal(${proposal})`,
    (tx) => tx`select from public.profiles where id in (${brand}, ${newcomer}) for no key update`,
  )
})

test('a mailbox that makes two accounts one person, and a suspension of one of them, do not deadlock', async () => {
  const [one, other] = [await member('brand'), await member('brand')]
  await expectNoDeadlock(
    (tx) => tx`select private.lock_freezes(array[${one}, ${other}]::uuid[])`,
    by('owner')`select private.join_people(${one}, ${other}, 'inbox')`,
    (tx) =>
      tx`select from public.profiles where id in (${one}, ${other}) order by id for no key update`,
  )
})

test('a card that makes two accounts one person, and the deletion of its first user, do not deadlock', async () => {
  const [one, other] = [await member('brand'), await member('brand')]
  await marks(one, 'deleted card')()
  await expectNoDeadlock(
    (tx) => tx`select private.lock_freezes(array[${one}]::uuid[])`,
    marks(other, 'deleted card'),
    (tx) => tx`select from public.profiles where id = ${one} for update`,
  )
})

test('a payment whose card makes two accounts one person, and the end of an order of the payer, do not deadlock', async () => {
  const first = await member('brand')
  await marks(first, 'sandbox a known card')()
  const people = await db.sides()
  await order(people, 'delivered')
  const unpaid = await order(people, 'pending_payment')
  await expectNoDeadlock(
    (tx) => tx`
      select from private.accounts where owner_id = ${people.brand} and kind = 'wallet' for no key update`,
    by('service')`
      select public.record_payment('sandbox', 'by a known card', ${unpaid}, 10000, 'USD', 'a known card')`,
    (tx) => tx`select from public.profiles where id = ${people.brand} for no key update`,
  )
  expect(await value`select private.person_of(${people.brand})`).toBe(first)
  expect(await db.statusOf(unpaid)).toBe('funded')
})

testRounds(
  'a proposal to separate two accounts is carried out, or a second shared card ends it',
  async (chance, round) => {
    const [older, newcomer] = [await member('brand'), await member('brand')]
    await db.sql`update public.profiles set created_at = now() - interval '1 year' where id = ${older}`
    for (const card of ['one', 'two']) await marks(older, `${card} ${round}`)()
    await marks(newcomer, `one ${round}`)()
    const proposal = await db.propose(await db.staff(), 'decide_same_person', {
      profile_id: newcomer,
      other_id: older,
      is_same: false,
      note: 'Flatmates.',
    })
    const [shown, confirmed] = await race(chance, [
      marks(newcomer, `two ${round}`),
      by(await db.staff())`select public.confirm_staff_proposal(${proposal})`,
    ])
    expect(shown?.refused).toBeUndefined()
    expect([undefined, 'proposal_not_open']).toContain(confirmed?.refused)
    expect(
      await value`select is_separate from private.person_pairs where profile_id = ${newcomer}`,
    ).toBe(confirmed?.refused === undefined)
  },
)

/** Makes an unsent payout of a creator. All creators of these tests have saved the same bank account. */
async function requested() {
  const sides = await db.sides()
  await order(sides, 'completed')
  await db.sql`
    select private.clear_hold(h.id, now() + interval '99 days') from private.holds h where h.profile_id = ${sides.kol}`
  const request = by({ profile: sides.kol, aal: 'aal2' })<{ id: string }>`
    select id from public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid())`
  const [{ id } = { id: '' }] = await request()
  return {
    id,
    kol: sides.kol,
    /** Requests another payout of the creator. */
    request,
    send: by('owner')`select private.settle_payout(${id}, ${sides.kol})`,
    /** Returns the vote that confirms the payout as sent: another member of staff proposes that, the taker confirms. */
    async vote() {
      const [taker, other] = [await db.staff(), await db.staff()]
      await db.sql`update public.payouts set provider = 'manual' where id = ${id}`
      await by({ profile: taker, aal: 'aal2' })`select public.take_payout(${id})`()
      const details = { payout_id: id, reference: 'R1' }
      const proposal = await db.propose(other, 'record_payout_sent', details)
      return by(taker)`select public.confirm_staff_proposal(${proposal})`
    },
  }
}

const PEOPLE = `select pg_advisory_xact_lock(hashtextextended('people', 0))`
const PAYOUT = 'a payout to an account that another member has'
const VOTE = 'a vote that says that a payout was sent'
const NEXT = 'the next request of a payout'

// Each case names two acts and the two locks of the second act, in its order. $kol is the member of $payout, $first the
// earlier member with the same bank account.
test.for([
  [
    PAYOUT,
    'a payment by a known card',
    PEOPLE,
    `select from private.accounts where kind = 'cash' order by id for update`,
  ],
  [
    PAYOUT,
    'the deletion of its member',
    `select from private.accounts where owner_id = '$kol' order by id for update`,
    `select private.lock_freezes(array['$kol']::uuid[])`,
  ],
  [
    VOTE,
    'a suspension of its member',
    `select private.lock_freezes(array['$kol']::uuid[])`,
    `select from public.staff_proposals where subject = '$payout' for update`,
  ],
  [
    VOTE,
    'another payout to its account',
    `select pg_advisory_xact_lock(hashtextextended(encode(m.hash, 'hex'), 0)) from private.person_marks m
     where m.kind = 'payout' and m.profile_id = '$first'`,
    PEOPLE,
  ],
  [
    NEXT,
    'the report that an earlier payout was sent',
    `select from private.accounts where owner_id = '$kol' and kind in ('available', 'in_transit') order by id for update`,
    PEOPLE,
  ],
  [
    NEXT,
    'a payment with a card that somebody else has used',
    PEOPLE,
    `select from private.accounts where owner_id = '$kol' and kind = 'pending' order by id for update`,
  ],
] as const)('%s, and %s, do not deadlock', async ([act, , hold, want]) => {
  const [first, second] = [await requested(), await requested()]
  await first.send()
  const known: Record<string, string> = {
    $kol: second.kol,
    $payout: second.id,
    $first: first.kol,
  }
  const filled = (sql: string) => sql.replace(/\$[a-z]+/g, (name) => known[name] ?? name)
  const acts = { [PAYOUT]: second.send, [NEXT]: second.request }
  await expectNoDeadlock(
    (tx) => tx.unsafe(filled(hold)),
    act === VOTE ? await second.vote() : acts[act],
    (tx) => tx.unsafe(filled(want)),
  )
})
