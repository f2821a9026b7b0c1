import { queryOptions } from '@tanstack/react-query'
import type { CreatorFilters } from '@/domain/market/creator-filters.ts'
import { fetchMemberLabels, MEMBER_CARD, type MemberCard } from '@/domain/members/members.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { isFinal, ORDER_STATUSES } from '@/domain/orders/orders.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { read, supabase, unwrap } from '@/lib/api/supabase.ts'
import type { Chosen } from '@/lib/rows.ts'

const COLUMNS =
  'id, number, status, pack_title, price_minor, buyer_fee_minor, currency, due_at, clock_resumes_at, payment_disputed_at, brand_id, kol_id, updated_at'
export type HomeOrder = Chosen<Order, typeof COLUMNS>

/** The most orders that this page loads. */
const MOST = 100

const ownOrders = (profileId: string) => `brand_id.eq.${profileId},kol_id.eq.${profileId}`

/** Open orders. Their key belongs to the orders, so that live changes of orders refresh the home page, too. */
export function openOrdersQuery(profileId: string) {
  return queryOptions({
    queryKey: [...keyRoots.orders, 'home'],
    async queryFn({ signal }) {
      const orders = await unwrap(
        supabase
          .from('pack_orders')
          .select(COLUMNS)
          .in(
            'status',
            ORDER_STATUSES.filter((status) => !isFinal(status)),
          )
          // Staff may read all orders, so the query selects the reader's own.
          .or(ownOrders(profileId))
          .order('due_at', { ascending: true, nullsFirst: false })
          .limit(MOST),
        signal,
      )
      const members = await fetchMemberLabels(
        orders.flatMap((order) => [order.brand_id, order.kol_id]),
      )
      return { orders: orders as HomeOrder[], members }
    },
  })
}

const CREATORS = 4

export function newCreatorsQuery(categories: CreatorFilters['categories'] = []) {
  return queryOptions({
    queryKey: [...keyRoots.members, 'home', categories],
    meta: { refresh: 'on-return' },
    async queryFn({ signal }) {
      const find = async (filters: CreatorFilters) =>
        (await unwrap(
          read('search_creators', { filters, sort: 'newest', page_size: CREATORS }).select(
            MEMBER_CARD,
          ),
          signal,
        )) as unknown as MemberCard[]
      const fitting = categories.length > 0 ? await find({ categories }) : []
      return fitting.length > 0 ? fitting : find({})
    },
  })
}

/** The newcomer's progress: whether there are packs, searches and orders yet. */
export function progressQuery(profileId: string, role: string | null) {
  return queryOptions({
    queryKey: ['home', 'progress', profileId],
    meta: { silent: true },
    staleTime: 30_000,
    async queryFn() {
      const [packs, searches, orders] = await Promise.all([
        role === 'kol'
          ? supabase
              .from('packs')
              .select('id', { count: 'exact', head: true })
              .eq('kol_id', profileId)
          : { count: 0, error: null },
        role === 'kol'
          ? { count: 0, error: null }
          : supabase.from('saved_searches').select('id', { count: 'exact', head: true }),
        supabase
          .from('pack_orders')
          .select('id', { count: 'exact', head: true })
          .or(ownOrders(profileId)),
      ])
      const error = packs.error ?? searches.error ?? orders.error
      if (error) throw error
      return { packs: packs.count ?? 0, searches: searches.count ?? 0, orders: orders.count ?? 0 }
    },
  })
}
