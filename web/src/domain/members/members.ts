import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { unwrap } from '@/lib/errors.ts'
import { queryClient } from '@/lib/query-client.ts'
import { supabase } from '@/lib/supabase.ts'

/** The table is filled from `profiles`, which knows the values. */
export type Member = Omit<Tables<'members'>, 'role'> & {
  role: NonNullable<Tables<'profiles'>['role']>
}
/** What a list or a headline shows of the other side. */
export type MemberLabel = Pick<
  Member,
  'id' | 'role' | 'display_name' | 'profile_image' | 'is_verified'
>

const LABEL_COLUMNS = 'id, role, display_name, profile_image, is_verified'

/** Null when the market does not show this member: never approved, suspended or gone. */
export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyRoots.members, 'one', id],
    queryFn: async ({ signal }): Promise<Member | null> => {
      const { data, error } = await supabase
        .from('members')
        .select('*')
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data as Member | null
    },
  })

/** The labels of many members in one request, by id. */
export async function fetchMemberLabels(
  ids: readonly (string | null)[],
): Promise<Map<string, MemberLabel>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const members = await unwrap(supabase.from('members').select(LABEL_COLUMNS).in('id', wanted))
  return new Map(members.map((member) => [member.id, member as MemberLabel]))
}

/** The name for a toast; null when it cannot be looked up, so that the caller shows "Unknown". */
export async function lookUpMemberName(id: string): Promise<string | null> {
  try {
    return (
      (await queryClient.fetchQuery({ ...memberQuery(id), retry: false }))?.display_name ?? null
    )
  } catch {
    return null
  }
}
