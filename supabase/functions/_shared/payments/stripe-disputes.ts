import type Stripe from 'stripe'
import { NothingLeft } from '../payouts/provider.ts'
import { definite } from '../payouts/stripe-errors.ts'
import type { Dispute, Evidence, PaymentProvider } from './provider.ts'

type Disputes = Pick<PaymentProvider, 'findDispute' | 'sendEvidence'>
type SessionOf = (payment: Stripe.Dispute['payment_intent']) => Promise<string | null>

export const disputesOf = (stripe: Stripe, sessionOf: SessionOf): Disputes => ({
  async findDispute(id) {
    const dispute = await stripe.disputes.retrieve(id)
    const status = standingOf(dispute)
    const reference = status && (await sessionOf(dispute.payment_intent))
    if (!reference) return null
    const evidenceDueAt = dueAt(dispute)?.toISOString() ?? null
    return { reference, disputeReference: id, status, evidenceDueAt, ...amountOf(dispute) }
  },

  async sendEvidence(evidence) {
    const before = await stripe.disputes.retrieve(evidence.disputeReference)
    const known = answerOf(before, evidence)
    if (known !== undefined) return known
    if (before.status !== 'needs_response' || (dueAt(before)?.getTime() ?? 0) <= Date.now())
      return 'too_late'
    try {
      await definite(() => submit(stripe, evidence))
      return null
    } catch (error) {
      // Errors without a reason, such as a refused API key, are for the operator to correct; the evidence is sent later.
      if (!(error instanceof NothingLeft) || error.reason === null) throw error
      // Another run of the function may have submitted the evidence in the meantime.
      const after = await stripe.disputes.retrieve(evidence.disputeReference)
      return answerOf(after, evidence) ?? error.message
    }
  },
})

const MARK = 'evidence_key'

/** Why this evidence cannot be submitted: 'answered_elsewhere' if another was. Null if this one was submitted; undefined if none was. */
function answerOf({ evidence_details, metadata }: Stripe.Dispute, { key }: Evidence) {
  if (evidence_details.submission_count === 0) return undefined
  return metadata[MARK] === key ? null : 'answered_elsewhere'
}

/** Submits the evidence with the method "manual", so that Stripe does not add an answer of its own. */
const submit = (stripe: Stripe, { disputeReference, key, fields }: Evidence) =>
  stripe.disputes.update(
    disputeReference,
    {
      evidence: fields,
      submit: true,
      intended_submission_method: 'manual',
      metadata: { [MARK]: key },
    },
    { idempotencyKey: key },
  )

/** The time until which the bank accepts evidence; Stripe reports 0 if the bank accepts none. */
const dueAt = ({ evidence_details: { due_by } }: Stripe.Dispute) =>
  due_by ? new Date(due_by * 1000) : null

export const amountOf = ({ amount, currency }: { amount: number; currency: string }) => ({
  amountMinor: amount,
  currency: currency.toUpperCase(),
})

/**
 * An inquiry takes no money until it becomes a dispute. A dispute is decided when Stripe has closed it, and funds may
 * still come back after it was lost. A status that is appealed, prevented or unknown never counts as won: such a dispute
 * is open while the provider keeps the money.
 */
function standingOf({ status, balance_transactions }: Stripe.Dispute): Dispute['status'] | null {
  const sum = balance_transactions.reduce((total, { amount }) => total + amount, 0)
  switch (status) {
    case 'needs_response':
    case 'under_review':
      return 'opened'
    case 'won':
      return 'won'
    case 'lost':
      return balance_transactions.length > 1 && sum >= 0 ? 'won' : 'lost'
    default:
      return sum < 0 ? 'opened' : null
  }
}
