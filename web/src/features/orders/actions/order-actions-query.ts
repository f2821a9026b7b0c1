import { queryOptions } from '@tanstack/react-query'
import { WITH_PAGE, type Order } from '@/domain/orders/order-query.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { ORDER_ACTIONS } from '@/domain/vocabulary.generated.ts'
import type { CompositeTypes } from '@/lib/database.types.ts'
import { read, unwrap } from '@/lib/api/supabase.ts'

export type OrderActionName = (typeof ORDER_ACTIONS)[number]

type Row = CompositeTypes<'order_action'>
export type OrderAction = { action: OrderActionName; currency: string } & Omit<
  Row,
  'action' | 'currency'
>

export const mayEditBrief = (actions: readonly OrderAction[]) =>
  actions.some(({ action, allowed }) => action === 'edit_brief' && allowed)

/** A timer of the browser holds at most this. */
const LONGEST_MS = 2 ** 31 - 1

/** How long until time alone changes what is allowed; false when it never does. */
export function changesIn(actions: readonly OrderAction[], now: number): number | false {
  const times = actions.flatMap(({ changes_at }) =>
    changes_at === null ? [] : [new Date(changes_at).getTime() - now],
  )
  const next = Math.min(...times.filter((time) => time > 0))
  return Number.isFinite(next) ? Math.min(next + 1_000, LONGEST_MS) : false
}

/**
 * What the reader may do with an order now, or why not, in the order in which it is offered. The
 * state is part of the key, so that no button of the state before is shown while the new ones are read.
 */
export const orderActionsQuery = ({ id, status }: Pick<Order, 'id' | 'status'>) =>
  queryOptions({
    queryKey: [...keyRoots.orders, 'one', id, 'actions', status],
    meta: WITH_PAGE,
    queryFn: async ({ signal }): Promise<OrderAction[]> => {
      const rows = await unwrap(read('order_actions', { order_id: id }), signal)
      return rows as OrderAction[]
    },
    refetchInterval: ({ state }) => changesIn(state.data ?? [], Date.now()),
  })
