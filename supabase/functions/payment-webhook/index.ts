import { serviceClient } from '../_shared/clients.ts'
import { dataOf } from '../_shared/errors.ts'
import type { Dispute, Payment, Refund } from '../_shared/payments/provider.ts'
import type { PayoutProvider, Report } from '../_shared/payouts/provider.ts'
import { signingProvider } from '../_shared/payments/providers.ts'
import { payoutProvider } from '../_shared/payouts/providers.ts'
import { bookOf, report } from '../_shared/payouts/reports.ts'
import { endpoint } from '../_shared/serve.ts'
import { isUuid } from '../_shared/uuid.ts'
import { takeWebhook } from './payment-webhook.ts'

// Providers report payments, refunds, payouts and accounts here. Anything but 200 makes them send the report again.
Deno.serve(
  endpoint('payment-webhook', async (request, notes) => {
    const { provider, signature } = signingProvider(request.headers)
    notes.provider = provider.name
    const { event, recorded } = await takeWebhook(
      provider,
      payoutProvider(provider.name),
      ledger(),
      await request.text(),
      signature,
    )
    Object.assign(notes, { event, recorded })
    return { received: true }
  }),
)

function ledger() {
  const client = serviceClient()
  const book = bookOf(client)
  const call = async (name: string, args: Record<string, unknown>) => {
    dataOf(await client.rpc(name, args))
  }
  const money = (given: Payment | Dispute | Refund) => ({
    provider_ref: given.reference,
    amount_minor: given.amountMinor,
    currency: given.currency,
  })
  return {
    recordPayment: (provider: string, payment: Payment) =>
      call('record_payment', {
        provider,
        ...money(payment),
        // Money for an unknown order goes to suspense; it is never refused.
        order_id: isUuid(payment.orderId) ? payment.orderId : null,
        card: payment.cardFingerprint,
      }),
    recordDispute: (provider: string, dispute: Dispute) =>
      call('record_provider_dispute', {
        provider,
        ...money(dispute),
        dispute_ref: dispute.disputeReference,
        status: dispute.status,
        evidence_due_at: dispute.evidenceDueAt,
      }),
    recordRefund: (provider: string, refund: Refund) =>
      call('record_provider_refund', {
        provider,
        ...money(refund),
        refund_ref: refund.refundReference,
        has_failed: refund.hasFailed,
        // Anybody with access to Stripe's dashboard can edit metadata: a refund without a valid id is recorded too.
        payout_id: isUuid(refund.payoutId) ? refund.payoutId : null,
      }),
    recordPayout: (provider: PayoutProvider, given: Report) => report(book, provider, given),
    recordAccount: book.recordAccount,
  }
}
