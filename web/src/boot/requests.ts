import { statusesOfTab } from '../domain/orders/orders.ts'
import { ROUTES, routeAt, type RouteName } from '../domain/routes.ts'
import { PAID_STATUS } from '../domain/vocabulary.generated.ts'

// What the pages that members open first will ask for, so that it is on its way while their code
// loads. Each equals the request of the page's own query: requests.test.ts compares them.
// A page that is missing here, or asks for something else, is only slower.

export interface Ask {
  /** Below `/rest/v1/`. */
  path: string
  /** A function's arguments. */
  body?: unknown
  /** The response is one row instead of a list. */
  isOne?: boolean
  /** What can be asked for once its rows are known. */
  next?: (rows: Record<string, unknown>[]) => Ask[]
}

/** The rows that need to be known before the rest can be asked for. */
export interface Own {
  id: string
  role: string | null
}

export const askForProfile = (userId: string): Ask => ({
  path: `profiles?select=*&user_id=eq.${userId}`,
  isOne: true,
})

const member = (id: string): Ask => ({ path: `members?select=*&id=eq.${id}` })

const labels = (ids: unknown[]): Ask => ({ path: 'rpc/member_labels', body: { ids } })

/** Of the authors, each once. */
function authors(rows: Record<string, unknown>[]): Ask[] {
  const ids = [...new Set(rows.map(({ author_id }) => author_id))]
  return ids.length > 0 ? [labels(ids)] : []
}

/** Whether the reader may buy or sell. */
const CAN_TRANSACT: Ask = { path: 'rpc/can_buy_or_sell_own_gig', body: {} }

/** An order may stand in the address by its number, which its page looks up. */
const ID = /^[0-9a-f-]{36}$/i

/** What does not depend on whose profile it is; `id` is the parameter of the path. */
const AT_ONCE: Partial<Record<RouteName, (id: string) => Ask[]>> = {
  home: () => [
    { path: 'balances?select=currency,kind,amount_minor' },
    { path: 'notifications?select=*&order=created_at.desc&limit=5' },
  ],
  discover: () => [
    { path: 'rpc/search_creators', body: { filters: {}, sort: 'rating', page_size: 24 } },
  ],
  messages: (id) => (id ? [] : [{ path: 'rpc/inbox', body: { page_size: 30 } }]),
  creator: (id) => [
    member(id),
    { path: `packs?select=*&kol_id=eq.${id}&is_published=eq.true&order=price_minor.asc` },
    {
      path: `reviews?select=*&subject_id=eq.${id}&order=created_at.desc,id.desc&limit=10`,
      next: authors,
    },
    { path: 'shortlist?select=creator_id,note,created_at&order=created_at.desc' },
    CAN_TRANSACT,
  ],
  order: (id) => [
    {
      path: `pack_orders?select=*&id=eq.${id}`,
      next: ([order]) => (order ? [labels([order.brand_id]), labels([order.kol_id])] : []),
    },
    { path: `order_events?select=*&order_id=eq.${id}&order=id.asc` },
    { path: 'rpc/order_actions', body: { order_id: id } },
    { path: `order_deliveries?select=*&order_id=eq.${id}&order=created_at.desc` },
    { path: `messages?select=*&order_id=eq.${id}&order=created_at.desc,id.desc&limit=20` },
    { path: `ledger_lines?select=*&order_id=eq.${id}&order=transfer_id.asc,kind.asc` },
    { path: 'rpc/settlement_preview', body: { order_id: id }, isOne: true },
  ],
  staff: () => [
    { path: 'rpc/waiting_profiles', body: {} },
    { path: 'rpc/staff_queue', body: {} },
  ],
}

const AFTER_PROFILE: Partial<Record<RouteName, (own: Own) => Ask[]>> = {
  orders: ({ id, role }) => {
    const ofSide =
      role === 'kol'
        ? `*,payment:order_events!inner()&payment.to_status=eq.${PAID_STATUS}&kol_id`
        : '*&brand_id'
    return [
      {
        path: `pack_orders?select=${ofSide}=eq.${id}&status=in.(${statusesOfTab('open').join()})&order=created_at.desc,id.desc&limit=20`,
      },
    ]
  },
}

export const askedPages = () => Object.keys({ ...AT_ONCE, ...AFTER_PROFILE }) as RouteName[]

/** What the page at a path asks for; nothing where the rest of its address says more. */
export function asksOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>, own?: Own) {
  const name = routeAt(pathname)
  if (name === null || search !== '') return []
  if (own) return AFTER_PROFILE[name]?.(own) ?? []
  const base = ROUTES[name].path.split('/:')[0] ?? ''
  const parameter = pathname.slice(base.length + 1)
  return parameter === '' || ID.test(parameter) ? (AT_ONCE[name]?.(parameter) ?? []) : []
}
