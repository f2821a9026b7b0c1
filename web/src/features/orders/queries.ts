import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { fetchMemberLabels, type MemberLabel } from '@/domain/members/members.ts'
import { eventOf, type LedgerEvent, type MoneyMove } from '@/domain/money/ledger.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import {
  submitsWork,
  statusesOfTab,
  type OrderSide,
  type OrderTab,
} from '@/domain/orders/orders.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { PAYMENT_MOVES } from '@/domain/vocabulary.generated.ts'
import { settlementPreview } from '@/domain/orders/settlement-preview.ts'
import type { Tables } from '@/lib/database.types.ts'
import { unwrap } from '@/lib/api/errors.ts'
import { olderThan } from '@/lib/api/keyset.ts'
import { supabase } from '@/lib/api/supabase.ts'

const PAGE_SIZE = 20

export type ListedOrder = Order & { other: MemberLabel | undefined }
export type OrderEvent = Tables<'order_events'>
export type Delivery = Tables<'order_deliveries'>
export type Proposal = Tables<'settlement_proposals'>
export type Review = Tables<'reviews'>

export const ordersQuery = (side: OrderSide, profileId: string, tab: OrderTab) =>
  infiniteQueryOptions({
    queryKey: [...keyRoots.orders, 'list', side, profileId, tab],
    initialPageParam: null as ListedOrder | null,
    queryFn: async ({ pageParam, signal }): Promise<ListedOrder[]> => {
      const orders = supabase.from('pack_orders')
      // A creator sees paid orders only.
      const known =
        side === 'kol'
          ? orders
              .select('*, payment:order_events!inner()')
              .in(
                'payment.from_status',
                PAYMENT_MOVES.map((move) => move.from_status),
              )
              .in(
                'payment.to_status',
                PAYMENT_MOVES.map((move) => move.to_status),
              )
          : orders.select('*')
      const newest = known
        .eq(`${side}_id`, profileId)
        .in('status', statusesOfTab(tab))
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(PAGE_SIZE)
        .abortSignal(signal)
      const page = (await unwrap(pageParam ? newest.or(olderThan(pageParam)) : newest)) as Order[]
      const otherId = (order: Order) => (side === 'brand' ? order.kol_id : order.brand_id)
      const others = await fetchMemberLabels(page.map(otherId))
      return page.map((order) => ({ ...order, other: others.get(otherId(order)) }))
    },
    getNextPageParam: (last) => (last.length < PAGE_SIZE ? null : last.at(-1)),
  })

const ofOrder = (orderId: string, what: string) => [...keyRoots.orders, 'one', orderId, what]

export const orderEventsQuery = (orderId: string) =>
  queryOptions({
    queryKey: ofOrder(orderId, 'events'),
    queryFn: ({ signal }): Promise<OrderEvent[]> =>
      unwrap(
        supabase
          .from('order_events')
          .select('*')
          .eq('order_id', orderId)
          .order('id')
          .abortSignal(signal),
      ),
  })

/** Every move that stands: a dispute that was withdrawn is as if it had not been. */
export const movesOf = (events: OrderEvent[]) =>
  events.reduce<OrderEvent[]>((moves, event) => {
    if (event.kind === 'move') return [...moves, event]
    if (event.kind !== 'dispute_withdrawn') return moves
    return moves.slice(
      0,
      moves.findLastIndex(({ from_status }) => from_status === event.to_status),
    )
  }, [])

/** True for moves that submit a delivery or a draft; the stream shows those with links and files. */
export const bringsWork = ({ kind, to_status }: OrderEvent) =>
  kind === 'move' && submitsWork(to_status)

/** True for the move that ended an order because the bank took its payment back for good. */
export const isChargedBack = ({ kind, actor_id, note }: OrderEvent) =>
  kind === 'move' && actor_id === null && note === 'chargeback'

/** True for an event with text that a person wrote. */
export const hasWords = (event: OrderEvent) =>
  Boolean(event.note) && !bringsWork(event) && !isChargedBack(event)

export const deliveriesQuery = (orderId: string) =>
  queryOptions({
    queryKey: ofOrder(orderId, 'deliveries'),
    queryFn: ({ signal }): Promise<Delivery[]> =>
      unwrap(
        supabase
          .from('order_deliveries')
          .select('*')
          .eq('order_id', orderId)
          .order('created_at', { ascending: false })
          .abortSignal(signal),
      ),
  })

/** Newest first: the first of each side is what that side offers now. */
export const proposalsQuery = (orderId: string) =>
  queryOptions({
    queryKey: ofOrder(orderId, 'proposals'),
    queryFn: ({ signal }): Promise<Proposal[]> =>
      unwrap(
        supabase
          .from('settlement_proposals')
          .select('*')
          .eq('order_id', orderId)
          .order('created_at', { ascending: false })
          .abortSignal(signal),
      ),
  })

/** Which sides of an order are suspended: for staff, and for the two while it is open. */
export const suspendedSidesQuery = (orderId: string) =>
  queryOptions({
    queryKey: ofOrder(orderId, 'suspended'),
    queryFn: async ({ signal }): Promise<string[]> => {
      const sides = await unwrap(
        supabase.rpc('order_sides', { order_id: orderId }).abortSignal(signal),
      )
      return sides.flatMap(({ profile_id, is_suspended }) => (is_suspended ? [profile_id] : []))
    },
  })

export const reviewsOfOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ofOrder(orderId, 'reviews'),
    queryFn: ({ signal }): Promise<Review[]> =>
      unwrap(supabase.from('reviews').select('*').eq('order_id', orderId).abortSignal(signal)),
  })

export const settlementPreviewQuery = (orderId: string, creatorShareMinor?: number) =>
  settlementPreview(ofOrder(orderId, 'split'), orderId, creatorShareMinor)

/** The reader's own money in this order, one entry a transfer. */
export const orderMoneyQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...keyRoots.payments, 'order', orderId],
    queryFn: async ({ signal }): Promise<LedgerEvent[]> => {
      const moves = (await unwrap(
        supabase.rpc('money_moves', { order_id: orderId, page_size: 1000 }).abortSignal(signal),
      )) as unknown as MoneyMove[]
      return moves.map((move) => eventOf(move)).toReversed()
    },
  })

/** The least and the most that the brand can give as a tip now. */
export const tipBoundsQuery = (orderId: string) =>
  queryOptions({
    queryKey: ofOrder(orderId, 'tip'),
    staleTime: 0,
    queryFn: ({ signal }) =>
      unwrap(supabase.rpc('tip_bounds', { order_id: orderId }).abortSignal(signal).single()),
  })
