import type Stripe from 'stripe'
import type { Dispute, SessionStore } from '../sessions.ts'
import type { EventSender } from './events.ts'
import { disputeJson } from './objects.ts'
import { metadataOf, StripeRefusal, type Params } from './requests.ts'

type Desk = { store: SessionStore; send: EventSender; now: () => number }

// The text fields of Stripe's evidence form for disputes about services.
const TEXTS = new Set<string>([
  'access_activity_log',
  'customer_email_address',
  'customer_name',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'uncategorized_text',
] satisfies (keyof Stripe.DisputeUpdateParams.Evidence)[])
const LONGEST_FIELD = 20_000
const LONGEST_IN_ALL = 150_000

export function findDispute(store: SessionStore, id: string) {
  const found = store.findDispute(id)
  if (!found) throw new StripeRefusal(404, 'resource_missing')
  return found
}

/** Stores the merchant's evidence. It can be submitted once and in time; Stripe submits it unless `submit` is false. */
export function answerDispute({ store, send, now }: Desk, id: string, params: Params) {
  const { session, dispute } = findDispute(store, id)
  const evidence = evidenceOf(params)
  requireOpen(dispute, now())
  if (params['submit'] !== 'false') {
    dispute.answer = { evidence, metadata: metadataOf(params) }
    store.save(session)
    send('charge.dispute.updated', { id, object: 'dispute' })
  }
  return disputeJson(session, dispute)
}

function requireOpen({ status, due_at, answer }: Dispute, now: number) {
  if (status !== 'opened' || !due_at || Date.parse(due_at) <= now)
    throw new StripeRefusal(400, 'dispute_closed')
  if (answer) throw new StripeRefusal(400, 'dispute_evidence_already_submitted')
}

function evidenceOf({ evidence = {} }: Params): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(evidence)) {
    if (!TEXTS.has(name) || typeof value !== 'string')
      throw new StripeRefusal(400, 'parameter_unknown', false)
    if ([...value].length > LONGEST_FIELD) throw new StripeRefusal(400, 'string_too_long', false)
    texts[name] = value
  }
  if ([...Object.values(texts).join('')].length > LONGEST_IN_ALL)
    throw new StripeRefusal(400, 'string_too_long', false)
  return texts
}
