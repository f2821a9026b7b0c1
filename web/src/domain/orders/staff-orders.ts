import type { CompositeTypes } from '@/lib/database.types.ts'
import type { Filled } from '@/lib/rows.ts'
import { read, unwrap } from '@/lib/api/supabase.ts'
import { orderNumberIn } from './order-query.ts'
import type { OrderStatus } from './orders.ts'

/** Columns of an order that staff can read without opening it; `released_minor` is the part of the price that accepted milestones have paid. */
export type StaffOrder = Filled<
  CompositeTypes<'staff_order'>,
  'due_at' | 'disputed_at' | 'disputed_by'
> & { status: OrderStatus }

/** The orders with these ids; without ids, the disputes that wait for staff. */
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
