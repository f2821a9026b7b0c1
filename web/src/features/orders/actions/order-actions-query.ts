import { queryOptions } from '@tanstack/react-query'
import { LOADED_WITH_PAGE, type Order } from '@/domain/orders/order-query.ts'
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

/** The longest delay of a browser timer. */
const LONGEST_MS = 2 ** 31 - 1

/** Milliseconds until the passing of time changes the allowed actions; false if it never does. */
export function changesIn(actions: readonly OrderAction[], now: number): number | false {
  const times = actions.flatMap(({ changes_at }) =>
    changes_at === null ? [] : [new Date(changes_at).getTime() - now],
  )
  const next = Math.min(...times.filter((time) => time > 0))
  return Number.isFinite(next) ? Math.min(next + 1_000, LONGEST_MS) : false
}

/**
 * The actions that the reader can take on an order now, or the reasons why not, in the order of the screen. The
 * state is part of the key, so that no button of the previous state is shown while the new actions are loaded.
 */
export const orderActionsQuery = ({ id, status }: Pick<Order, 'id' | 'status'>) =>
  queryOptions({
    queryKey: [...keyRoots.orders, 'one', id, 'actions', status],
    meta: LOADED_WITH_PAGE,
    queryFn: async ({ signal }): Promise<OrderAction[]> => {
      const rows = await unwrap(read('order_actions', { order_id: id }), signal)
      return rows as OrderAction[]
    },
    refetchInterval: ({ state }) => changesIn(state.data ?? [], Date.now()),
  })
