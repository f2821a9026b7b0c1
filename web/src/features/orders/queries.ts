import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { fetchMemberLabels, type MemberLabel } from '@/domain/members/members.ts'
import { eventOf, type LedgerEvent, type MoneyMove } from '@/domain/money/ledger.ts'
import { LOADED_WITH_PAGE, type Order } from '@/domain/orders/order-query.ts'
import { submitsWork, type OrderSide, type OrderTab } from '@/domain/orders/orders.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { settlementPreview } from '@/domain/orders/settlement-preview.ts'
import type { Tables } from '@/lib/database.types.ts'
import { asking, askingFor, read, supabase, unwrap } from '@/lib/api/supabase.ts'

const PAGE_SIZE = 20

export type ListedOrder = Order & { other: MemberLabel | undefined }
export type OrderEvent = Tables<'order_events'>
export type Delivery = Tables<'order_deliveries'>
export type Proposal = Tables<'settlement_proposals'>
export type Review = Tables<'reviews'>

export const ORDER_SORTS = ['newest', 'oldest', 'highest'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

/** The number of orders in each phase; a phase without orders is missing. */
export type OrderCounts = Partial<Record<OrderTab, number>>

interface OrdersPage {
  tab: OrderTab
  rows: ListedOrder[]
  /** The number of orders by tab; null on every page except the first. */
  counts: OrderCounts | null
}

export interface OrderSearch {
  side: OrderSide
  tab: OrderTab
  term: string
  /** Sort order; without it the newest orders come first. */
  sort?: OrderSort
}

/** A page of orders after the given order, each with the name of the other side. */
export async function fetchOrders(
  { side, tab, term, sort }: OrderSearch,
  after: string | null,
  { size, signal }: { size: number; signal: AbortSignal },
): Promise<OrdersPage> {
  const page = (await unwrap(
    read('my_orders', {
      page_size: size,
      term,
      ...(tab !== 'all' && { phase: tab }),
      ...(after && { after }),
      ...(sort && sort !== 'newest' && { sort }),
    }),
    signal,
  )) as unknown as OrdersPage
  const otherId = (order: Order) => (side === 'brand' ? order.kol_id : order.brand_id)
  const others = await fetchMemberLabels(page.rows.map(otherId))
  const rows = page.rows.map((order) => ({ ...order, other: others.get(otherId(order)) }))
  return { ...page, tab, rows }
}

export const ordersQuery = (
  side: OrderSide,
  profileId: string,
  tab: OrderTab,
  term = '',
  sort: OrderSort = 'newest',
) =>
  infiniteQueryOptions({
    queryKey: [...keyRoots.orders, 'list', side, profileId, tab, term, sort],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      fetchOrders({ side, tab, term, sort }, pageParam, { size: PAGE_SIZE, signal }),
    getNextPageParam: ({ rows }) => (rows.length < PAGE_SIZE ? null : (rows.at(-1)?.id ?? null)),
  })

export const orderKey = (orderId: string, what: string) => [
  ...keyRoots.orders,
  'one',
  orderId,
  what,
]

type Table =
  | 'order_events'
  | 'order_deliveries'
  | 'settlement_proposals'
  | 'dispute_statements'
  | 'reviews'

/** Query for the rows of a table about an order, which are loaded with the order's page. */
export const rowsQuery =
  <Name extends Table>(what: string, table: Name, by: 'id' | 'created_at', ascending = true) =>
  (orderId: string) =>
    queryOptions({
      queryKey: orderKey(orderId, what),
      meta: LOADED_WITH_PAGE,
      queryFn: askingFor<Tables<Name>[]>(() =>
        supabase
          .from(table as 'reviews')
          .select('*')
          .eq('order_id', orderId)
          .order(by, { ascending }),
      ),
    })

export const orderEventsQuery = rowsQuery('events', 'order_events', 'id')
/** Deliveries and drafts of an order, the newest first. */
export const deliveriesQuery = rowsQuery('deliveries', 'order_deliveries', 'created_at', false)
/** Proposed splits of an order, the newest first. Only the first proposal of each side is valid. */
export const proposalsQuery = rowsQuery('proposals', 'settlement_proposals', 'created_at', false)
export const reviewsOfOrderQuery = rowsQuery('reviews', 'reviews', 'created_at')

/** The moves among the events of an order, without those of a withdrawn dispute. */
export const movesOf = (events: OrderEvent[]) =>
  events.reduce<OrderEvent[]>((moves, event) => {
    if (event.kind === 'move') return [...moves, event]
    if (event.kind !== 'dispute_withdrawn') return moves
    return moves.slice(
      0,
      moves.findLastIndex(({ from_status }) => from_status === event.to_status),
    )
  }, [])

/** True for moves that submit a delivery or a draft; the history shows those with links and files. */
export const bringsWork = ({ kind, to_status }: OrderEvent) =>
  kind === 'move' && submitsWork(to_status)

/** True for the move that ended an order because the bank reversed its payment permanently. */
export const isChargedBack = ({ kind, actor_id, note }: OrderEvent) =>
  kind === 'move' && actor_id === null && note === 'chargeback'

/** True for an event with a text by a member or staff. */
export const hasNote = (event: OrderEvent) =>
  Boolean(event.note) && !bringsWork(event) && !isChargedBack(event)

/** The creator's request to show the work and the brand's permission; null if there is neither. */
export const showingQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKey(orderId, 'showing'),
    queryFn: asking<Pick<Tables<'showings'>, 'asked_at'> | null>(() =>
      supabase.from('showings').select('asked_at').eq('order_id', orderId).maybeSingle(),
    ),
  })

export type OfferOfOrder = Pick<Tables<'offers'>, 'author_id' | 'created_at'>

/** The offer from which this order was made. It never changes; null for staff, who read no offers. */
export const offerOfOrderQuery = ({ id, offer_id }: Pick<Order, 'id' | 'offer_id'>) =>
  queryOptions({
    queryKey: orderKey(id, 'offer'),
    staleTime: Infinity,
    meta: LOADED_WITH_PAGE,
    queryFn: askingFor<OfferOfOrder | null>(() =>
      supabase
        .from('offers')
        .select('author_id, created_at')
        .eq('id', offer_id ?? '')
        .maybeSingle(),
    ),
  })

export type OrderSides = { profile_id: string; is_suspended: boolean }[]
export const suspendedIn = (sides: OrderSides) =>
  sides.flatMap(({ profile_id, is_suspended }) => (is_suspended ? [profile_id] : []))

/** The suspended sides of an order. Staff can always read them, the two sides while the order is open. */
export const suspendedSidesQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKey(orderId, 'suspended'),
    meta: LOADED_WITH_PAGE,
    queryFn: async ({ signal }): Promise<string[]> =>
      suspendedIn(await unwrap(read('order_sides', { order_id: orderId }), signal)),
  })

/** When and why the reader, a member of staff, opened the order; null if no reason was needed. */
export const readReasonQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKey(orderId, 'why-read'),
    meta: LOADED_WITH_PAGE,
    queryFn: askingFor<{ created_at: string; reason: string } | null>(() =>
      supabase
        .from('staff_audit')
        .select('created_at, reason:details->>reason')
        .eq('subject_id', orderId)
        .in('action', ['read_order', 'read_dispute'])
        .not('details->>reason', 'is', null)
        .order('created_at', { ascending: false })
        .limit(1)
        .maybeSingle(),
    ),
  })

export const settlementPreviewQuery = (orderId: string, creatorShareMinor?: number) => ({
  ...settlementPreview(orderKey(orderId, 'split'), orderId, creatorShareMinor),
  meta: { ...LOADED_WITH_PAGE, silent: true },
})

/** The amount that the brand gave in addition to the price. */
export const tipsQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKey(orderId, 'tips'),
    meta: { ...LOADED_WITH_PAGE, silent: true },
    queryFn: async ({ signal }) => {
      const tips = supabase.from('order_tips').select('amount_minor').eq('order_id', orderId)
      const given = await unwrap(tips, signal)
      return given.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
    },
  })

/** The reader's own money in this order, one entry for each transfer. */
export const orderMoneyQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...keyRoots.payments, 'order', orderId],
    queryFn: async ({ signal }): Promise<LedgerEvent[]> => {
      const moves = (await unwrap(
        read('money_moves', { order_id: orderId, page_size: 1000 }),
        signal,
      )) as unknown as MoneyMove[]
      return moves.map((move) => eventOf(move)).toReversed()
    },
  })

export interface TipBounds {
  least_minor: number
  most_minor: number
}

/** The smallest and the largest tip that the brand can give now. */
export const tipBoundsQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKey(orderId, 'tip'),
    staleTime: 0,
    queryFn: askingFor<TipBounds>(() => read('tip_bounds', { order_id: orderId }).single()),
  })
