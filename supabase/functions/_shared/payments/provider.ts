/** An order as it is sent to a payment provider for collection. */
export type CheckoutRequest = {
  orderId: string
  /** Grows when a payment came for the order without paying it: its session is used up. */
  attempt: number
  amountMinor: number
  currency: string
  description: string
  successUrl: string
  cancelUrl: string
  /** Later than this the order can no longer be paid. */
  expiresAt: string | null
}

/** Money that a provider reports to hold. */
export type Payment = {
  reference: string
  orderId: string
  amountMinor: number
  currency: string
  /** The provider's own hash of the card, the same for every payment with it; null without a card. */
  cardFingerprint: string | null
}

/** The state of a dispute. Opened: the provider has taken the money back. */
export type Dispute = {
  /** The provider's reference of the payment. */
  reference: string
  disputeReference: string
  status: 'opened' | 'won' | 'lost'
  amountMinor: number
  currency: string
  /** Until when the bank takes evidence, in ISO 8601; null: it takes none. */
  evidenceDueAt: string | null
}

/** Our evidence in a dispute, as the database stored it before anything was sent. */
export type Evidence = {
  disputeReference: string
  /** The provider takes it once for this key. */
  key: string
  /** The fields of the provider's form. */
  fields: Record<string, string>
}

/** Money that a provider has sent back to the payer. */
export type Refund = {
  /** The provider's reference of the payment. */
  reference: string
  refundReference: string
  /** The refund could not be delivered: the money is back in the platform's account at the provider. */
  hasFailed: boolean
  /** The refund of ours that asked for it; null for one that was made on the provider's pages. */
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
  /** Above zero: it came in. */
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

/** Everything the product wants of a company that takes money. */
export type PaymentProvider = {
  name: string
  /** The header that carries this provider's signature, in lower case. */
  signatureHeader: string
  startCheckout(request: CheckoutRequest): Promise<{ url: string }>
  /** Refuses with `bad_signature` whatever the provider did not sign. */
  readEvent(body: string, signature: string): Promise<ProviderEvent>
  /** The payment as the provider knows it now; null while it is not paid in full. */
  findPayment(id: string): Promise<Payment | null>
  /** The present state of the dispute; null while no money is taken for it. */
  findDispute(id: string): Promise<Dispute | null>
  /** Every refund of the payment that the event named that has left, or has failed. */
  findRefunds(id: string): Promise<Refund[]>
  /** Sends evidence, which is final; null, or the problem for which the provider will take none. */
  sendEvidence(evidence: Evidence): Promise<string | null>
}

/** The balance that a company that takes money keeps for the market, by its own word. */
export type BalanceKeeper = {
  name: string
  /** The money that the provider holds for the market now, in minor units by currency. */
  findBalances(): Promise<Record<string, number>>
  /** Every movement from a time on and before another, in seconds since 1970, page after page. */
  listLines(from: number, until: number): AsyncIterable<Line[]>
}
