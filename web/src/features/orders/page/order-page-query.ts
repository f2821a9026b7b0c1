import { queryOptions } from '@tanstack/react-query'
import {
  memberLabelQuery,
  memberQuery,
  type Member,
  type MemberLabel,
} from '@/domain/members/members.ts'
import type { OrderMoney } from '@/domain/money/split.ts'
import { isOrderId, orderNumberIn, orderQuery, type Order } from '@/domain/orders/order-query.ts'
import { seedQuery } from '@/lib/api/give.ts'
import { read, unwrap } from '@/lib/api/supabase.ts'
import { orderActionsQuery, type OrderAction } from '../actions/order-actions-query.ts'
import {
  shareByDeadlineQuery,
  statementsQuery,
  type Statement,
} from '../dispute/dispute-queries.ts'
import { milestonesQuery, type Milestone } from '../milestones/queries.ts'
import {
  deliveriesQuery,
  orderEventsQuery,
  proposalsQuery,
  reviewsOfOrderQuery,
  settlementPreviewQuery,
  suspendedIn,
  suspendedSidesQuery,
  tipsQuery,
  type Delivery,
  type OrderEvent,
  type OrderSides,
  type Proposal,
  type Review,
} from '../queries.ts'
import { ruledShare } from './shares.ts'

interface OrderFile {
  order: Order
  events: OrderEvent[]
  deliveries: Delivery[]
  milestones: Milestone[]
  statements: Statement[]
  proposals: Proposal[]
  reviews: Review[]
  actions: OrderAction[]
  money: OrderMoney
  tips: number
  silence: number | null
  sides: OrderSides
  labels: MemberLabel[]
  other: Member | null
}

/** The data of all queries of the page, with their keys. */
function answersIn({ order, ...file }: OrderFile) {
  const { id } = order
  return [
    [orderEventsQuery(id), file.events],
    [deliveriesQuery(id), file.deliveries],
    [milestonesQuery(order), file.milestones],
    [statementsQuery(id), file.statements],
    [proposalsQuery(id), file.proposals],
    [reviewsOfOrderQuery(id), file.reviews],
    [orderActionsQuery(order), file.actions],
    [settlementPreviewQuery(id, ruledShare(order)), file.money],
    [tipsQuery(id), file.tips],
    [shareByDeadlineQuery(order), file.silence],
    [suspendedSidesQuery(id), suspendedIn(file.sides)],
    ...(file.other ? [[memberQuery(file.other.id), file.other] as const] : []),
    ...[order.brand_id, order.kol_id].map(
      (each) =>
        [memberLabelQuery(each), file.labels.find((label) => label.id === each) ?? null] as const,
    ),
  ] as const
}

/** Loads an order with everything on its page in one request, also at a refresh; each part also has a query of its own. */
export const orderPageQuery = (address: string) =>
  queryOptions({
    ...orderQuery(address),
    queryFn: async ({ client, signal }): Promise<Order | null> => {
      const number = orderNumberIn(address)
      // The database would refuse any other text as an invalid id.
      if (!number && !isOrderId(address)) return null
      const askedAt = Date.now()
      const file = (await unwrap(
        read('order_page', number ? { number } : { order_id: address }),
        signal,
      )) as unknown as OrderFile | null
      if (!file) return null
      for (const [{ queryKey }, data] of answersIn(file)) seedQuery(client, queryKey, data, askedAt)
      return file.order
    },
  })
