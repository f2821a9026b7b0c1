// Tests the code that compares the ledger with the balance and the movements that a provider reports.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { startMarket } from '../support/payouts.ts'
import { inSession, untilWaiting } from '../support/race.ts'

const market = forAllTests(() => startMarket(0))
beforeAll(async () => {
  await market.db.sql`update private.settings set value = 0 where key = 'payout_grace'`
  // The provider's first read lies before all payments of these tests, so that none is too old to be compared.
  await market.reconcile()
  await market.db.sql`update private.provider_reads set started_at = now() - interval '1 day'`
})

const solvency = async () => {
  const [row] = await market.db.sql<{ state: string; held: number; owed: number }[]>`
    select state, held_minor::int as held, owed_minor::int as owed from public.solvency where currency = 'USD'`
  return row
}
/** Movements that only one side has, after both have had enough time to report them. */
const differences = async () => {
  await market.reconcile()
  await market.db.sql`update private.provider_lines set occurred_at = now() - interval '2 hours'`
  await market.db.sql`update private.cash_movements set moved_at = now() - interval '2 days'`
  await market.db.sql`update private.provider_reads set started_at = now() - interval '9 days'`
  await market.reconcile()
  return market.db.sql<{ kind: string; subject: string; amount: number }[]>`
    select d.kind, coalesce(l.subject, m.subject) as subject, d.amount_minor::int as amount
    from private.differences d left join private.provider_lines l on l.id = d.line_id
    left join private.cash_movements m on m.transfer_id = d.transfer_id
    where d.resolved_at is null order by d.id`
}

/** Makes an order and pays 100.00 for it by card. */
async function paid() {
  const order = await market.newOrder('pending_payment')
  return { ...order, reference: await market.pay(order.id) }
}

test('payments, refunds and disputes match the lines of the provider, which holds what is owed', async () => {
  await paid()
  const { id, brand, kol } = await paid()
  await market.by(kol)`select public.decline_order(${id})`()
  await market.by({ profile: brand, aal: 'aal2' })`
    select public.request_refunds(4000, 'USD', ${randomUUID()})`()
  await market.send()
  const disputed = await paid()
  const session = market.provider.session(disputed.reference)
  session.disputes.push({
    id: 'dp_1',
    status: 'opened',
    amount_minor: 3000,
    created_at: new Date().toISOString(),
    due_at: null,
    answer: null,
  })
  await market.by('service')`
    select public.record_provider_dispute('sandbox', ${disputed.reference}, 'dp_1', 'opened', 3000, 'USD')`()
  expect(await market.reconcile()).toEqual({ read: 1, failed: 0 })
  expect(
    await market.value`select count(*)::int from private.cash_movements where line_id is not null`,
  ).toBe(5)
  expect(await differences()).toEqual([])
  expect(await market.db.sql`select * from private.ledger_faults()`).toEqual([])
})

test('a payout that arrives and one that is returned match the lines of the provider', async () => {
  const { db, provider } = market
  for (const bank of ['pays', 'account_closed']) {
    const creator = await market.newCreator(bank)
    provider.pay(creator.order, 10000, '4242')
    await market.request(creator)
  }
  await market.send()
  for (const each of provider.state.payouts) provider.money.settle(each)
  await expect
    .poll(
      async () => {
        for (const event of market.events.splice(0)) await market.deliver(event).catch(() => {})
        const rows = await db.sql`select from public.payouts where status = 'returned'`
        return rows.length
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  expect(await differences()).toEqual([])
  const rows = await db.sql<{ kind: string }[]>`
    select kind from private.cash_movements where line_id is not null and kind like 'payout%' order by transfer_id`
  expect(rows.map(({ kind }) => kind)).toEqual(['payout', 'payout', 'payout_returned'])
})

test('a payment that never reached the ledger is found', async () => {
  market.provider.pay('00000000-0000-4000-8000-000000000001', 777, '4242')
  const subject = '00000000-0000-4000-8000-000000000001'
  expect(await differences()).toEqual([{ kind: 'missing_here', subject, amount: 777 }])
})

test('a difference that staff settle during a run of matching is not matched as well', async () => {
  const { by, db, value } = market
  const { sql } = db
  const subject = '00000000-0000-4000-8000-000000000001'
  const difference = await value`
    select d.id from private.differences d join private.provider_lines l on l.id = d.line_id
    where l.subject = ${subject}`
  const clerk = await value`select tests.make_staff('settler')`
  await by('service')`select public.record_payment('sandbox', 'late', ${subject}, 777, 'USD')`()
  let run: Promise<unknown> = Promise.resolve()
  await inSession(sql, clerk, async (tx) => {
    await tx`select public.resolve_difference(${difference}, 'costs', 'It is ours.')`
    run = by('service')`select public.finish_reconciliation()`()
    await untilWaiting(sql)
  })
  await run
  expect(
    await sql`select is_open from private.cash_movements where subject = ${subject}`,
  ).toMatchObject([{ is_open: true }])
})

test('a shortfall at the provider is reported with the next reading', async () => {
  market.provider.state.opening = { usd: 10_000 }
  await market.reconcile()
  expect(await solvency()).toMatchObject({ state: 'covered' })
  market.provider.state.opening = { usd: -10_000 }
  await market.reconcile()
  expect(await solvency()).toMatchObject({ state: 'short' })
})

test('the report of a provider that does not answer counts as old, not as covered or short', async () => {
  const { db, lost, provider } = market
  provider.state.opening = { usd: 10_000 }
  await market.reconcile()
  expect(await solvency()).toMatchObject({ state: 'covered' })
  // Three hours pass, and a payment arrives that the provider's last answer does not contain.
  await db.sql`alter table private.solvency_snapshots disable trigger solvency_snapshots_append_only`
  await db.sql`update private.solvency_snapshots set good_until = good_until - interval '3 hours'`
  await db.sql`update private.holdings set held_at = held_at - interval '3 hours'`
  await market.by('service')`
    select public.record_payment('sandbox', 'unseen', ${randomUUID()}, 90000, 'USD')`()
  lost.lose = () => 'before'
  const faults: string[] = []
  expect(await market.reconcile((fault) => faults.push(fault))).toEqual({ read: 0, failed: 1 })
  expect(faults).toHaveLength(2)
  delete lost.lose
  expect(await solvency()).toMatchObject({ state: 'old' })
})
