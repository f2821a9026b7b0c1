import { Refusal } from '../_shared/errors.ts'
import type { CheckoutRequest } from '../_shared/payments/provider.ts'
import { isUuid } from '../_shared/uuid.ts'

export type Order = {
  id: string
  pack_title: string
  price_minor: number
  buyer_fee_minor: number
  currency: string
  due_at: string | null
}

export function readOrderId(body: Record<string, unknown>): string {
  const id = body.order_id
  if (!isUuid(id)) throw new Refusal(422, 'invalid_body')
  return id
}

/** A row of the function order_actions. */
export type Action = { action: string; allowed: boolean; refusal: string | null }

/** The database would not take the money for the order; so it is not collected at all. */
export function requireCheckout(actions: Action[]): void {
  const checkout = actions.find(({ action }) => action === 'checkout')
  if (checkout?.allowed) return
  const token = checkout?.refusal ?? 'not_allowed'
  throw new Refusal(token === 'order_not_payable' ? 409 : 403, token)
}

/** The amount and text that the provider collects for an order that its brand may pay now. */
export function checkoutRequest(order: Order | undefined, siteUrl: string): CheckoutRequest {
  if (!order) throw new Refusal(403, 'not_allowed')
  const back = `${siteUrl}/dashboard/checkout/${order.id}`
  return {
    orderId: order.id,
    amountMinor: order.price_minor + order.buyer_fee_minor,
    currency: order.currency,
    description: order.pack_title,
    successUrl: `${back}?result=paid`,
    cancelUrl: `${back}?result=cancelled`,
    expiresAt: order.due_at,
  }
}
