import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import type { OrderStatus } from './orders.ts'

export type Order = Omit<Tables<'pack_orders'>, 'status'> & { status: OrderStatus }

/** How people write the number of an order: in small letters, or without the hyphen. */
const NUMBER = /^k-?([2-9a-hjkmnp-tv-z]{5,8})$/i

const ID = /^[0-9a-f-]{36}$/i

export const isOrderId = (address: string) => ID.test(address)

/** The number in an address; null when it is an id. */
export const orderNumberIn = (address: string): string | null => {
  const [, characters] = NUMBER.exec(address) ?? []
  return characters ? `K-${characters.toUpperCase()}` : null
}

/** The order that a text names: its number, its id, or the address of its page. */
export const orderNamedIn = (text: string): string | null =>
  text
    .trim()
    .split(/[/?#]/)
    .find((part) => isOrderId(part) || orderNumberIn(part)) ?? null

/** A search of staff for an order as it is numbered. Kareem and Kate have its letters as well, but neither digit nor hyphen. */
export const searchedTerm = (term: string): string =>
  (/[-\d]/.test(term) && orderNumberIn(term)) || term

/** Comes, and is refreshed, with the page of its order (`order-page-query.ts`). */
export const WITH_PAGE = { refresh: 'never' } as const

/** One order by id or number; null if there is none or it belongs to others. */
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
