import { decimalsOf, toDecimalString } from '@/domain/money/money.ts'
import { amountFor } from '@/domain/orders/checkout.ts'
import { everyRow, MOST_ROWS } from '@/lib/api/every-row.ts'
import { csvFile } from '@/lib/csv.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { fetchOrders, type ListedOrder, type OrderSearch } from '../queries.ts'

/** The most orders that `my_orders` returns at once. */
const PAGE = 100

/** The header and a line for each order. `sum` is the total that the brand pays, or the price for the creator. */
export const orderRows = (orders: readonly ListedOrder[], side: OrderSearch['side']) => [
  ['order', 'placed', 'pack', 'with', 'state', 'due', 'currency', 'price', 'sum'],
  ...orders.map((order) => {
    const amount = (minor: number) => toDecimalString(minor, decimalsOf(order.currency))
    return [
      order.number,
      order.created_at,
      order.pack_title,
      order.other?.display_name ?? '',
      textOr(`order-states:${order.status}_name`, order.status),
      order.due_at,
      order.currency,
      amount(order.price_minor),
      amount(amountFor(order, side)),
    ]
  }),
]

/** All orders that match the list's search, the newest first. */
export async function fetchOrdersFile(search: OrderSearch): Promise<Blob> {
  const { signal } = new AbortController()
  const orders = await everyRow(async (after: string | null) => {
    const { rows } = await fetchOrders(search, after, { size: PAGE, signal })
    return { rows, next: rows.length < PAGE ? null : (rows.at(-1)?.id ?? null) }
  }, MOST_ROWS)
  return csvFile(orderRows(orders, search.side))
}
