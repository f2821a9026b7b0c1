import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { fetchMemberLabels } from '@/domain/members/members.ts'
import { profileKeys } from '@/domain/members/own-profile.ts'
import { saveFile } from '@/lib/storage/save-file.ts'
import { forgetAccount } from '@/lib/session/session.ts'
import { read, supabase, unwrap } from '@/lib/api/supabase.ts'
import { toast } from '@/lib/toast.ts'
import { fetchPages } from './export-pages.ts'
import { EMAIL_MODES, type EmailMode } from './email-modes.ts'

const PREFERENCES_KEY = ['email-preferences'] as const

export function emailPreferencesQuery() {
  return queryOptions({
    queryKey: PREFERENCES_KEY,
    async queryFn() {
      const rows = await unwrap(supabase.from('email_preferences').select('type, mode'))
      return Object.fromEntries(
        rows.map(({ type, mode }) => [
          type,
          EMAIL_MODES.find((each) => each === mode) ?? 'at_once',
        ]),
      ) as Record<string, EmailMode>
    },
  })
}

export function useSaveEmailPreference(profileId: string) {
  const client = useQueryClient()
  const { queryKey } = emailPreferencesQuery()
  return useMutation({
    mutationFn: ({ type, mode }: { type: string; mode: EmailMode }) =>
      unwrap(supabase.from('email_preferences').upsert({ profile_id: profileId, type, mode })),
    onMutate({ type, mode }) {
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (modes) => ({ ...modes, [type]: mode }))
      return before
    },
    onError: (_error, _input, before) => client.setQueryData(queryKey, before),
    meta: { invalidates: [queryKey] },
  })
}

/** Whether the member's invite code admits anybody. The key belongs to the profile, whose changes affect it. */
export function codeAdmitsQuery(profileId: string) {
  return queryOptions({
    queryKey: [...profileKeys.all, profileId, 'code-admits'],
    queryFn: () => unwrap(read('my_code_admits')),
  })
}

export function referralsQuery(profileId: string) {
  return queryOptions({
    queryKey: ['referrals', profileId],
    async queryFn() {
      const referrals = await unwrap(
        supabase
          .from('referrals')
          .select('id, invitee_id, status, reward_minor, currency, created_at')
          .eq('inviter_id', profileId)
          .order('created_at', { ascending: false }),
      )
      const labels = await fetchMemberLabels(referrals.map((each) => each.invitee_id))
      return referrals.map((each) => ({ ...each, invitee: labels.get(each.invitee_id) ?? null }))
    },
  })
}

export type Referral = Awaited<
  ReturnType<NonNullable<ReturnType<typeof referralsQuery>['queryFn']>>
>[number]

export const useExportData = () =>
  useMutation({
    async mutationFn() {
      const data = await fetchPages((page) => unwrap(supabase.rpc('export_my_data', { page })))
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      saveFile(file, `kolpact-${new Date().toISOString().slice(0, 10)}.json`)
    },
  })

export function useDeleteAccount() {
  const { t } = useTranslation('settings')
  return useMutation({
    // No toast: the dialog itself shows the error.
    meta: { silent: true },
    mutationFn: () => unwrap(supabase.rpc('delete_my_account')),
    async onSuccess() {
      await forgetAccount()
      toast.success(t('delete.done'))
    },
  })
}
