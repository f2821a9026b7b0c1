import type { CompositeTypes } from '@/lib/database.types.ts'
import type { Filled } from '@/lib/rows.ts'
import { read, unwrap } from '@/lib/api/supabase.ts'
import { orderNumberIn } from './order-query.ts'
import type { OrderStatus } from './orders.ts'

/** Columns of an order that staff see before they open it; `released_minor`: what accepted milestones have paid of the price. */
export type StaffOrder = Filled<
  CompositeTypes<'staff_order'>,
  'due_at' | 'disputed_at' | 'disputed_by'
> & { status: OrderStatus }

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
