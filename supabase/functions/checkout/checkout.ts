import { Refusal } from '../_shared/errors.ts'
import type { CheckoutRequest } from '../_shared/payments/provider.ts'
import { isUuid } from '../_shared/uuid.ts'

export type Order = {
  id: string
  brand_id: string
  status: string
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

/** The database would not take the money for the order; so it is not collected at all. */
export function requireNotFrozen(profile: { frozen_at: string | null } | undefined): void {
  if (profile?.frozen_at) throw new Refusal(403, 'profile_frozen')
}

/** What the provider is asked to collect for an order that its brand may pay now. */
export function checkoutRequest(
  order: Order | undefined,
  profileId: string,
  siteUrl: string,
): CheckoutRequest {
  if (!order || order.brand_id !== profileId) throw new Refusal(403, 'not_allowed')
  if (order.status !== 'pending_payment') throw new Refusal(409, 'order_not_payable')
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
