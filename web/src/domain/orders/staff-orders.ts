import { read, unwrap } from '@/lib/api/supabase.ts'
import { orderNumberIn } from './order-query.ts'
import type { OrderStatus } from './orders.ts'

/** Columns of an order that staff see before they open it. Written by hand: the generated type makes every column nullable. */
export type StaffOrder = {
  id: string
  number: string
  pack_title: string
  price_minor: number
  /** The part of the price that accepted milestones have paid. */
  released_minor: number
  currency: string
  status: OrderStatus
  brand_id: string
  kol_id: string
  due_at: string | null
  disputed_at: string | null
  disputed_by: string | null
  is_read: boolean
  is_proposed: boolean
}

/** These orders; without an argument the disputes that wait for staff. */
export async function fetchStaffOrders(
  which: { ids?: string[]; numbers?: string[] } = {},
): Promise<StaffOrder[]> {
  if (which.ids?.length === 0) return []
  return (await unwrap(read('staff_orders', which))) as StaffOrder[]
}

/** One order by id or number; null if there is none. */
export async function fetchStaffOrder(address: string): Promise<StaffOrder | null> {
  const number = orderNumberIn(address)
  const [order] = await fetchStaffOrders(number ? { numbers: [number] } : { ids: [address] })
  return order ?? null
}
