import { isMilestoneMove, type OrderStatus } from '@/domain/orders/orders.ts'
import type { DisputeFile } from './staff-rows.ts'

type Event = DisputeFile['events'][number]
type Delivery = DisputeFile['deliveries'][number]
type Entry = { key: string; at: string; event?: Event; delivery?: Delivery; number?: number }

/** Deliveries and events, oldest first; drafts and deliveries are numbered separately. */
export function caseHistory({ events, deliveries }: Pick<DisputeFile, 'events' | 'deliveries'>) {
  const entries: Entry[] = [
    ...events.map((event) => ({ key: `event ${event.id}`, at: event.created_at, event })),
    ...deliveries.map((delivery, index) => ({
      key: delivery.id,
      at: delivery.created_at,
      delivery,
      number: deliveries.slice(0, index + 1).filter((each) => each.is_draft === delivery.is_draft)
        .length,
    })),
  ]
  return entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Translation key for an event, as on the page of the order. Accepting a milestone differs from accepting the work. */
export function caseEventTitle(event: Event) {
  if (isMilestoneMove(event)) return 'orders:event_milestone' as const
  return event.kind === 'move'
    ? (`order-states:${event.to_status as OrderStatus}_event` as const)
    : (`orders:event_${event.kind}` as const)
}
