// Accounts that show the same marks at the same time are one person, whoever is first.
import type { Sql, TransactionSql } from 'postgres'
import { expect, test } from 'vitest'
import { race, raceDatabase, refused, testRounds } from '../support/race.ts'

const db = raceDatabase(6)
const { by, member, order } = db

const marks = (id: string, card: string) =>
  by('owner')`select private.mark_person(${id}, 'card', ${card})`

testRounds('four accounts in a ring of four cards become one person', async (chance, round) => {
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push(await member('brand'))
  // Each shares one card with the one before and one with the one after.
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
  'a chargeback and a payment with the same card at once leave nobody of the person free',
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

// Neither act sees what the other one has not committed: the later one has to wait.
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
  'an account that is bound to one that is $change at the same time bears what is true at the end',
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

testRounds('one of two accounts is suspended while the other one is unfrozen', async (chance) => {
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
    by(second)`select public.unfreeze_profile(${brand}, 'Looked at.')`,
  ])
  expect(refused(outcomes)).toEqual([])
})

test('two unfreeze an account while the one that it is bound to is suspended', async () => {
  const { brand } = await db.sides()
  const newcomer = await member('brand')
  await bind(db.sql, newcomer, brand)
  await CHANGES.suspended(db.sql, brand)
  const [first, second] = [await db.staff(), await db.staff()]
  await by(first)`
    select public.propose_staff_act('unfreeze_profile',
      jsonb_build_object('profile_id', ${newcomer}::text, 'note', 'A flatmate.'))`()
  const [proposal] = await db.sql`select id from public.staff_proposals where subject = ${newcomer}`
  const confirmed = await db.during(
    'owner',
    (tx) => tx`select private.lock_freezes(array[${brand}::uuid])`,
    by(second)`select public.confirm_staff_proposal(${proposal?.id})`,
    (tx) => tx`select from public.profiles where id in (${brand}, ${newcomer}) for no key update`,
  )
  expect(confirmed.refused).toBeUndefined()
})

test('an inbox that joins two accounts, and a suspension of one of them, do not deadlock', async () => {
  const [one, other] = [await member('brand'), await member('brand')]
  const joined = await db.during(
    'owner',
    // The locks of a suspension, in their order.
    (tx) => tx`select private.lock_freezes(array[${one}, ${other}]::uuid[])`,
    by('owner')`select private.join_people(${one}, ${other}, 'inbox')`,
    (tx) =>
      tx`select from public.profiles where id in (${one}, ${other}) order by id for no key update`,
  )
  expect(joined.refused).toBeUndefined()
})

test('a card that joins two accounts, and the deletion of the one that had it, do not deadlock', async () => {
  const [one, other] = [await member('brand'), await member('brand')]
  await marks(one, 'deleted card')()
  const joined = await db.during(
    'owner',
    // The last locks of a deletion.
    (tx) => tx`select private.lock_freezes(array[${one}]::uuid[])`,
    marks(other, 'deleted card'),
    (tx) => tx`select from public.profiles where id = ${one} for update`,
  )
  expect(joined.refused).toBeUndefined()
})

testRounds(
  'a proposal to separate two accounts meets a second card or is carried out',
  async (chance, round) => {
    const [older, newcomer] = [await member('brand'), await member('brand')]
    await db.sql`update public.profiles set created_at = now() - interval '1 year' where id = ${older}`
    for (const card of ['one', 'two']) await marks(older, `${card} ${round}`)()
    await marks(newcomer, `one ${round}`)()
    const [first, second] = [await db.staff(), await db.staff()]
    await by(first)`
    select public.propose_staff_act('decide_same_person', jsonb_build_object('profile_id', ${newcomer}::text,
      'other_id', ${older}::text, 'is_same', false, 'note', 'Flatmates.'))`()
    const [proposal] =
      await db.sql`select id from public.staff_proposals where subject = ${newcomer}`
    const [shown, confirmed] = await race(chance, [
      marks(newcomer, `two ${round}`),
      by(second)`select public.confirm_staff_proposal(${proposal?.id})`,
    ])
    expect(shown?.refused).toBeUndefined()
    expect([undefined, 'proposal_not_open']).toContain(confirmed?.refused)
    const [pair] =
      await db.sql`select is_separate from private.person_pairs where profile_id = ${newcomer}`
    expect(pair).toEqual({ is_separate: confirmed?.refused === undefined })
  },
)

/** A payout that is not sent yet, of a creator who saved the same account as all others here. */
async function requested() {
  const sides = await db.sides()
  await order(sides, 'completed')
  await db.sql`
    select private.clear_hold(h.id, now() + interval '99 days') from private.holds h where h.profile_id = ${sides.kol}`
  await by({ profile: sides.kol, aal: 'aal2' })`
    select public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid())`()
  const [payout] = await db.sql`select id from public.payouts where profile_id = ${sides.kol}`
  return {
    id: payout?.id,
    kol: sides.kol,
    send: by('owner')`select private.settle_payout(${payout?.id}, ${sides.kol})`,
  }
}

test('a payout to an account that another member has, and a payment by a known card, do not deadlock', async () => {
  const [first, second] = [await requested(), await requested()]
  await first.send()
  const sent = await db.during(
    'owner',
    // The locks of a payment, in their order.
    (tx) => tx`select pg_advisory_xact_lock(hashtextextended('people', 0))`,
    second.send,
    (tx) => tx`select from private.accounts where kind = 'cash' order by id for update`,
  )
  expect(sent.refused).toBeUndefined()
})

test('a payout to an account that another member has, and the deletion of its member, do not deadlock', async () => {
  const [first, second] = [await requested(), await requested()]
  await first.send()
  const sent = await db.during(
    'owner',
    // The last locks of a deletion, in their order.
    (tx) => tx`select from private.accounts where owner_id = ${second.kol} order by id for update`,
    second.send,
    (tx) => tx`select private.lock_freezes(array[${second.kol}]::uuid[])`,
  )
  expect(sent.refused).toBeUndefined()
})

test.for([
  [
    'a suspension of its member',
    'select private.lock_freezes(array[$1]::uuid[])',
    'select from public.staff_proposals where id = $2 for update',
  ],
  [
    'another payout to its account',
    `select pg_advisory_xact_lock(hashtextextended(encode(m.hash, 'hex'), 0)) from private.person_marks m
     where m.kind = 'payout' and m.profile_id = $3`,
    `select pg_advisory_xact_lock(hashtextextended('people', 0))`,
  ],
] as const)(
  'a vote that says that a payout was sent, and %s, do not deadlock',
  async ([, hold, want]) => {
    const [first, second] = [await requested(), await requested()]
    await first.send()
    const [taker, other] = [await db.staff(), await db.staff()]
    await db.sql`update public.payouts set provider = 'manual' where id = ${second.id}`
    await by({ profile: taker, aal: 'aal2' })`select public.take_payout(${second.id})`()
    await by(other)`
    select public.propose_staff_act('record_payout_sent', jsonb_build_object('payout_id', ${second.id}::text, 'reference', 'R1'))`()
    const [proposal] =
      await db.sql`select id from public.staff_proposals where subject = ${second.id}::text`
    const run = (lock: string) =>
      lock
        .replace('$1', `'${second.kol}'`)
        .replace('$2', `'${proposal?.id}'`)
        .replace('$3', `'${first.kol}'`)
    const confirmed = await db.during(
      'owner',
      (tx) => tx.unsafe(run(hold)),
      by(taker)`select public.confirm_staff_proposal(${proposal?.id})`,
      (tx) => tx.unsafe(run(want)),
    )
    expect(confirmed.refused).toBeUndefined()
  },
)

test.for([
  [
    'the word that an earlier one was sent',
    "select from private.accounts where owner_id = '$1' and kind in ('available', 'in_transit') order by id for update",
    "select pg_advisory_xact_lock(hashtextextended('people', 0))",
  ],
  [
    'a payment with a card that somebody else has used',
    "select pg_advisory_xact_lock(hashtextextended('people', 0))",
    "select from private.accounts where owner_id = '$1' and kind = 'pending' order by id for update",
  ],
] as const)('the next request of a payout, and %s, do not deadlock', async ([, hold, want]) => {
  const [first, second] = [await requested(), await requested()]
  await first.send()
  const asked = await db.during(
    'owner',
    // The locks of the other act, in their order.
    (tx) => tx.unsafe(hold.replace('$1', second.kol)),
    by({ profile: second.kol, aal: 'aal2' })`
      select public.request_payout(1000, 'USD', tests.payout_method(), gen_random_uuid())`,
    (tx) => tx.unsafe(want.replace('$1', second.kol)),
  )
  expect(asked.refused).toBeUndefined()
})
