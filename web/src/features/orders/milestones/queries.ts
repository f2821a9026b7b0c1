import { queryOptions } from '@tanstack/react-query'
import { LOADED_WITH_PAGE, type Order } from '@/domain/orders/order-query.ts'
import { isFinal, phaseOf, type OrderStatus } from '@/domain/orders/orders.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { asking, supabase } from '@/lib/api/supabase.ts'

export type Milestone = Tables<'order_milestones'>

/** The milestones of an order. The released amount is part of the key, because it changes when one is accepted. */
export const milestonesQuery = ({ id, milestone_count, released_minor, status }: Order) =>
  queryOptions({
    queryKey: [...keyRoots.orders, 'one', id, 'milestones', released_minor, status],
    meta: LOADED_WITH_PAGE,
    enabled: milestone_count > 0,
    queryFn: asking<Milestone[]>(() =>
      supabase.from('order_milestones').select('*').eq('order_id', id).order('position'),
    ),
  })

/** The milestone that is delivered or accepted next. */
export const nextMilestone = (milestones: Milestone[]) =>
  milestones.find(({ accepted_at }) => accepted_at === null)

/** State of a milestone, derived from the state of its order. */
export type MilestoneState = 'accepted' | 'delivered' | 'disputed' | 'current' | 'later' | 'ended'

export function milestoneStateOf(milestone: Milestone, next: Milestone | undefined, order: Order) {
  const status: OrderStatus = order.status
  if (milestone.accepted_at !== null) return 'accepted'
  if (isFinal(status)) return 'ended'
  if (milestone.id !== next?.id || order.creator_agreed_at === null) return 'later'
  if (phaseOf(status) === 'disputed') return 'disputed'
  return status === 'delivered' ? 'delivered' : 'current'
}
