import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Tables, TablesUpdate } from '@/lib/database.types.ts'
import { readError, StatedError, tokenOf, toUserMessage } from '@/lib/api/errors.ts'
import { useUser } from '@/lib/session/session.ts'
import { reload } from '@/lib/api/reload.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import { toast } from '@/lib/toast.ts'
import { useMemberChanges } from './member-changes.ts'
import { canTransactQuery, ownProfileQuery, profileKeys } from '@/domain/members/own-profile.ts'

export type Profile = Tables<'profiles'>
export type ProfileUpdate = TablesUpdate<'profiles'>

interface ProfileContextValue {
  profile: Profile | null
  loading: boolean
  error: unknown
  /** True when the member may buy or sell: confirmed, set up, approved, not suspended. */
  canBuyOrSellOwnGig: boolean
  refetch: () => Promise<unknown>
}

const ProfileContext = createContext<ProfileContextValue | null>(null)

export function ProfileProvider({ children }: { children: ReactNode }) {
  const user = useUser()
  const client = useQueryClient()
  const query = useQuery({ ...ownProfileQuery(user?.id ?? ''), enabled: user !== null })
  const profile = (user && query.data) ?? null
  const error = query.error
  const loading = query.isLoading || (user !== null && !profile && !error)

  const canTransact = useQuery({
    ...canTransactQuery(profile?.id ?? ''),
    enabled: profile !== null,
  })

  useMemberChanges('profiles', () => void reload(client, profileKeys.all))

  const { refetch } = query
  const canBuyOrSellOwnGig = canTransact.data === true
  const value = useMemo(
    () => ({ profile, loading, error, canBuyOrSellOwnGig, refetch }),
    [profile, loading, error, canBuyOrSellOwnGig, refetch],
  )
  return <ProfileContext value={value}>{children}</ProfileContext>
}

/** The signed-in member's profile, which may still be loading (onboarding, guards). */
export function useProfileState(): ProfileContextValue {
  const value = useContext(ProfileContext)
  if (!value) throw new Error('useProfile must be used within a ProfileProvider')
  return value
}

/** The profile, for pages behind the dashboard's guard, where it is loaded. */
export function useProfile(): ProfileContextValue & { profile: Profile } {
  const value = useProfileState()
  if (!value.profile) throw new StatedError('user_profile_not_found')
  return { ...value, profile: value.profile }
}

/** Columns to write, or a function that computes them from the present profile, because another device may have changed it. */
type Changes = ProfileUpdate | ((now: Profile) => ProfileUpdate)

const readProfile = (id: string) =>
  unwrap(supabase.from('profiles').select('*').eq('id', id).single())

/** Saves columns of the profile. Shows a toast, unless the form shows the result itself. */
export function useUpdateProfile({ quiet = false } = {}) {
  const { t, i18n } = useTranslation(['common', 'errors'])
  const user = useUser()
  const { profile } = useProfileState()
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    async mutationFn(given: Changes) {
      if (!user || !profile) throw new StatedError('user_not_authenticated')
      const changes = typeof given === 'function' ? given(await readProfile(profile.id)) : given
      if (Object.keys(changes).length === 0) return profile
      return unwrap(
        supabase.from('profiles').update(changes).eq('id', profile.id).select('*').single(),
      )
    },
    async onSuccess(saved) {
      if (user) {
        // An earlier change has started a refresh of the profile; its older response would overwrite this one.
        await client.cancelQueries({ queryKey: profileKeys.own(user.id) })
        client.setQueryData(profileKeys.own(user.id), saved)
      }
      if (!quiet) toast.success(t('profile_updated'))
    },
    onError(error) {
      const reason = tokenOf(error)
      const { key } = readError(error)
      if (!user || !profile) toast.error(t('errors:user_not_authenticated'))
      else if (key === 'needs_connection' || (reason && i18n.exists(`refusals:${reason}`)))
        toast.error(toUserMessage(error))
      else toast.error(t('errors:profile_update_failed'))
    },
  })
}
