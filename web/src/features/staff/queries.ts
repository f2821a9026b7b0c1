import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { ROUTES, type RouteName } from '@/domain/routes.ts'
import type { FileSum } from './file-sums.ts'
import { asking, askingFor, read, supabase, unwrap } from '@/lib/api/supabase.ts'
import { WITHOUT_LIVE_CHANGES } from './staff-list-query.ts'
import type { DisputeFile, MemberFile, ReportFile } from './staff-rows.ts'

const key = (...parts: string[]) => [...keyRoots.staff, ...parts]

export const disputeFileQuery = (orderId: string) =>
  queryOptions({
    // The case is loaded only when a person opens it, because loading it counts as reading its statements. Its key is
    // not among those that every act of staff invalidates. Opening the case again loads it again.
    queryKey: ['dispute-case', orderId],
    staleTime: 0,
    refetchOnReconnect: false,
    meta: { refresh: 'never' },
    queryFn: async ({ client, signal }) => {
      const file = await unwrap(supabase.rpc('read_dispute', { order_id: orderId }), signal)
      // Reading the case allows staff to rule and shows a colleague's proposal, so these lists change.
      for (const what of ['disputes', 'proposals'])
        void client.invalidateQueries({ queryKey: key(what) })
      return file as DisputeFile
    },
  })

/** Our evidence in a card dispute, by the fields of the provider's form; reading it is recorded. A new state loads it again. */
export const evidenceQuery = (chargebackId: string, state: string) =>
  queryOptions({
    queryKey: key('evidence', chargebackId, state),
    queryFn: askingFor<Partial<Record<string, string>>>(() =>
      supabase.rpc('read_evidence', { chargeback_id: chargebackId }),
    ),
  })

/** The messages around a reported one; reading them is recorded. */
export const reportFileQuery = (messageId: string) =>
  queryOptions({
    queryKey: key('report', messageId),
    // The error is not shown, because reports that are closed can no longer be read.
    meta: { silent: true },
    queryFn: askingFor<ReportFile>(() => supabase.rpc('read_report', { message_id: messageId })),
  })

/** Proposed trust levels of all members, which wait for a second member of staff, in one request. */
export const proposedTrustQuery = () =>
  queryOptions({
    queryKey: key('proposals', 'trust'),
    meta: WITHOUT_LIVE_CHANGES,
    queryFn: askingFor<{ subject: string; level: string }[]>(() =>
      supabase
        .from('staff_proposals')
        .select('subject, level:arguments->>trust_level')
        .eq('action', 'set_trust_level')
        .eq('status', 'open')
        .gt('expires_at', new Date().toISOString()),
    ),
  })

/** All data about a member; reading them is recorded. Null if a reason has to be given, because there was none within the hour. */
export const memberFileQuery = (profileId: string, reason: string) =>
  queryOptions({
    queryKey: key('member', profileId, reason),
    meta: WITHOUT_LIVE_CHANGES,
    queryFn: async ({ client, signal }) => {
      const file = await unwrap(
        supabase.rpc('read_member', { profile_id: profileId, ...(reason && { reason }) }),
        signal,
      )
      // The reading is recorded, so the log about the member is loaded again.
      if (reason) void client.invalidateQueries({ queryKey: key('audit') })
      return file as unknown as MemberFile | null
    },
  })

export type PayoutAccount = { kind: string; holder: string | null; account: string }

/** The total of the payouts that a bank file would contain now. */
export const fileSumsQuery = () =>
  queryOptions({
    queryKey: key('file-sums'),
    queryFn: askingFor<FileSum[]>(() => read('bank_file_sums')),
  })

type ScreenSpeed = { route: RouteName; metric: 'LCP' | 'INP' | 'CLS'; p75: number; visits: number }

/** The speed that screens reach for three of four visits, the slowest first. Visitors could send any route name, so unknown ones are left out. */
export const screenSpeedsQuery = () =>
  queryOptions({
    queryKey: key('screen-speeds'),
    meta: WITHOUT_LIVE_CHANGES,
    queryFn: async ({ signal }) => {
      const speeds = await unwrap(read('screen_speeds'), signal)
      return (speeds as ScreenSpeed[]).filter(({ route }) => route in ROUTES)
    },
  })

/** How many members would be suspended if the member's invitees are included. */
export const suspensionReachQuery = (profileId: string) =>
  queryOptions({
    queryKey: key('suspension-reach', profileId),
    queryFn: asking(() => read('suspension_reach', { profile_id: profileId })),
  })

export const settingsQuery = () =>
  queryOptions({
    queryKey: key('settings'),
    // Another member of staff may have changed a setting since.
    staleTime: 0,
    meta: WITHOUT_LIVE_CHANGES,
    queryFn: asking(() => read('list_settings')),
  })
