// Ten thousand events of a payment provider. One copy of the market receives each event once, when it happens.
// Another copy receives them late, in any order, up to five times, and a tenth also forged, too old or changed.
// At the end both have the same books.
import { randomUUID } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { sign } from '../../../scripts/sandbox-pay/webhooks.ts'
import { copyDatabase } from '../../../scripts/tools/testing/database-copy.ts'
import { startMarket, type Event } from '../support/payouts.ts'
import { seededChances, type Chances } from '../support/race.ts'

const ORDERS = 2_400
const PAYOUTS = 150

const market = forAllTests(startMarket)
beforeAll(async () => {
  await market.db.sql`update private.settings set value = 0 where key = 'payout_grace'`
  await market.db.sql`update private.settings set value = 100000 where key = 'payouts_per_day'`
})

type Order = { id: string; brand: string; kol: string; reference: string; isPaid: boolean }
type Act = { happen: () => void; report: (seconds: number) => Event }

const now = () => Math.floor(Date.now() / 1000)
let chance: Chances

/** Makes an order that is not paid, or one that is paid and may be accepted, delivered or completed. */
async function newOrder(): Promise<Order> {
  const { by } = market
  const made = await market.newOrder('pending_payment')
  const order = { ...made, reference: '', isPaid: chance.below(3) === 0 }
  if (!order.isPaid) return order
  const { id, brand, kol } = order
  order.reference = await market.pay(id)
  const steps = chance.below(4)
  if (steps > 0) await by(kol)`select public.accept_order(${id})`()
  if (steps > 1) await by(kol)`select public.deliver_order(${id}, 'Done.', '{https://a.b}')`()
  if (steps > 2) await by(brand)`select public.complete_order(${id})`()
  return order
}

/** Requests a refund to a card that accepts it, or to one that refuses it. */
async function newRefund() {
  const { id, brand } = await market.newOrder('pending_payment')
  await market.pay(id, chance.pick(['4242', '5126']))
  await market.by(brand)`select public.cancel_order(${id}, 'Off.')`()
  await market.by(brand)`
    select public.request_refunds(${chance.pick([10000, 3000])}, 'USD', ${randomUUID()})`()
}

/** Requests a payout to a bank that pays it, or to one that returns it. */
const newPayout = async () =>
  market.request(await market.newCreator(chance.pick(['pays', 'pays', 'account_closed'])))

const event = (body: object) => (seconds: number) => {
  const text = JSON.stringify(body)
  return { body: text, signature: sign(market.secrets.webhookSecret, text, seconds) }
}

/** Events of an order's payment at the provider: the payment itself, a dispute, the end of the dispute. */
function acts(order: Order): Act[] {
  const pay = {
    happen: () =>
      void (order.reference = market.provider.pay(
        order.id,
        chance.pick([10000, 10000, 12500, 9000]),
        '4242',
      )),
    report: (seconds: number) => event({ type: 'session.paid', session: order.reference })(seconds),
  }
  const dispute = {
    id: `dp_${order.id}`,
    status: 'opened' as 'opened' | 'won' | 'lost',
    amount_minor: chance.pick([9000, 2500, 1]),
    created_at: new Date().toISOString(),
    due_at: null,
    answer: null,
  }
  const end = chance.pick(['won', 'lost', undefined] as const)
  const disputed: Act[] = [
    {
      happen: () => void market.provider.session(order.reference).disputes.push(dispute),
      report: event({ type: 'dispute.opened', dispute: dispute.id }),
    },
    ...(end
      ? [
          {
            happen: () => void (dispute.status = end),
            report: event({ type: `dispute.${end}`, dispute: dispute.id }),
          },
        ]
      : []),
  ]
  return [...(order.isPaid ? [] : [pay]), ...(chance.below(3) === 0 ? disputed : [])]
}

/** Spoils an event: a wrong signature, a changed body, or an old signature. */
function spoiled({ body }: Event, report: (seconds: number) => Event): Event {
  return chance.pick([
    { body, signature: `t=${now()},v1=${'0'.repeat(64)}` },
    { body: body.replace('"type":"', '"type": "'), signature: report(now()).signature },
    report(now() - 3600),
  ])
}

/** Delivers an event as payment-webhook does; false if it was refused, so that the provider sends it again. */
const takes = (given: Event, sql: Sql) =>
  market.deliver(given, sql).then(
    () => true,
    () => false,
  )

const books = async (sql: Sql) => ({
  balances: await sql`
    select owner_id, order_id, kind, currency, sum(balance_minor)::text as minor from private.accounts
    group by 1, 2, 3, 4 having sum(balance_minor) <> 0 order by 1 nulls first, 2 nulls first, 3, 4`,
  orders: await sql`select id, status from public.pack_orders order by id`,
  payments: await sql`select order_id, amount_minor from public.payments order by 1, 2`,
  payouts:
    await sql`select id, status, failure_reason, needs_other_way from public.payouts order by id`,
  chargebacks: await sql`
    select provider_ref, status, amount_minor from private.chargebacks order by provider_ref`,
  faults: await sql`select * from private.ledger_faults()`,
})

test('webhooks in any order, repeated and forged, end in the same ledger as an orderly sequence', async () => {
  chance = seededChances()
  const orders = await Promise.all(Array.from({ length: ORDERS }, newOrder))
  await Promise.all(Array.from({ length: PAYOUTS }, newPayout))
  await Promise.all(Array.from({ length: PAYOUTS }, newRefund))
  for (let n = 0; n < 12; n++) await market.send()
  const { sql } = market.db
  const { port, pathname } = new URL(market.db.url)
  const [waiting] = await sql`select count(*)::int as n from public.payouts where status <> 'sent'`
  expect(waiting).toEqual({ n: 0 })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await sql.end()
  const [clean, messy] = [
    await copyDatabase(Number(port), pathname.slice(1)),
    await copyDatabase(Number(port), pathname.slice(1)),
  ]
  const [a, b] = [clean, messy].map(({ url }) => postgres(url, { max: 8, onnotice: () => {} }))
  if (!a || !b) throw new Error('two copies')

  const later: ((seconds: number) => Event)[] = []
  const counts = { taken: 0, refused: [] as Promise<unknown>[] }
  async function deliver(report: (seconds: number) => Event) {
    if (chance.below(10) === 0) counts.refused.push(refusal(spoiled(report(now()), report)))
    if (await takes(report(now()), b!)) counts.taken += 1
    else later.push(report)
  }
  const refusal = (given: Event) =>
    market.deliver(given, b!).then(
      () => 'taken',
      (error: { token?: string }) => error.token,
    )
  const reportSome = (most: number) => Promise.all(later.splice(-most, most).map(deliver))
  async function happens({ happen, report }: Act) {
    happen()
    expect(await takes(report(now()), a!), report(0).body).toBe(true)
    for (let n = chance.below(5); n >= 0; n--)
      later.splice(chance.below(later.length + 1), 0, report)
    await reportSome(chance.below(5))
  }

  const lives = orders.map(acts)
  for (let going = lives; going.length; going = going.filter((each) => each.length)) {
    const next = going[chance.below(going.length)]?.shift()
    if (next) await happens(next)
  }
  for (const each of market.provider.state.payouts) market.provider.money.settle(each)
  market.provider.money.settleRefunds()
  await expect.poll(() => market.provider.state.events.length, { timeout: 60_000 }).toBe(0)
  for (const { body } of market.events)
    await happens({ happen: () => {}, report: event(JSON.parse(body)) })
  while (later.length) await reportSome(8)
  console.log(`${counts.taken} events taken, ${counts.refused.length} refused`)
  expect(new Set(await Promise.all(counts.refused))).toEqual(new Set(['bad_signature']))
  const [first, second] = [await books(a), await books(b)]
  expect(second).toEqual(first)
  expect(first.faults).toEqual([])
  await Promise.all([a.end(), b.end()])
  await Promise.all([clean.drop(), messy.drop()])
}, 1_800_000)
