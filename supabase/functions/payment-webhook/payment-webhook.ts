import type { Payment, PaymentProvider } from '../_shared/payments/provider.ts'

/** The two things that the ledger wants to hear; both are idempotent per provider reference. */
export type Ledger = {
  recordPayment(provider: string, payment: Payment): Promise<void>
  recordChargeback(provider: string, payment: Payment): Promise<void>
}

/**
 * Takes a webhook's word only for *which* thing changed. How much was paid, in what and for which
 * order is asked of the provider, so that a forged or replayed body can credit nothing.
 */
export async function takeWebhook(
  provider: PaymentProvider,
  ledger: Ledger,
  body: string,
  signature: string,
): Promise<{ event: string; recorded: boolean }> {
  const event = await provider.readEvent(body, signature)
  if (event.kind === 'payment') {
    const payment = await provider.findPayment(event.id)
    if (payment) await ledger.recordPayment(provider.name, payment)
    return { event: event.kind, recorded: payment !== null }
  }
  if (event.kind === 'chargeback') {
    const payment = await provider.findChargeback(event.id)
    if (payment) await ledger.recordChargeback(provider.name, payment)
    return { event: event.kind, recorded: payment !== null }
  }
  return { event: event.kind, recorded: false }
}
