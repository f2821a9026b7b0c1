import type Stripe from 'stripe'
import {
  NothingLeft,
  type Order,
  type PayoutProvider,
  type Report,
  type State,
} from './provider.ts'
import { definite, isOf, marksOf, reasonOf, requireFreshKey } from './stripe-errors.ts'

type Payouts = Pick<PayoutProvider, 'sendPayout' | 'findPayout' | 'takeBack'>

/**
 * A payout is a transfer from the platform to the member's account, then a payout from there to the
 * bank. The metadata of both has the payout and the attempt, by which they are found again.
 */
export const payoutsOf = (stripe: Stripe): Payouts => ({
  async sendPayout(order, onTransfer) {
    const transfer = await transferOf(stripe, order)
    await onTransfer(transfer.id)
    try {
      return payoutReport(await bankPayoutOf(stripe, order, transfer))
    } catch (error) {
      if (error instanceof NothingLeft) await reverse(stripe, transfer.id)
      throw error
    }
  },

  async findPayout(reference, account) {
    const payout = await stripe.payouts.retrieve(reference, {}, { stripeAccount: account })
    return payout.metadata?.['payout_id'] ? payoutReport(payout) : null
  },

  async takeBack({ transferRef }) {
    if (transferRef) await reverse(stripe, transferRef)
  },
})

async function transferOf(stripe: Stripe, order: Order): Promise<Stripe.Transfer> {
  if (order.transferRef) return await stripe.transfers.retrieve(order.transferRef)
  const found = order.isRepeat && (await findTransfer(stripe, order))
  if (found) return found
  requireFreshKey(order)
  const params = {
    amount: order.amountMinor,
    currency: order.currency.toLowerCase(),
    destination: accountOf(order),
    transfer_group: order.payoutId,
    metadata: marksOf(order),
  }
  return await definite(() =>
    stripe.transfers.create(params, { idempotencyKey: `${order.key}-transfer` }),
  )
}

async function findTransfer(stripe: Stripe, order: Order): Promise<Stripe.Transfer | undefined> {
  const { data } = await stripe.transfers.list({ transfer_group: order.payoutId, limit: 100 })
  return data.find((each) => isOf(order, each))
}

async function bankPayoutOf(
  stripe: Stripe,
  order: Order,
  transfer: Stripe.Transfer,
): Promise<Stripe.Payout> {
  const stripeAccount = accountOf(order)
  const found = order.isRepeat && (await findBankPayout(stripe, order))
  if (found) return found
  // An earlier run was refused and fetched the money back, but could not record that.
  if (transfer.reversed) throw new NothingLeft('transfer_reversed', null)
  requireFreshKey(order)
  const landed = await landedOf(stripe, transfer, stripeAccount)
  const params = {
    ...landed,
    metadata: { ...marksOf(order), transfer: transfer.id },
    ...(order.isInstant && { method: 'instant' as const }),
  }
  try {
    return await definite(() =>
      stripe.payouts.create(params, { stripeAccount, idempotencyKey: `${order.key}-payout` }),
    )
  } catch (error) {
    // The next attempt is an ordinary payout with a new key. An ordinary payout in this attempt could be sent twice.
    if (order.isInstant && error instanceof NothingLeft)
      throw new NothingLeft(`instant_${error.message}`, null, { cause: error })
    throw error
  }
}

/** The sum that arrived in the member's account. Stripe converts it when the account has another currency. */
async function landedOf(stripe: Stripe, transfer: Stripe.Transfer, stripeAccount: string) {
  const payment = transfer.destination_payment
  const id = typeof payment === 'string' ? payment : payment?.id
  if (!id) return { amount: transfer.amount, currency: transfer.currency }
  const expand = ['balance_transaction']
  const charge = await stripe.charges.retrieve(id, { expand }, { stripeAccount })
  const landed = charge.balance_transaction
  if (!landed || typeof landed === 'string') throw new Error('Stripe named no sum of a transfer.')
  return { amount: landed.net, currency: landed.currency }
}

async function findBankPayout(stripe: Stripe, order: Order): Promise<Stripe.Payout | undefined> {
  const params = { created: { gte: Math.floor(Date.parse(order.begunAt) / 1000) - 60 } }
  for await (const each of stripe.payouts.list(params, { stripeAccount: accountOf(order) })) {
    if (isOf(order, each)) return each
  }
  return undefined
}

async function reverse(stripe: Stripe, transferRef: string) {
  const { reversed } = await stripe.transfers.retrieve(transferRef)
  if (reversed) return
  // A new key each minute, because Stripe repeats a refusal for a day. A whole transfer cannot be reversed twice.
  const minute = Math.floor(Date.now() / 60_000)
  const idempotencyKey = `reversal-${transferRef}-${minute}`
  await stripe.transfers.createReversal(transferRef, {}, { idempotencyKey })
}

function accountOf({ account }: Order): string {
  if (!account) throw new Error('A payout needs an account.')
  return account
}

/** An unknown status never counts as arrived. */
const PAYOUT_STATES: Record<string, State> = {
  paid: 'arrived',
  failed: 'returned',
  canceled: 'returned',
}

function payoutReport(payout: Stripe.Payout): Report {
  const { payout_id = '', attempt = '', transfer = null } = payout.metadata ?? {}
  const state = PAYOUT_STATES[payout.status] ?? 'sent'
  return {
    payoutId: payout_id,
    attempt: Number(attempt),
    state,
    reference: payout.id,
    trace: payout.trace_id?.value ?? null,
    expectedOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
    reason: state === 'returned' ? reasonOf(payout.failure_code ?? '') : null,
    transferRef: transfer,
  }
}
