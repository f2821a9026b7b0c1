import type { SessionStore } from '../sessions.ts'
import { disputableOf } from '../sessions.ts'
import { balanceOf, linesOf } from './balance.ts'
import type { EventSender } from './events.ts'
import { payoutJson, refundJson, transferJson } from './objects.ts'
import { amountOf, metadataOf, StripeRefusal, textOf, type Params } from './requests.ts'
import { newId, type Payout, type Refund, type StripeState } from './state.ts'

type Options = {
  state: StripeState
  store: SessionStore
  send: EventSender
  now: () => number
  /** The time after which the bank answers a payout. */
  settleAfterMs: number
}
type Bank = Omit<Options, 'settleAfterMs'> & { later(act: () => void): void }

/** The last digits of the card that refuses refunds, as Stripe's test card with these digits does. */
const REFUSES_REFUNDS = '5126'
const DAYS_TO_BANK = 2

export type Money = ReturnType<typeof createMoney>

/** Functions for transfers, payouts and refunds, which change balances and refuse what Stripe refuses. */
export function createMoney({ settleAfterMs, ...options }: Options) {
  const { state } = options
  const timers = new Set<NodeJS.Timeout>()
  const bank: Bank = {
    ...options,
    later(act) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        act()
      }, settleAfterMs)
      timers.add(timer)
    },
  }
  return {
    accountOf: (id: string) => found(state.accounts, id),
    transferOf: (id: string) => found(state.transfers, id),
    payoutOf: (id: string, account: string) =>
      found(
        state.payouts.filter((each) => each.account === account),
        id,
      ),
    transfer: (params: Params) => transfer(bank, params),
    reverse: (id: string, params: Params) => reverse(bank, id, params),
    pay: (account: string, params: Params) => pay(bank, account, params),
    refund: (params: Params) => refund(bank, params),
    balance: () => balanceOf(options),
    lines: () => linesOf(options),
    settle: (payout: Payout) => settle(bank, payout),
    settleRefunds: () => state.refunds.forEach((each) => settleRefund(bank, each)),
    resume() {
      for (const each of state.payouts) bank.later(() => settle(bank, each))
      for (const each of state.refunds) bank.later(() => settleRefund(bank, each))
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

function found<T extends { id: string }>(list: T[], id: string): T {
  const thing = list.find((each) => each.id === id)
  if (thing === undefined) throw new StripeRefusal(404, 'resource_missing')
  return thing
}

const sumOf = (list: { amount: number }[]) => list.reduce((sum, { amount }) => sum + amount, 0)
const seconds = ({ now }: Bank) => Math.floor(now() / 1000)
const traceOf = ({ id }: Payout) => id.slice(3).toUpperCase()

/** The platform's balance: all currencies added up, except of the opening balance, which counts in USD alone. */
const available = ({ state, store }: Bank) =>
  (state.opening['usd'] ?? 0) +
  store.all().reduce((sum, session) => sum + disputableOf(session), 0) -
  sumOf(state.refunds.filter(({ status }) => status !== 'failed')) -
  state.transfers.reduce((sum, each) => sum + each.amount - each.amount_reversed, 0)

function transfer(bank: Bank, params: Params) {
  const { state, send } = bank
  const amount = amountOf(params)
  const account = found(state.accounts, textOf(params, 'destination'))
  if (account.status !== 'active')
    throw new StripeRefusal(400, 'insufficient_capabilities_for_transfer')
  if (amount > available(bank)) throw new StripeRefusal(400, 'balance_insufficient')
  const made = {
    id: newId('tr'),
    amount,
    amount_reversed: 0,
    currency: textOf(params, 'currency'),
    destination: account.id,
    transfer_group: textOf(params, 'transfer_group'),
    metadata: metadataOf(params),
    created: seconds(bank),
  }
  account.balance += amount
  state.transfers.push(made)
  state.save()
  send('transfer.created', transferJson(made))
  return transferJson(made)
}

function reverse(bank: Bank, id: string, params: Params) {
  const { state, send } = bank
  const made = found(state.transfers, id)
  const left = made.amount - made.amount_reversed
  const amount = params['amount'] === undefined ? left : amountOf(params)
  if (amount > left || left === 0) throw new StripeRefusal(400, 'transfer_already_reversed')
  const account = found(state.accounts, made.destination)
  if (account.balance < amount) throw new StripeRefusal(400, 'balance_insufficient')
  account.balance -= amount
  made.amount_reversed += amount
  const { currency } = made
  const reversal = { id: newId('trr'), transfer: id, amount, currency, created: seconds(bank) }
  state.reversals.push(reversal)
  state.save()
  send('transfer.reversed', transferJson(made))
  return { ...reversal, object: 'transfer_reversal' }
}

function pay(bank: Bank, accountId: string, params: Params) {
  const { state, send, later } = bank
  const amount = amountOf(params)
  const account = found(state.accounts, accountId)
  if (account.status !== 'active') throw new StripeRefusal(400, 'payouts_not_allowed')
  if (amount > account.balance) throw new StripeRefusal(400, 'balance_insufficient')
  const payout: Payout = {
    id: newId('po'),
    account: accountId,
    amount,
    currency: textOf(params, 'currency'),
    status: 'pending',
    failure_code: null,
    trace: null,
    arrival_date: seconds(bank) + DAYS_TO_BANK * 86_400,
    metadata: metadataOf(params),
    created: seconds(bank),
  }
  account.balance -= amount
  state.payouts.push(payout)
  state.save()
  send('payout.created', payoutJson(payout), accountId)
  later(() => {
    if (payout.status !== 'pending') return
    const trace = traceOf(payout)
    setPayout(bank, payout, { status: 'in_transit', trace }, 'payout.updated')
    later(() => settle(bank, payout))
  })
  return payoutJson(payout)
}

function setPayout({ state, send }: Bank, payout: Payout, change: Partial<Payout>, type: string) {
  Object.assign(payout, change)
  if (payout.status === 'failed') found(state.accounts, payout.account).balance += payout.amount
  state.save()
  send(type, payoutJson(payout), payout.account)
}

/** Settles a payout with the answer of the member's bank: paid or failed. */
function settle(bank: Bank, payout: Payout) {
  if (payout.status === 'paid' || payout.status === 'failed') return
  const { bank: answer } = found(bank.state.accounts, payout.account)
  const trace = payout.trace ?? traceOf(payout)
  if (answer === 'pays') setPayout(bank, payout, { status: 'paid', trace }, 'payout.paid')
  else {
    const change = { status: 'failed' as const, failure_code: answer, trace }
    setPayout(bank, payout, change, 'payout.failed')
  }
}

function refund(bank: Bank, params: Params) {
  const { state, store, send, later } = bank
  const amount = amountOf(params)
  const id = textOf(params, 'payment_intent').slice('pi_'.length)
  const session = found(store.all(), id)
  const gone = state.refunds.filter((each) => each.session === id && each.status !== 'failed')
  if (amount > disputableOf(session) - sumOf(gone))
    throw new StripeRefusal(400, 'charge_already_refunded')
  const made: Refund = {
    id: newId('re'),
    session: id,
    amount,
    currency: session.currency.toLowerCase(),
    // A refund to a card stays pending while the platform's balance is too low.
    status: amount > available(bank) ? 'pending' : 'succeeded',
    metadata: metadataOf(params),
    created: seconds(bank),
  }
  state.refunds.push(made)
  state.save()
  send('charge.refunded', { id: `ch_${id}`, object: 'charge' })
  later(() => settleRefund(bank, made))
  return refundJson(made)
}

function settleRefund(bank: Bank, made: Refund) {
  const { state, store, send } = bank
  if (made.status !== 'succeeded' || store.get(made.session)?.card_last4 !== REFUSES_REFUNDS) return
  made.status = 'failed'
  made.failed_at = seconds(bank)
  state.save()
  send('refund.failed', refundJson(made))
}
