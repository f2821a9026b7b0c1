import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { Order } from '@/domain/orders/order-query.ts'
import { isFinal, ORDER_STATUSES, type OrderSide } from '@/domain/orders/orders.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { env } from '@/lib/env.ts'
import { lastOfEqual } from '@/lib/api/keyset.ts'
import { asking, read, supabase, unwrap } from '@/lib/api/supabase.ts'

const PAGE_SIZE = 100

export type Deadline = Pick<Order, 'id' | 'number' | 'status' | 'pack_title'> & { due_at: string }

const laterThan = ({ id, due_at }: Deadline) =>
  `due_at.gt."${due_at}",and(due_at.eq."${due_at}",id.gt.${id})`

/** Deadlines of a side. A creator does not see an order before it is paid. */
export const deadlinesQuery = (side: OrderSide, profileId: string) =>
  infiniteQueryOptions({
    queryKey: [...keyRoots.orders, 'deadlines', side, profileId],
    initialPageParam: null as Deadline | null,
    queryFn: async ({ pageParam, signal }): Promise<Deadline[]> => {
      const first = supabase
        .from('pack_orders')
        .select('id, number, status, pack_title, due_at')
        .eq(`${side}_id`, profileId)
        .in(
          'status',
          ORDER_STATUSES.filter(
            (status) => !isFinal(status) && (side === 'brand' || status !== 'pending_payment'),
          ),
        )
        .not('due_at', 'is', null)
        .order('due_at')
        .order('id')
        .limit(PAGE_SIZE)
      const asked = pageParam ? first.or(laterThan(pageParam)) : first
      return (await unwrap(asked, signal)) as Deadline[]
    },
    getNextPageParam: lastOfEqual<Deadline>(PAGE_SIZE),
  })

const CALENDAR_KEY = ['calendar']

/** When the member's calendar address was created; null without an address. */
export const calendarQuery = () =>
  queryOptions({
    queryKey: CALENDAR_KEY,
    queryFn: asking<string | null>(() => read('calendar_since')),
  })

export const calendarAddress = (secret: string) =>
  `${env.supabaseUrl}/functions/v1/calendar?secret=${secret}`

/** Creates the calendar address. Only the browser that created it knows it, until the page is left. */
export function useCalendar() {
  const meta = { invalidates: [CALENDAR_KEY] }
  const renew = useMutation({
    mutationFn: async () => calendarAddress(await unwrap(supabase.rpc('renew_calendar'))),
    meta,
  })
  const remove = useMutation({
    mutationFn: () => unwrap(supabase.rpc('remove_calendar')),
    onSuccess: () => renew.reset(),
    meta,
  })
  return { renew, remove }
}
