import type { Dispute, Payment, PaymentProvider, Refund } from '../_shared/payments/provider.ts'
import type { AccountState, PayoutProvider, Report } from '../_shared/payouts/provider.ts'

/** Records events in the ledger. Each call is idempotent per reference of the provider. */
export type Ledger = {
  recordPayment(provider: string, payment: Payment): Promise<void>
  recordDispute(provider: string, dispute: Dispute): Promise<void>
  recordRefund(provider: string, refund: Refund): Promise<void>
  recordPayout(provider: PayoutProvider, report: Report): Promise<void>
  /** Records the state of an account; false if the account belongs to no member. */
  recordAccount(provider: string, state: AccountState): Promise<boolean>
}

/**
 * Trusts a webhook only for *which* object changed. The amount, the currency and the order are
 * fetched from the provider, so that a forged or replayed body can credit nothing.
 */
export async function takeWebhook(
  provider: PaymentProvider,
  payouts: PayoutProvider | null,
  ledger: Ledger,
  body: string,
  signature: string,
): Promise<{ event: string; recorded: boolean }> {
  const event = await provider.readEvent(body, signature)
  const recordPayment = async (reference: string) => {
    const payment = await provider.findPayment(reference)
    if (payment) await ledger.recordPayment(provider.name, payment)
    return payment !== null
  }
  if (event.kind === 'payment') {
    return { event: event.kind, recorded: await recordPayment(event.id) }
  }
  if (event.kind === 'dispute') {
    const dispute = await provider.findDispute(event.id)
    // The disputed payment is recorded first, because its own webhook may not have come yet.
    if (dispute) await recordPayment(dispute.reference)
    if (dispute) await ledger.recordDispute(provider.name, dispute)
    return { event: event.kind, recorded: dispute !== null }
  }
  if (event.kind === 'refund') {
    const refunds = await provider.findRefunds(event.id)
    if (refunds[0]) await recordPayment(refunds[0].reference)
    for (const refund of refunds) await ledger.recordRefund(provider.name, refund)
    return { event: event.kind, recorded: refunds.length > 0 }
  }
  if (event.kind === 'payout' && payouts) {
    const report = await payouts.findPayout(event.id, event.account)
    if (report) await ledger.recordPayout(payouts, report)
    return { event: event.kind, recorded: report !== null }
  }
  if (event.kind === 'account' && payouts) {
    const state = await payouts.findAccount(event.id)
    return { event: event.kind, recorded: await ledger.recordAccount(provider.name, state) }
  }
  return { event: event.kind, recorded: false }
}
