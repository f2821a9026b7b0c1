/** An order as it is sent to a payment provider for collection. */
export type CheckoutRequest = {
  orderId: string
  /** Increases when a payment arrived that did not pay the order in full, because its session is used up then. */
  attempt: number
  amountMinor: number
  currency: string
  description: string
  successUrl: string
  cancelUrl: string
  /** The time after which the order can no longer be paid. */
  expiresAt: string | null
}

/** A payment that a provider reports as received. */
export type Payment = {
  reference: string
  orderId: string
  amountMinor: number
  currency: string
  /** The provider's own hash of the card, the same for every payment with it; null without a card. */
  cardFingerprint: string | null
}

/** A dispute of a payment. `opened` means that the provider has taken the money back. */
export type Dispute = {
  /** The provider's reference of the payment. */
  reference: string
  disputeReference: string
  status: 'opened' | 'won' | 'lost'
  amountMinor: number
  currency: string
  /** The time until which the bank accepts evidence, in ISO 8601; null if it accepts none. */
  evidenceDueAt: string | null
}

/** The market's evidence in a dispute, as the database stored it before anything was sent. */
export type Evidence = {
  disputeReference: string
  /** The idempotency key, with which the provider accepts the evidence only once. */
  key: string
  /** The fields of the provider's form. */
  fields: Record<string, string>
}

/** Money that a provider has sent back to the payer. */
export type Refund = {
  /** The provider's reference of the payment. */
  reference: string
  refundReference: string
  /** True if the refund could not be delivered: the money is back in the platform's account at the provider. */
  hasFailed: boolean
  /** The id in `payouts` of the request for the refund; null if somebody made the refund on the provider's pages. */
  payoutId: string | null
  amountMinor: number
  currency: string
}

/** A movement of the market's balance at the provider. */
export type Line = {
  /** The provider's own name of the movement. */
  reference: string
  kind:
    | 'payment'
    | 'refund'
    | 'refund_returned'
    | 'dispute'
    | 'dispute_returned'
    | 'payout'
    | 'payout_returned'
    | 'fee'
    | 'other'
  /** The order of a payment; the provider's name of a refund, a dispute or a transfer. */
  subject: string | null
  /** Positive for money that came in, negative for money that left. */
  amountMinor: number
  feeMinor: number
  currency: string
  occurredAt: string
}

/** The object at the provider that a signed webhook reports as changed. It carries no amount. */
export type ProviderEvent =
  | { kind: 'payment'; id: string }
  | { kind: 'dispute'; id: string }
  | { kind: 'refund'; id: string }
  /** A payout to a bank, out of a member's account at the provider. */
  | { kind: 'payout'; id: string; account: string }
  /** The account of a member at the provider. */
  | { kind: 'account'; id: string }
  | { kind: 'nothing' }

/** The functions that the product needs of a company that collects payments. */
export type PaymentProvider = {
  name: string
  /** The header that carries this provider's signature, in lower case. */
  signatureHeader: string
  startCheckout(request: CheckoutRequest): Promise<{ url: string }>
  /** Reads a webhook; refuses with `bad_signature` when the provider has not signed it. */
  readEvent(body: string, signature: string): Promise<ProviderEvent>
  /** The payment in its present state at the provider; null while it is not paid in full. */
  findPayment(id: string): Promise<Payment | null>
  /** The dispute in its present state; null while the provider has not taken any money back. */
  findDispute(id: string): Promise<Dispute | null>
  /** All refunds, sent or failed, of the payment with this id of an event. */
  findRefunds(id: string): Promise<Refund[]>
  /** Sends evidence, which cannot be changed later. Returns null, or the reason why the provider accepts none. */
  sendEvidence(evidence: Evidence): Promise<string | null>
}

/** The functions that read the market's balance at a company that collects payments. */
export type BalanceKeeper = {
  name: string
  /** The money that the provider holds for the market now, in minor units by currency. */
  findBalances(): Promise<Record<string, number>>
  /** Every movement from the time `from` until before `until`, in seconds since 1970, page by page. */
  listLines(from: number, until: number): AsyncIterable<Line[]>
}
