import Stripe from 'stripe'
import { NothingLeft, type AccountState, type Order, type PayoutProvider } from './provider.ts'
import type { Reason, Report, State } from './provider.ts'

type Options = {
  name: string
  secretKey: string
  /** Another address than Stripe's own: the sandbox, and tests. */
  server?: { host: string; port: number; protocol: 'http' }
}

/** Stripe forgets a key after a day. What it does not find then was never made. */
const KEY_LIVES_MS = 23 * 3_600_000

/**
 * Stripe Connect. A payout is a transfer from the platform to the member's account, then a payout from
 * there to the bank. Both carry the payout and the attempt, by which they are found again.
 */
export function stripePayouts({ name, secretKey, server }: Options): PayoutProvider {
  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 1,
    timeout: 10_000,
    telemetry: false,
    ...server,
  })

  async function transferOf(order: Order): Promise<Stripe.Transfer> {
    if (order.transferRef) return await stripe.transfers.retrieve(order.transferRef)
    const found = order.isRepeat && (await findTransfer(order))
    if (found) return found
    requireFreshKey(order)
    return await definite(() =>
      stripe.transfers.create(
        {
          amount: order.amountMinor,
          currency: order.currency.toLowerCase(),
          destination: accountOf(order),
          transfer_group: order.payoutId,
          metadata: marksOf(order),
        },
        { idempotencyKey: `${order.key}-transfer` },
      ),
    )
  }

  async function findTransfer(order: Order): Promise<Stripe.Transfer | undefined> {
    const { data } = await stripe.transfers.list({ transfer_group: order.payoutId, limit: 100 })
    return data.find((each) => isOf(order, each))
  }

  async function findBankPayout(order: Order): Promise<Stripe.Payout | undefined> {
    const params = { created: { gte: Math.floor(Date.parse(order.begunAt) / 1000) - 60 } }
    for await (const each of stripe.payouts.list(params, { stripeAccount: accountOf(order) })) {
      if (isOf(order, each)) return each
    }
    return undefined
  }

  async function bankPayoutOf(order: Order, transfer: Stripe.Transfer): Promise<Stripe.Payout> {
    const found = order.isRepeat && (await findBankPayout(order))
    if (found) return found
    // A sender before this one was refused, fetched the money back, and could not say so.
    if (transfer.reversed) throw new NothingLeft('transfer_reversed', null)
    return await definite(() =>
      stripe.payouts.create(
        {
          amount: order.amountMinor,
          currency: order.currency.toLowerCase(),
          metadata: { ...marksOf(order), transfer: transfer.id },
        },
        { stripeAccount: accountOf(order), idempotencyKey: `${order.key}-payout` },
      ),
    )
  }

  async function reverse(transferRef: string) {
    const { reversed } = await stripe.transfers.retrieve(transferRef)
    if (reversed) return
    const idempotencyKey = `reversal-${transferRef}`
    await stripe.transfers.createReversal(transferRef, {}, { idempotencyKey })
  }

  async function intentOf(order: Order): Promise<string> {
    const session = await stripe.checkout.sessions.retrieve(order.paymentRef ?? '')
    const intent = session.payment_intent
    if (!intent) throw new NothingLeft('payment_unknown', 'card_refused')
    return typeof intent === 'string' ? intent : intent.id
  }

  return {
    name,

    async sendPayout(order, onTransfer) {
      const transfer = await transferOf(order)
      await onTransfer(transfer.id)
      try {
        return payoutReport(await bankPayoutOf(order, transfer))
      } catch (error) {
        if (error instanceof NothingLeft) await reverse(transfer.id)
        throw error
      }
    },

    async findPayout(reference, account) {
      const payout = await stripe.payouts.retrieve(reference, {}, { stripeAccount: account })
      return payout.metadata?.['payout_id'] ? payoutReport(payout) : null
    },

    async takeBack({ transferRef }) {
      if (transferRef) await reverse(transferRef)
    },

    async sendRefund(order) {
      const payment_intent = await definite(() => intentOf(order), 'card_refused')
      if (order.isRepeat) {
        const { data } = await stripe.refunds.list({ payment_intent, limit: 100 })
        const found = data.find((each) => isOf(order, each))
        if (found) return refundReport(order, found)
      }
      requireFreshKey(order)
      const refund = await definite(
        () =>
          stripe.refunds.create(
            { payment_intent, amount: order.amountMinor, metadata: marksOf(order) },
            { idempotencyKey: order.key },
          ),
        'card_refused',
      )
      return refundReport(order, refund)
    },

    async openAccount({ profileId, email, country }) {
      const { id } = await stripe.v2.core.accounts.create(
        {
          contact_email: email,
          dashboard: 'express',
          identity: { country: country.toLowerCase() },
          defaults: {
            responsibilities: { fees_collector: 'application', losses_collector: 'application' },
          },
          configuration: {
            recipient: {
              capabilities: { stripe_balance: { stripe_transfers: { requested: true } } },
            },
          },
          metadata: { profile_id: profileId },
          include: INCLUDE,
        },
        { idempotencyKey: `account-${profileId}-${country}` },
      )
      // Otherwise Stripe pays the account out by itself, and no payout is ours.
      await stripe.balanceSettings.update(
        { payments: { payouts: { schedule: { interval: 'manual' } } } },
        { stripeAccount: id },
      )
      return id
    },

    async findAccount(account) {
      return accountState(await stripe.v2.core.accounts.retrieve(account, { include: INCLUDE }))
    },

    async accountLink(account, returnUrl) {
      const { url } = await stripe.v2.core.accountLinks.create({
        account,
        use_case: {
          type: 'account_onboarding',
          account_onboarding: { refresh_url: returnUrl, return_url: returnUrl },
        },
      })
      return url
    },
  }
}

/** What is not included is null, whatever its value. */
const INCLUDE: Stripe.V2.Core.AccountRetrieveParams.Include[] = [
  'configuration.recipient',
  'requirements',
  'identity',
  'defaults',
]

const marksOf = ({ payoutId, attempt }: Order) => ({
  payout_id: payoutId,
  attempt: String(attempt),
})

function isOf(order: Order, { metadata }: { metadata: Stripe.Metadata | null }): boolean {
  return metadata?.['payout_id'] === order.payoutId && metadata['attempt'] === String(order.attempt)
}

function accountOf({ account }: Order): string {
  if (!account) throw new Error('A payout needs an account.')
  return account
}

function requireFreshKey({ isRepeat, begunAt }: Order) {
  if (isRepeat && Date.now() - Date.parse(begunAt) > KEY_LIVES_MS)
    throw new NothingLeft('not_found_after_a_day', null)
}

/** Stripe is still at it, or another sender is. */
const UNDECIDED = new Set(['idempotency_key_in_use', 'lock_timeout'])
/** Nothing is wrong with the payout: it waits for money, or for the operator. */
const LATER = new Set(['balance_insufficient', 'insufficient_funds', 'api_key_expired'])

/** Errors after which it is certain that nothing was made. */
async function definite<T>(ask: () => Promise<T>, otherwise: Reason = 'bank_refused'): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const { StripeAuthenticationError, StripeInvalidRequestError } = Stripe.errors
    const { StripeCardError, StripePermissionError } = Stripe.errors
    if (error instanceof StripeAuthenticationError)
      throw new NothingLeft('key_refused', null, { cause: error })
    const isRefusal =
      error instanceof StripeInvalidRequestError ||
      error instanceof StripeCardError ||
      error instanceof StripePermissionError
    const code = error instanceof Stripe.errors.StripeError ? (error.code ?? '') : ''
    if (!isRefusal || UNDECIDED.has(code)) throw error
    const reason = LATER.has(code) ? null : reasonOf(code, otherwise)
    throw new NothingLeft(code || 'refused', reason, { cause: error })
  }
}

const REASONS: [RegExp, Reason][] = [
  [/account_closed/, 'account_closed'],
  [/no_account|invalid_account_number|account_holder|incorrect_account/, 'account_not_found'],
  [/capabilit|payouts_not_allowed|account_invalid|no_external|platform/, 'account_not_ready'],
  [/account_frozen|bank_account_(restricted|unusable)|debit_not_authorized/, 'account_refused'],
  [/charge|payment|refund|card/, 'card_refused'],
]

const reasonOf = (code: string, otherwise: Reason = 'bank_refused'): Reason =>
  REASONS.find(([known]) => known.test(code))?.[1] ?? otherwise

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

/** A refund waits while the platform's balance is short; it leaves later by itself. */
const REFUND_STATES: Record<string, State> = {
  succeeded: 'sent',
  failed: 'failed',
  canceled: 'failed',
}

function refundReport({ payoutId, attempt }: Order, refund: Stripe.Refund): Report {
  const state = REFUND_STATES[refund.status ?? ''] ?? 'pending'
  return {
    payoutId,
    attempt,
    state,
    reference: refund.id,
    trace: null,
    expectedOn: null,
    reason: state === 'failed' ? 'card_refused' : null,
    transferRef: null,
  }
}

const STATUSES = { active: 'active', pending: 'pending', restricted: 'restricted' } as const

function accountState(account: Stripe.V2.Core.Account): AccountState {
  const balance = account.configuration?.recipient?.capabilities?.stripe_balance
  const wanted = [balance?.stripe_transfers?.status, balance?.payouts?.status ?? 'active']
  const requirements = (account.requirements?.entries ?? [])
    .filter(({ awaiting_action_from: from }) => from === 'user')
    .map(({ description }) => description.slice(0, 120))
  const order = ['active', 'pending', 'restricted'] as const
  // The worse of the two counts; what is unknown counts as rejected.
  const worst = wanted.reduce<number>((most, status) => {
    const place = order.findIndex((each) => each === status)
    return Math.max(most, place === -1 ? order.length : place)
  }, 0)
  const known = order[worst]
  return {
    account: account.id,
    status: known ? STATUSES[known] : 'rejected',
    requirements: requirements.slice(0, 40),
  }
}
