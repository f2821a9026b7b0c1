// Sample rows and arguments for tests and measurements, in the sequence in which an order uses them.
import { randomUUID } from 'node:crypto'

export type Order = { id: string; price_minor: number; currency: string }

export const packOf = (kol_id: string, more: object = {}) => ({
  kol_id,
  title: 'One honest thread',
  description: 'Ten posts.',
  platform: 'x',
  price_minor: 25_000,
  currency: 'USD',
  delivery_days: 5,
  revisions: 1,
  is_published: true,
  ...more,
})

export const purchaseOf = (pack_id: string) => ({
  pack_id,
  brief: 'Be kind.',
  idempotency_key: randomUUID(),
})

/** Arguments of record_payment for the full payment of an order. */
export const paymentOf = (order: Order, provider_ref: string = randomUUID()) => ({
  provider: 'sandbox',
  provider_ref,
  order_id: order.id,
  amount_minor: order.price_minor,
  currency: order.currency,
})

export const workOn = (order_id: string) => ({
  order_id,
  note: 'Done.',
  links: ['https://example.com/work'],
})
