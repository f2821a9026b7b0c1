import type { SessionStore } from '../sessions.ts'
import { disputableOf } from '../sessions.ts'
import type { EventSender } from './events.ts'
import { payoutJson, refundJson, transferJson } from './objects.ts'
import { amountOf, metadataOf, StripeRefusal, textOf, type Params } from './requests.ts'
import { newId, type Payout, type Refund, type StripeState } from './state.ts'

type Options = {
  state: StripeState
  store: SessionStore
  send: EventSender
  now: () => number
  /** How long a payout is on its way. */
  settleAfterMs: number
}

/** This card takes no refund, as Stripe's own test card with this end does. */
const REFUSES_REFUNDS = '5126'
const DAYS_TO_BANK = 2

const traceOf = ({ id }: Payout) => id.slice(3).toUpperCase()

export type Money = ReturnType<typeof createMoney>

/** Balances, and what moves them. Refuses what Stripe refuses. */
export function createMoney({ state, store, send, now, settleAfterMs }: Options) {
  const timers = new Set<NodeJS.Timeout>()
  const seconds = () => Math.floor(now() / 1000)

  function later(act: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      act()
    }, settleAfterMs)
    timers.add(timer)
  }

  const sumOf = (list: { amount: number }[]) => list.reduce((sum, { amount }) => sum + amount, 0)
  /** The platform's balance; the currencies of the sandbox are one pot. */
  const available = () =>
    state.opening +
    store.all().reduce((sum, session) => sum + disputableOf(session), 0) -
    sumOf(state.refunds.filter(({ status }) => status !== 'failed')) -
    state.transfers.reduce((sum, each) => sum + each.amount - each.amount_reversed, 0)

  const found = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new StripeRefusal(404, 'resource_missing')
    return thing
  }
  const accountOf = (id: string) => found(state.accounts.find((each) => each.id === id))

  function setPayout(payout: Payout, change: Partial<Payout>, type: string) {
    Object.assign(payout, change)
    if (payout.status === 'failed') accountOf(payout.account).balance += payout.amount
    state.save()
    send(type, payoutJson(payout), payout.account)
  }

  function settle(payout: Payout) {
    if (payout.status === 'paid' || payout.status === 'failed') return
    const { bank } = accountOf(payout.account)
    const trace = payout.trace ?? traceOf(payout)
    if (bank === 'pays') setPayout(payout, { status: 'paid', trace }, 'payout.paid')
    else setPayout(payout, { status: 'failed', failure_code: bank, trace }, 'payout.failed')
  }

  function settleRefund(refund: Refund) {
    const session = store.get(refund.session)
    if (refund.status === 'succeeded' && session?.card_last4 === REFUSES_REFUNDS) {
      refund.status = 'failed'
      state.save()
      send('refund.failed', refundJson(refund))
    }
  }

  return {
    accountOf,
    available,
    settle,
    settleRefunds: () => state.refunds.forEach(settleRefund),
    transferOf: (id: string) => found(state.transfers.find((each) => each.id === id)),
    payoutOf: (id: string, account: string) =>
      found(state.payouts.find((each) => each.id === id && each.account === account)),

    transfer(params: Params) {
      const amount = amountOf(params)
      const account = accountOf(textOf(params, 'destination'))
      if (account.status !== 'active')
        throw new StripeRefusal(400, 'insufficient_capabilities_for_transfer')
      if (amount > available()) throw new StripeRefusal(400, 'balance_insufficient')
      const transfer = {
        id: newId('tr'),
        amount,
        amount_reversed: 0,
        currency: textOf(params, 'currency'),
        destination: account.id,
        transfer_group: textOf(params, 'transfer_group'),
        metadata: metadataOf(params),
        created: seconds(),
      }
      account.balance += amount
      state.transfers.push(transfer)
      state.save()
      send('transfer.created', transferJson(transfer))
      return transferJson(transfer)
    },

    reverse(id: string, params: Params) {
      const transfer = this.transferOf(id)
      const left = transfer.amount - transfer.amount_reversed
      const amount = params['amount'] === undefined ? left : amountOf(params)
      if (amount > left || left === 0) throw new StripeRefusal(400, 'transfer_already_reversed')
      const account = accountOf(transfer.destination)
      if (account.balance < amount) throw new StripeRefusal(400, 'balance_insufficient')
      account.balance -= amount
      transfer.amount_reversed += amount
      state.save()
      send('transfer.reversed', transferJson(transfer))
      return { id: newId('trr'), object: 'transfer_reversal', amount, transfer: id }
    },

    pay(accountId: string, params: Params) {
      const amount = amountOf(params)
      const account = accountOf(accountId)
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
        arrival_date: seconds() + DAYS_TO_BANK * 86_400,
        metadata: metadataOf(params),
        created: seconds(),
      }
      account.balance -= amount
      state.payouts.push(payout)
      state.save()
      send('payout.created', payoutJson(payout), accountId)
      later(() => {
        if (payout.status !== 'pending') return
        setPayout(payout, { status: 'in_transit', trace: traceOf(payout) }, 'payout.updated')
        later(() => settle(payout))
      })
      return payoutJson(payout)
    },

    refund(params: Params) {
      const amount = amountOf(params)
      const id = textOf(params, 'payment_intent').slice('pi_'.length)
      const session = found(store.get(id))
      const gone = sumOf(
        state.refunds.filter((each) => each.session === id && each.status !== 'failed'),
      )
      if (amount > disputableOf(session) - gone)
        throw new StripeRefusal(400, 'charge_already_refunded')
      const refund: Refund = {
        id: newId('re'),
        session: id,
        amount,
        currency: session.currency.toLowerCase(),
        // A card's refund waits while the platform's balance is short.
        status: amount > available() ? 'pending' : 'succeeded',
        metadata: metadataOf(params),
        created: seconds(),
      }
      state.refunds.push(refund)
      state.save()
      send('charge.refunded', { id: `ch_${id}`, object: 'charge' })
      later(() => settleRefund(refund))
      return refundJson(refund)
    },

    resume() {
      for (const payout of state.payouts) if (payout.status !== 'paid') later(() => settle(payout))
      for (const refund of state.refunds) later(() => settleRefund(refund))
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
