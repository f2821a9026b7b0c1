import type Stripe from 'stripe'
import type { Dispute, Session } from '../sessions.ts'
import type { Account, Payout, Refund, Transfer } from './state.ts'

// The types of Stripe's library, all optional: a field that the library does not know is a compile error.
type Partly<T> = { [Name in keyof T]?: NonNullable<T[Name]> extends object ? unknown : T[Name] }

export const transferJson = (transfer: Transfer): Partly<Stripe.Transfer> => ({
  ...transfer,
  object: 'transfer',
  destination_payment: transfer.id.replace('tr_', 'py_'),
  reversed: transfer.amount_reversed === transfer.amount,
  livemode: false,
})

export const payoutJson = (payout: Payout): Partly<Stripe.Payout> => ({
  ...payout,
  object: 'payout',
  trace_id: { status: payout.trace ? 'supported' : 'pending', value: payout.trace },
  automatic: false,
  method: 'standard',
  type: 'bank_account',
  livemode: false,
})

export const refundJson = ({ session, ...refund }: Refund): Partly<Stripe.Refund> => ({
  ...refund,
  object: 'refund',
  charge: `ch_${session}`,
  payment_intent: `pi_${session}`,
})

export function disputeJson(session: Session, dispute: Dispute): Partly<Stripe.Dispute> {
  const { id, amount_minor: amount, status, due_at, answer } = dispute
  const open = answer ? 'under_review' : 'needs_response'
  const taken = { amount: -amount }
  return {
    id,
    object: 'dispute',
    amount,
    currency: session.currency.toLowerCase(),
    charge: `ch_${session.id}`,
    payment_intent: `pi_${session.id}`,
    status: status === 'opened' ? open : status,
    balance_transactions: status === 'won' ? [taken, { amount }] : [taken],
    evidence: answer?.evidence ?? {},
    evidence_details: {
      due_by: due_at ? Math.floor(Date.parse(due_at) / 1000) : 0,
      submission_count: answer ? 1 : 0,
    },
    metadata: answer?.metadata ?? {},
    livemode: false,
  }
}

export const sessionJson = (session: Session): Partly<Stripe.Checkout.Session> => ({
  id: session.id,
  object: 'checkout.session',
  payment_status: session.status === 'paid' ? 'paid' : 'unpaid',
  payment_intent: session.status === 'paid' ? `pi_${session.id}` : null,
  client_reference_id: session.order_id,
  amount_total: session.amount_minor,
  currency: session.currency.toLowerCase(),
})

/** An account in Stripe's format. A field that the request does not name in `include` is null. */
export function accountJson(account: Account, include: string[]): Partly<Stripe.V2.Core.Account> {
  const status = { status: account.status, status_details: [] }
  const entry = {
    awaiting_action_from: 'user',
    description: 'identity.individual.documents.primary_verification',
    errors: [],
    impact: {},
    minimum_deadline: { status: 'currently_due' },
    requested_reasons: [],
  }
  const requirements = { entries: account.status === 'restricted' ? [entry] : [] }
  const configuration = {
    recipient: {
      applied: true,
      capabilities: { stripe_balance: { stripe_transfers: status, payouts: status } },
    },
  }
  const has = (name: string) => include.includes(name)
  return {
    id: account.id,
    object: 'v2.core.account',
    contact_email: account.email,
    metadata: account.metadata,
    configuration: has('configuration.recipient') ? configuration : null,
    requirements: has('requirements') ? requirements : null,
    identity: has('identity') ? { country: account.country } : null,
    livemode: false,
  }
}

export const bankJson = (account: string): Partly<Stripe.BankAccount> => ({
  id: `ba_${account}`,
  object: 'bank_account',
  account,
  default_for_currency: true,
  fingerprint: `bank of ${account}`,
})

export const listJson = (data: object[]) => ({ object: 'list', data, has_more: false })
