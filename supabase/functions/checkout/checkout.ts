import { Refusal } from '../_shared/errors.ts'
import type { CheckoutRequest } from '../_shared/payments/provider.ts'
import { isUuid } from '../_shared/uuid.ts'

export type Order = { id: string; pack_title: string; due_at: string | null }

/** The result of the SQL function start_checkout. */
export type Checkout = {
  wallet_minor: number
  provider_minor: number
  currency: string
  payments_before: number
}

export function readOrderId(body: Record<string, unknown>): string {
  const id = body.order_id
  if (!isUuid(id)) throw new Refusal(422, 'invalid_body')
  return id
}

/** Whether the wallet pays its part first: yes, unless the brand chose to pay everything through the provider. */
export function readUseWallet(body: Record<string, unknown>): boolean {
  const use = body.use_wallet ?? true
  if (typeof use !== 'boolean') throw new Refusal(422, 'invalid_body')
  return use
}

/** The amount and text that the provider collects for an order that its brand may pay now. */
export function checkoutRequest(
  order: Order | undefined,
  checkout: Checkout,
  siteUrl: string,
): CheckoutRequest {
  if (!order) throw new Refusal(403, 'not_allowed')
  const back = `${siteUrl}/dashboard/checkout/${order.id}`
  return {
    orderId: order.id,
    attempt: checkout.payments_before + 1,
    amountMinor: checkout.provider_minor,
    currency: checkout.currency,
    description: order.pack_title,
    successUrl: `${back}?result=paid`,
    cancelUrl: `${back}?result=cancelled`,
    expiresAt: order.due_at,
  }
}
