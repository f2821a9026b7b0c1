import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import type { OrderStatus } from './orders.ts'

export type Order = Omit<Tables<'pack_orders'>, 'status'> & { status: OrderStatus }

/** An order number in upper or lower case, with or without the hyphen. */
const NUMBER = /^k-?([2-9a-hjkmnp-tv-z]{5,8})$/i

const ID = /^[0-9a-f-]{36}$/i

export const isOrderId = (address: string) => ID.test(address)

/** The order number in an address; null if it contains an id instead. */
export const orderNumberIn = (address: string): string | null => {
  const [, characters] = NUMBER.exec(address) ?? []
  return characters ? `K-${characters.toUpperCase()}` : null
}

/** The order in a text, which is its number, its id, or the address of its page. */
export const orderNamedIn = (text: string): string | null =>
  text
    .trim()
    .split(/[/?#]/)
    .find((part) => isOrderId(part) || orderNumberIn(part)) ?? null

/**
 * Converts a search term that is an order number to its usual form. A digit or a hyphen is required, because names
 * such as Kareem consist of the letters of order numbers.
 */
export const searchedTerm = (term: string): string =>
  (/[-\d]/.test(term) && orderNumberIn(term)) || term

/** `meta` of queries that are loaded and refreshed together with the order's page (`order-page-query.ts`). */
export const LOADED_WITH_PAGE = { refresh: 'never' } as const

/** One order by id or number; null if it does not exist or the reader is on neither side. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyRoots.orders, 'one', id],
    queryFn: async ({ signal }): Promise<Order | null> => {
      const number = orderNumberIn(id)
      // The database would refuse any other text as an invalid id.
      if (!number && !isOrderId(id)) return null
      const orders = supabase.from('pack_orders').select('*')
      const found = orders.eq(number ? 'number' : 'id', number ?? id).maybeSingle()
      return (await unwrap(found, signal)) as Order | null
    },
  })
