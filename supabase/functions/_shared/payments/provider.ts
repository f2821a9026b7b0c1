/** An order as a payment provider is asked to collect it. */
export type CheckoutRequest = {
  orderId: string
  amountMinor: number
  currency: string
  description: string
  successUrl: string
  cancelUrl: string
  /** Later than this the order can no longer be paid. */
  expiresAt: string | null
}

/** Money that a provider itself says it holds, or took back. */
export type Payment = {
  reference: string
  orderId: string
  amountMinor: number
  currency: string
}

/** What a signed webhook is about. It names a thing at the provider; it is never an amount. */
export type ProviderEvent =
  | { kind: 'payment'; id: string }
  | { kind: 'chargeback'; id: string }
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
  /** What was taken back of a payment; null when nothing was. */
  findChargeback(id: string): Promise<Payment | null>
}
