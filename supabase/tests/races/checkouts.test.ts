// An order is paid in two parts while another act uses the same wallet. The wallet's part and the
// provider's payment move together or not at all, and no payment is lost.
import { expect } from 'vitest'
import { inSession, race, refused, raceDatabase, testRounds } from '../support/race.ts'

const db = raceDatabase()
const { balance, by, clock, order, sides, value } = db

/** Makes a wallet with 60.00, and an order of 100.00 whose other 40.00 the provider collects. */
async function started() {
  const { brand, kol } = await sides()
  const refunded = await order({ brand, kol }, 'declined', 6000)
  const waiting = await order({ brand, kol }, 'pending_payment')
  await start(brand, waiting)()
  return { brand, kol, order: waiting, refunded }
}

const start = (brand: string, id: string) => by(brand)`select * from public.start_checkout(${id})`
const arrives = (id: string, reference = `rest ${id}`, amount = 4000) =>
  inSession(db.sql, 'service', async (tx) => {
    const [payment] = await tx<{ problem: string | null }[]>`
      select problem from public.record_payment('sandbox', ${reference}, ${id}, ${amount}, 'USD')`
    return payment?.problem ?? null
  })

testRounds('the rest of an order is paid, or another order takes the wallet', async (chance) => {
  const it = await started()
  const other = await order(it, 'pending_payment', 5000)
  const [payment, spent] = await race<unknown>(chance, [
    () => arrives(it.order),
    by(it.brand)`select public.pay_from_wallet(${other})`,
  ])
  expect([null, 'wallet_short']).toContain(payment?.value)
  const isPaid = payment?.value === null
  expect(spent?.refused).toBe(isPaid ? 'insufficient_funds' : undefined)
  expect(await balance(it.brand, 'escrow')).toBe(isPaid ? 10000 : 5000)
  expect(await balance(it.brand, 'wallet')).toBe(isPaid ? 0 : 1000)
})

testRounds('of two orders that counted on the same wallet one is paid', async (chance) => {
  const it = await started()
  const other = await order(it, 'pending_payment')
  await start(it.brand, other)()
  const outcomes = await race(chance, [() => arrives(it.order), () => arrives(other)])
  expect(new Set(outcomes.map(({ value }) => value))).toEqual(new Set([null, 'wallet_short']))
  expect(await balance(it.brand, 'escrow')).toBe(10000)
  expect(await balance(it.brand, 'wallet')).toBe(0)
})

testRounds('two tabs and a repeated webhook pay one order once', async (chance) => {
  const it = await started()
  const outcomes = await race<unknown>(chance, [
    () => arrives(it.order),
    () => arrives(it.order),
    () => arrives(it.order, `tab ${it.order}`),
    start(it.brand, it.order),
  ])
  const problems = outcomes.slice(0, 3).map(({ value }) => value)
  expect(new Set(problems)).toEqual(new Set([null, 'order_not_payable']))
  expect(await balance(it.brand, 'escrow')).toBe(10000)
  expect(await balance(it.brand, 'wallet')).toBe(0)
})

testRounds('an order is paid, or its wallet is charged back or refunded', async (chance, n) => {
  const it = await started()
  const isRefund = n % 2 === 0
  const [payment, other] = await race<unknown>(chance, [
    () => arrives(it.order),
    isRefund
      ? by(it.brand)`
          select tests.refund(id, 3000, gen_random_uuid()) from public.payments where order_id = ${it.refunded}`
      : by('service')`
          select public.record_chargeback('sandbox', ${`back ${it.order}`}, ${it.refunded}, 6000, 'USD')`,
  ])
  expect([null, 'wallet_short', 'payer_frozen']).toContain(payment?.value)
  expect(other?.refused).toBe(
    payment?.value === null && isRefund ? 'insufficient_funds' : undefined,
  )
})

testRounds('an order is paid, or the brand cancels, or the order expires', async (chance, n) => {
  const it = await started()
  const [payment] = await race<unknown>(chance, [
    () => arrives(it.order),
    n % 2 === 0 ? by(it.brand)`select public.cancel_order(${it.order}, 'No.')` : () => clock(25),
  ])
  expect([null, 'order_not_payable']).toContain(payment?.value)
  const paid = (await balance(it.brand, 'escrow')) + (await balance(it.brand, 'wallet'))
  expect(paid).toBe(payment?.value === null ? 10000 : 6000)
})

testRounds(
  'a payment pays an accepted offer or finds it cancelled by its creator at the same time',
  async (chance) => {
    const { brand, kol } = await sides()
    const id = await value`
    select tests.make_milestones(${brand}, ${kol}, 'pending_payment', '{4000,6000}')`
    const [payment, cancellation] = await race<unknown>(chance, [
      () => arrives(id, `all of ${id}`, 10000),
      by(kol)`select public.cancel_order(${id}, 'No.')`,
    ])
    expect([null, 'order_not_payable']).toContain(payment?.value)
    expect(cancellation?.refused).toBeUndefined()
    expect(await balance(brand, 'escrow')).toBe(payment?.value === null ? 10000 : 0)
  },
)

testRounds('a wallet pays a tip or the rest of an order, never both', async (chance) => {
  const it = await started()
  const done = await order(it, 'completed')
  const key = crypto.randomUUID()
  const tip = (amount: number, of = crypto.randomUUID()) =>
    by(it.brand)`select public.tip_order(${done}, ${amount}, '', ${of})`
  const [payment, ...tips] = await race<unknown>(chance, [
    () => arrives(it.order),
    tip(3000, key),
    tip(3000, key),
    tip(2500),
  ])
  for (const one of refused(tips)) expect(['tip_out_of_range', 'insufficient_funds']).toContain(one)
  const given = (await balance(it.kol, 'pending')) - 9000
  expect([0, 2500, 3000]).toContain(given)
  expect(payment?.value).toBe(given === 0 ? null : 'wallet_short')
  expect(await balance(it.brand, 'wallet')).toBe(given === 0 ? 0 : 6000 - given)
})
