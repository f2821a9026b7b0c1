import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { MemberList } from '@/domain/market/member-lists.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { fetchStaffOrders, type StaffOrder } from '@/domain/orders/staff-orders.ts'
import { fetchMemberLabels } from '@/domain/members/members.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Database, Tables } from '@/lib/database.types.ts'
import { unwrap } from '@/lib/api/errors.ts'
import { keptPage, lastOfFull, olderThan, pageSize } from '@/lib/api/keyset.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { REFRESH_MS } from './waiting-query.ts'

type StaffProfile = Database['public']['CompositeTypes']['staff_profile']
type MayBeMissing =
  | 'role'
  | 'display_name'
  | 'language'
  | 'profile_image'
  | 'rating'
  | 'onboarded_at'
  | 'suspended_at'
  | 'frozen_at'
  | 'rejected_at'
  | 'rejection_reason'
  | 'inviter_name'
/** The type of rows that functions return knows no lists of values; the table does. */
type Known = Extract<keyof StaffProfile, MemberList | 'trust_level'>
/** A profile as staff may read it: without the referral code and the user behind it. */
export type Profile = Omit<Pick<StaffProfile, MayBeMissing>, 'role'> & {
  [Name in Exclude<keyof StaffProfile, MayBeMissing | Known>]: NonNullable<StaffProfile[Name]>
} & Pick<Tables<'profiles'>, Known | 'role'>
type Arguments = {
  creator_share_minor?: number
  note?: string
  reason?: string
  reference?: string
  value?: number
  category?: Tables<'suspensions'>['category']
  without_end?: boolean
  trust_level?: Tables<'profiles'>['trust_level']
  other_id?: string
  is_same?: boolean
} & {
  profile_id: string | null
}
export const argumentsOf = (proposal: Tables<'staff_proposals'>): Arguments => ({
  profile_id: null,
  ...(proposal.arguments as Partial<Arguments>),
})
export type Invite = Tables<'invites'>
type AuditEntry = Tables<'staff_audit'> & { actor: string | null; subject: string | null }
export type Payment = Tables<'payments'>

const PAGE = 30
const MOST = 200
const key = (...parts: string[]) => [...keyRoots.staff, ...parts]

/** Names also of members that the market does not show. */
async function fetchNames(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const labels = await fetchMemberLabels(ids)
  return new Map([...labels].map(([id, { display_name: name }]) => [id, name]))
}

/** Numbers of orders that the reader need not have opened. */
async function fetchNumbers(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const orders = await fetchStaffOrders({ ids: [...new Set(ids.flatMap((id) => id ?? []))] })
  return new Map(orders.map(({ id, number }) => [id, number]))
}

export const membersQuery = (term: string) =>
  queryOptions({
    queryKey: key('members', term),
    queryFn: async ({ signal }) =>
      (await unwrap(
        supabase.rpc('find_profiles', { term, page_size: PAGE }).abortSignal(signal),
      )) as Profile[],
  })

export const invitesQuery = () =>
  queryOptions({
    queryKey: key('invites'),
    queryFn: ({ signal }): Promise<Invite[]> =>
      unwrap(
        supabase
          .from('invites')
          .select('*')
          .order('created_at', { ascending: false })
          .limit(MOST)
          .abortSignal(signal),
      ),
  })

/** Disputes that wait for staff, without what is read in their case. */
export const disputesQuery = () =>
  queryOptions({
    queryKey: key('disputes'),
    queryFn: async () => {
      const orders = await fetchStaffOrders()
      const names = await fetchNames(orders.flatMap((order) => [order.brand_id, order.kol_id]))
      return orders.map((order) => ({
        ...order,
        brand: names.get(order.brand_id) ?? null,
        creator: names.get(order.kol_id) ?? null,
      }))
    },
  })

/** A dispute with its names. */
export type DisputedOrder = StaffOrder & { brand: string | null; creator: string | null }

/** Why the reader must not rule on this dispute or decide its appeal; null: nothing is against it. */
export const rulingRefusalQuery = ({ id, status }: Pick<Order, 'id' | 'status'>) =>
  queryOptions({
    queryKey: key('may-rule', id, status),
    meta: { silent: true },
    queryFn: async ({ signal }) => {
      const rows = await unwrap(supabase.rpc('order_actions', { order_id: id }).abortSignal(signal))
      const act = status === 'appealed' ? 'decide_appeal' : 'resolve_dispute'
      return rows.find(({ action }) => action === act)?.refusal ?? null
    },
  })

/** Records of a dispute for staff; each reading is written to the audit log. */
export type DisputeFile = {
  order: Order
  /** Why the dispute and the appeal were opened. */
  events: Tables<'order_events'>[]
  evidence_closes_at: string | null
  split_by_rule_minor: number
  statements: Tables<'dispute_statements'>[]
  proposals: Tables<'settlement_proposals'>[]
  rulings: Tables<'rulings'>[]
}

export const disputeFileQuery = (orderId: string) =>
  queryOptions({
    queryKey: key('dispute', orderId),
    queryFn: async ({ client, signal }) => {
      const file = await unwrap(
        supabase.rpc('read_dispute', { order_id: orderId }).abortSignal(signal),
      )
      // Who has read it may rule, and sees what a colleague proposed.
      for (const what of ['may-rule', 'disputes', 'proposals'])
        void client.invalidateQueries({ queryKey: key(what) })
      return file as DisputeFile
    },
  })

export const reportsQuery = () =>
  queryOptions({
    queryKey: key('reports'),
    queryFn: ({ signal }) => unwrap(supabase.rpc('open_reports').abortSignal(signal)),
  })

export const suspenseQuery = () =>
  queryOptions({
    queryKey: key('suspense'),
    queryFn: ({ signal }): Promise<Payment[]> =>
      unwrap(
        supabase
          .from('payments')
          .select('*')
          .eq('status', 'suspense')
          .order('created_at')
          .limit(MOST)
          .abortSignal(signal),
      ),
  })

type QueueRow = Database['public']['CompositeTypes']['queued_payout']
type MayBeNull =
  | 'display_name'
  | 'holder'
  | 'taken_at'
  | 'taken_by'
  | 'kept_because'
  | 'halt_reason'
  | 'problem'
/** A payout that is not sent yet, with the last four characters of its account. */
export type QueuedPayout = Pick<QueueRow, MayBeNull> & {
  [Name in Exclude<keyof QueueRow, MayBeNull>]: NonNullable<QueueRow[Name]>
} & { taker: string | null }
/** Account that a payout goes to. */
export type PayoutAccount = { kind: string; holder: string | null; account: string }

async function fetchPayouts(after: string | null, signal: AbortSignal): Promise<QueuedPayout[]> {
  const rows = (await unwrap(
    supabase
      .rpc('payout_queue', { page_size: PAGE, ...(after ? { after } : {}) })
      .abortSignal(signal),
  )) as Omit<QueuedPayout, 'taker'>[]
  const names = await fetchNames(rows.map((row) => row.taken_by))
  return rows.map((row) => ({ ...row, taker: names.get(row.taken_by ?? '') ?? null }))
}

/** The oldest first. */
export const payoutsQuery = () =>
  infiniteQueryOptions({
    queryKey: key('payouts'),
    refetchInterval: REFRESH_MS,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => fetchPayouts(pageParam, signal),
    getNextPageParam: (last) => (last.length < PAGE ? null : (last.at(-1)?.id ?? null)),
  })

type FailedRow = Database['public']['CompositeTypes']['failed_payout']
type FailedMayBeNull = 'display_name' | 'failure_reason' | 'expected_on'
/** A payout or refund that failed, came back, or is late. */
export type FailedPayout = Pick<FailedRow, FailedMayBeNull> & {
  [Name in Exclude<keyof FailedRow, FailedMayBeNull>]: NonNullable<FailedRow[Name]>
}

export const failedPayoutsQuery = () =>
  queryOptions({
    queryKey: key('failed-payouts'),
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) =>
      (await unwrap(
        supabase.rpc('failed_payouts', { page_size: PAGE }).abortSignal(signal),
      )) as FailedPayout[],
  })

/** Why all payouts are stopped; null while they leave. */
export const haltQuery = () =>
  queryOptions({
    queryKey: key('halt'),
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const halts = await unwrap(
        supabase
          .from('payout_halts')
          .select('reason')
          .is('payout_id', null)
          .is('released_at', null)
          .abortSignal(signal),
      )
      return halts[0]?.reason ?? null
    },
  })

type ChargebackRow = Tables<'chargebacks'>
/** Columns of a view may be null for the generator; of these only the named ones are. */
type ChargebackColumns = Pick<
  ChargebackRow,
  'payment_id' | 'brand_id' | 'order_id' | 'closed_at'
> & {
  [
    Name in Exclude<
      keyof ChargebackRow,
      'payment_id' | 'brand_id' | 'order_id' | 'closed_at' | 'status' | 'kind'
    >
  ]: NonNullable<ChargebackRow[Name]>
} & { status: 'opened' | 'won' | 'lost'; kind: 'dispute' | 'refund' }
export type Chargeback = ChargebackColumns & { brand: string | null; number: string | null }

export const chargebacksQuery = () =>
  queryOptions({
    queryKey: key('chargebacks'),
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }): Promise<Chargeback[]> => {
      const rows = (await unwrap(
        supabase
          .from('chargebacks')
          .select('*')
          .order('is_frozen', { ascending: false })
          .order('created_at', { ascending: false })
          .limit(MOST)
          .abortSignal(signal),
      )) as ChargebackColumns[]
      const [names, numbers] = await Promise.all([
        fetchNames(rows.map((row) => row.brand_id)),
        fetchNumbers(rows.map((row) => row.order_id)),
      ])
      return rows.map((row) => ({
        ...row,
        brand: names.get(row.brand_id ?? '') ?? null,
        number: numbers.get(row.order_id ?? '') ?? null,
      }))
    },
  })

export type Suspension = Tables<'suspensions'> & { member: string; by: string | null }
export const hasOpenAppeal = (each: Tables<'suspensions'>) =>
  each.appealed_at !== null && each.appeal_decided_at === null

/** Suspensions that have not ended: those with an appeal first, by its deadline. */
export const suspensionsQuery = () =>
  queryOptions({
    queryKey: key('suspensions'),
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }): Promise<Suspension[]> => {
      const rows = await unwrap(
        supabase
          .from('suspensions')
          .select('*')
          .is('ended_at', null)
          .order('created_at', { ascending: false })
          .limit(MOST)
          .abortSignal(signal),
      )
      const names = await fetchNames(rows.flatMap((row) => [row.profile_id, row.suspended_by]))
      return rows
        .map((row) => ({
          ...row,
          member: names.get(row.profile_id) ?? '',
          by: names.get(row.suspended_by ?? '') ?? null,
        }))
        .toSorted(
          (one, other) =>
            Number(hasOpenAppeal(other)) - Number(hasOpenAppeal(one)) ||
            (one.due_at ?? '').localeCompare(other.due_at ?? ''),
        )
    },
  })

export const auditQuery = () =>
  infiniteQueryOptions({
    queryKey: key('audit'),
    initialPageParam: null as AuditEntry | null,
    queryFn: async ({ client, queryKey, pageParam, signal }): Promise<AuditEntry[]> => {
      const size = pageSize(PAGE, pageParam === null)
      const kept = keptPage(client, queryKey, pageParam, size)
      if (kept) return kept
      const newest = supabase
        .from('staff_audit')
        .select('*')
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(size)
        .abortSignal(signal)
      const rows = await unwrap(pageParam ? newest.or(olderThan(pageParam)) : newest)
      const [names, numbers] = await Promise.all([
        fetchNames(rows.flatMap((row) => [row.actor_id, row.subject_id])),
        fetchNumbers(rows.map((row) => row.subject_id)),
      ])
      return rows.map((row) => ({
        ...row,
        actor: names.get(row.actor_id ?? '') ?? null,
        subject: names.get(row.subject_id ?? '') ?? numbers.get(row.subject_id ?? '') ?? null,
      }))
    },
    getNextPageParam: lastOfFull<AuditEntry>(PAGE),
  })

async function fetchProposals(signal: AbortSignal) {
  const proposals = await unwrap(
    supabase
      .from('staff_proposals')
      .select('*')
      .eq('status', 'open')
      .gt('expires_at', new Date().toISOString())
      .order('created_at')
      .limit(MOST)
      .abortSignal(signal),
  )
  const about = (action: string) =>
    proposals.filter((each) => each.action === action).map((each) => each.subject)
  const payoutIds = [
    ...about('record_payout_sent'),
    ...about('record_payout_failed'),
    ...about('release_payouts'),
  ]
  const [orders, payments, payouts, names] = await Promise.all([
    fetchStaffOrders({ ids: [...about('resolve_dispute'), ...about('decide_appeal')] }),
    unwrap(
      supabase
        .from('payments')
        .select('id, amount_minor, currency')
        .in('id', about('resolve_suspense')),
    ),
    payoutIds.length > 0 ? fetchPayouts(null, signal) : [],
    fetchNames(
      proposals.flatMap((each) => [
        each.proposed_by,
        argumentsOf(each).profile_id,
        argumentsOf(each).other_id ?? null,
      ]),
    ),
  ])
  return proposals.map((each) => ({
    ...each,
    proposer: names.get(each.proposed_by) ?? null,
    brand: names.get(argumentsOf(each).profile_id ?? '') ?? null,
    other: names.get(argumentsOf(each).other_id ?? '') ?? null,
    order: orders.find(({ id }) => id === each.subject) ?? null,
    payment: payments.find(({ id }) => id === each.subject) ?? null,
    payout: payouts.find(({ id }) => id === each.subject) ?? null,
  }))
}
export type Proposal = Awaited<ReturnType<typeof fetchProposals>>[number]

async function fetchPeople(signal: AbortSignal) {
  const pairs = await unwrap(supabase.rpc('people_to_decide').abortSignal(signal))
  const names = await fetchNames(pairs.flatMap((pair) => [pair.profile_id, pair.other_id]))
  return pairs.map((pair) => ({
    ...pair,
    name: names.get(pair.profile_id) ?? null,
    other: names.get(pair.other_id) ?? null,
  }))
}
export type PersonPair = Awaited<ReturnType<typeof fetchPeople>>[number]

/** Accounts that showed the card or the payout account of another one, and wait for staff. */
export const peopleQuery = () =>
  queryOptions({
    queryKey: key('people'),
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => fetchPeople(signal),
  })

/** Proposals of staff that another member of staff has to confirm. */
export const proposalsQuery = () =>
  queryOptions({
    queryKey: key('proposals'),
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => fetchProposals(signal),
  })

export const reservedNamesQuery = () =>
  queryOptions({
    queryKey: key('reserved-names'),
    queryFn: ({ signal }) => unwrap(supabase.rpc('list_reserved_names').abortSignal(signal)),
  })

export const settingsQuery = () =>
  queryOptions({
    queryKey: key('settings'),
    queryFn: ({ signal }) => unwrap(supabase.rpc('list_settings').abortSignal(signal)),
  })
