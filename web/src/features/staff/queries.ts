import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { ROUTES, type RouteName } from '@/domain/routes.ts'
import type { FileSum } from './file-sums.ts'
import { asking, askingFor, read, supabase, unwrap } from '@/lib/api/supabase.ts'
import { SELDOM } from './staff-list-query.ts'
import type { DisputeFile, MemberFile, ReportFile } from './staff-rows.ts'

const key = (...parts: string[]) => [...keyRoots.staff, ...parts]

export const disputeFileQuery = (orderId: string) =>
  queryOptions({
    // Read by a person, and never by itself: what a side has said since would count as read. So its key is none of
    // those that every act of staff makes stale. Opened again, it is read anew.
    queryKey: ['dispute-case', orderId],
    staleTime: 0,
    refetchOnReconnect: false,
    meta: { refresh: 'never' },
    queryFn: async ({ client, signal }) => {
      const file = await unwrap(supabase.rpc('read_dispute', { order_id: orderId }), signal)
      // Staff who have read the case may rule, and see what a colleague proposed.
      for (const what of ['disputes', 'proposals'])
        void client.invalidateQueries({ queryKey: key(what) })
      return file as DisputeFile
    },
  })

/** Our evidence in a dispute of a card in its present state, by the fields of the provider's form; the look is recorded. */
export const evidenceQuery = (chargebackId: string, state: string) =>
  queryOptions({
    queryKey: key('evidence', chargebackId, state),
    queryFn: askingFor<Partial<Record<string, string>>>(() =>
      supabase.rpc('read_evidence', { chargeback_id: chargebackId }),
    ),
  })

/** The conversation around a reported message; the look is recorded. */
export const reportFileQuery = (messageId: string) =>
  queryOptions({
    queryKey: key('report', messageId),
    // Once the reports are closed there is nothing to read any more.
    meta: { silent: true },
    queryFn: askingFor<ReportFile>(() => supabase.rpc('read_report', { message_id: messageId })),
  })

/** The levels of trust that wait for a second member of staff, of all members in one request. */
export const proposedTrustQuery = () =>
  queryOptions({
    queryKey: key('proposals', 'trust'),
    meta: SELDOM,
    queryFn: askingFor<{ subject: string; level: string }[]>(() =>
      supabase
        .from('staff_proposals')
        .select('subject, level:arguments->>trust_level')
        .eq('action', 'set_trust_level')
        .eq('status', 'open')
        .gt('expires_at', new Date().toISOString()),
    ),
  })

/** Everything about a member; the look is recorded. Null: a reason is asked for, unless one was given within the hour. */
export const memberFileQuery = (profileId: string, reason: string) =>
  queryOptions({
    queryKey: key('member', profileId, reason),
    meta: SELDOM,
    queryFn: async ({ client, signal }) => {
      const file = await unwrap(
        supabase.rpc('read_member', { profile_id: profileId, ...(reason && { reason }) }),
        signal,
      )
      // Staff who have just opened a member read what the log says about that member.
      if (reason) void client.invalidateQueries({ queryKey: key('audit') })
      return file as unknown as MemberFile | null
    },
  })

export type PayoutAccount = { kind: string; holder: string | null; account: string }

/** How much a file for the bank would take now. */
export const fileSumsQuery = () =>
  queryOptions({
    queryKey: key('file-sums'),
    queryFn: askingFor<FileSum[]>(() => read('bank_file_sums')),
  })

type ScreenSpeed = { route: RouteName; metric: 'LCP' | 'INP' | 'CLS'; p75: number; visits: number }

/** How fast screens were for three of four visits, the worst first. A visitor may have sent any name: unknown ones are left out. */
export const screenSpeedsQuery = () =>
  queryOptions({
    queryKey: key('screen-speeds'),
    meta: SELDOM,
    queryFn: async ({ signal }) => {
      const speeds = await unwrap(read('screen_speeds'), signal)
      return (speeds as ScreenSpeed[]).filter(({ route }) => route in ROUTES)
    },
  })

/** How many members a suspension with invitees concerns. */
export const suspensionReachQuery = (profileId: string) =>
  queryOptions({
    queryKey: key('suspension-reach', profileId),
    queryFn: asking(() => read('suspension_reach', { profile_id: profileId })),
  })

export const settingsQuery = () =>
  queryOptions({
    queryKey: key('settings'),
    // Another member of staff may have changed one since.
    staleTime: 0,
    meta: SELDOM,
    queryFn: asking(() => read('list_settings')),
  })
