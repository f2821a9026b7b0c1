import { amountFor } from '@/domain/orders/checkout.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { mayAct, isPaymentDisputed, waitsFor, type OrderSide } from '@/domain/orders/orders.ts'

type Listed = Pick<Order, 'status' | 'payment_disputed_at' | 'price_minor' | 'buyer_fee_minor'>

/** Tells whether an order in the list waits for the reader, and the reader's sum. */
export const rowOf = (order: Listed, side: OrderSide, reader: { suspended_at: string | null }) => ({
  isMyTurn:
    waitsFor(order.status, side) &&
    mayAct(order.status, reader.suspended_at !== null) &&
    !isPaymentDisputed(order),
  sumMinor: amountFor(order, side),
})
