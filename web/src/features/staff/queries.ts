import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Tables } from '@/lib/database.types.ts'
import { unwrap } from '@/lib/errors.ts'
import { olderThan } from '@/lib/keyset.ts'
import type { Order } from '@/lib/order-query.ts'
import { keyRoots } from '@/lib/query-keys.ts'
import { supabase } from '@/lib/supabase.ts'

export type Profile = Tables<'profiles'>
export type Invite = Tables<'invites'>
export type AuditRow = Tables<'staff_audit'>
export type Payment = Tables<'payments'>

const PAGE = 30
const MOST = 200
const key = (...parts: string[]) => [...keyRoots.staff, ...parts]

/** Staff see every profile, also those that the market does not show. */
export async function fetchNames(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const profiles = await unwrap(
    supabase.from('profiles').select('id, display_name').in('id', wanted),
  )
  return new Map(profiles.map((each) => [each.id, each.display_name ?? each.id]))
}

export const waitingQuery = () =>
  queryOptions({
    queryKey: key('waiting'),
    queryFn: async ({ signal }) => {
      const profiles = await unwrap(
        supabase
          .from('profiles')
          .select('*')
          .not('onboarded_at', 'is', null)
          .eq('is_approved', false)
          .is('suspended_at', null)
          .is('deleted_at', null)
          .order('onboarded_at')
          .limit(MOST)
          .abortSignal(signal),
      )
      const referrals = profiles.length
        ? await unwrap(
            supabase
              .from('referrals')
              .select('invitee_id, inviter_id')
              .in(
                'invitee_id',
                profiles.map((each) => each.id),
              ),
          )
        : []
      const names = await fetchNames(referrals.map((each) => each.inviter_id))
      const inviterOf = new Map(
        referrals.map((each) => [each.invitee_id, names.get(each.inviter_id ?? '')]),
      )
      return profiles.map((profile) => ({ ...profile, inviter: inviterOf.get(profile.id) ?? null }))
    },
  })

/** Only letters, digits and spaces reach the pattern: `%` and `_` would mean something there. */
const pattern = (term: string) => `%${term.replace(/[^\p{L}\p{N} .-]/gu, ' ').trim()}%`

export const membersQuery = (term: string) =>
  queryOptions({
    queryKey: key('members', term),
    queryFn: ({ signal }): Promise<Profile[]> => {
      const newest = supabase
        .from('profiles')
        .select('*')
        .not('display_name', 'is', null)
        .is('deleted_at', null)
        .order('created_at', { ascending: false })
        .limit(PAGE)
        .abortSignal(signal)
      return unwrap(term.trim() ? newest.ilike('display_name', pattern(term)) : newest)
    },
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

export const disputesQuery = () =>
  queryOptions({
    queryKey: key('disputes'),
    queryFn: async ({ signal }) => {
      const orders = (await unwrap(
        supabase
          .from('pack_orders')
          .select('*')
          .eq('status', 'disputed')
          .order('updated_at')
          .limit(MOST)
          .abortSignal(signal),
      )) as Order[]
      const ids = orders.map((order) => order.id)
      const [events, proposals, names] = await Promise.all([
        ids.length
          ? unwrap(
              supabase
                .from('order_events')
                .select('*')
                .in('order_id', ids)
                .eq('to_status', 'disputed')
                .order('id'),
            )
          : [],
        ids.length
          ? unwrap(
              supabase
                .from('settlement_proposals')
                .select('*')
                .in('order_id', ids)
                .order('created_at', { ascending: false }),
            )
          : [],
        fetchNames(orders.flatMap((order) => [order.brand_id, order.kol_id])),
      ])
      return orders.map((order) => ({
        ...order,
        brand: names.get(order.brand_id) ?? null,
        creator: names.get(order.kol_id) ?? null,
        opened: events.find((each) => each.order_id === order.id) ?? null,
        offerOfBrand:
          proposals.find((p) => p.order_id === order.id && p.proposed_by === order.brand_id) ??
          null,
        offerOfCreator:
          proposals.find((p) => p.order_id === order.id && p.proposed_by === order.kol_id) ?? null,
      }))
    },
  })

export const reportsQuery = () =>
  queryOptions({
    queryKey: key('reports'),
    queryFn: async ({ signal }) => {
      const reports = await unwrap(
        supabase
          .from('message_reports')
          .select('*')
          .is('resolved_at', null)
          .order('created_at')
          .limit(MOST)
          .abortSignal(signal),
      )
      const names = await fetchNames(reports.flatMap((each) => [each.reporter_id, each.sender_id]))
      return reports.map((report) => ({
        ...report,
        reporter: names.get(report.reporter_id) ?? null,
        sender: names.get(report.sender_id) ?? null,
      }))
    },
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

export const auditQuery = () =>
  infiniteQueryOptions({
    queryKey: key('audit'),
    initialPageParam: null as AuditRow | null,
    queryFn: async ({ pageParam, signal }) => {
      const newest = supabase
        .from('staff_audit')
        .select('*')
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(PAGE)
        .abortSignal(signal)
      const rows = await unwrap(pageParam ? newest.or(olderThan(pageParam)) : newest)
      const names = await fetchNames(rows.flatMap((row) => [row.actor_id, row.subject_id]))
      return rows.map((row) => ({
        ...row,
        actor: names.get(row.actor_id ?? '') ?? null,
        subject: names.get(row.subject_id ?? '') ?? null,
      }))
    },
    getNextPageParam: (last) => (last.length < PAGE ? null : (last.at(-1) ?? null)),
  })

export const settingsQuery = () =>
  queryOptions({
    queryKey: key('settings'),
    queryFn: ({ signal }) => unwrap(supabase.rpc('list_settings').abortSignal(signal)),
  })

export type InviteInput = {
  maxUses: number
  expiresAt: string | null
  email: string
  role: string | null
}

/** One entry an act of staff. */
export type Act =
  | { act: 'approve' | 'verify' | 'unsuspend'; profileId: string }
  | { act: 'suspend'; profileId: string; withInvitees: boolean }
  | { act: 'trust'; profileId: string; level: string }
  | { act: 'rule'; orderId: string; share: number; note: string }
  | { act: 'resolve_report'; reportId: string; resolution: string }
  | { act: 'resolve_suspense'; paymentId: string; profileId: string; note: string }
  | { act: 'revoke_invite'; inviteId: string }
  | { act: 'setting'; key: string; value: number }

function perform(asked: Act) {
  switch (asked.act) {
    case 'approve':
      return supabase.rpc('approve_profile', { profile_id: asked.profileId })
    case 'verify':
      return supabase.rpc('verify_profile', { profile_id: asked.profileId })
    case 'unsuspend':
      return supabase.rpc('unsuspend_profile', { profile_id: asked.profileId })
    case 'suspend':
      return supabase.rpc('suspend_profile', {
        profile_id: asked.profileId,
        with_invitees: asked.withInvitees,
      })
    case 'trust':
      return supabase.rpc('set_trust_level', {
        profile_id: asked.profileId,
        trust_level: asked.level,
      })
    case 'rule':
      return supabase.rpc('resolve_dispute', {
        order_id: asked.orderId,
        creator_share_minor: asked.share,
        note: asked.note,
      })
    case 'resolve_report':
      return supabase.rpc('resolve_report', {
        report_id: asked.reportId,
        resolution: asked.resolution,
      })
    case 'resolve_suspense':
      return supabase.rpc('resolve_suspense', {
        payment_id: asked.paymentId,
        profile_id: asked.profileId,
        note: asked.note,
      })
    case 'revoke_invite':
      return supabase.rpc('revoke_invite', { invite_id: asked.inviteId })
    case 'setting':
      return supabase.rpc('update_setting', { key: asked.key, value: asked.value })
  }
}

/** Every act leaves a row in the audit; everything staff look at may have changed by it. */
export function useAct() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (asked: Act) => {
      const { error } = await perform(asked)
      if (error) throw error
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keyRoots.staff }),
        client.invalidateQueries({ queryKey: keyRoots.members }),
        client.invalidateQueries({ queryKey: keyRoots.orders }),
      ]),
  })
}

export function useCreateInvite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ maxUses, expiresAt, email, role }: InviteInput): Promise<Invite> =>
      unwrap(
        supabase.rpc('create_invite', {
          max_uses: maxUses,
          ...(expiresAt ? { expires_at: expiresAt } : {}),
          ...(email ? { email } : {}),
          ...(role ? { role } : {}),
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keyRoots.staff }),
  })
}
