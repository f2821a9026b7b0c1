import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { CompositeTypes } from '@/lib/database.types.ts'
import type { Filled } from '@/lib/rows.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'

/** The shortest possible code; shorter input is not checked. */
const SHORTEST_CODE = 8
const PAUSE_MS = 450

export function normalizedInviteCode(code: string): string {
  return code.replaceAll(/\s/g, '').toUpperCase().slice(0, 100)
}

export type InviteCheck = Filled<CompositeTypes<'invite_check'>, 'inviter_name' | 'role'>

/** Checks an invite code after a pause in typing; the database limits the number of checks. */
export function useInviteCheck(typed: string) {
  const [code] = useDebouncedValue(normalizedInviteCode(typed), PAUSE_MS)
  const query = useQuery({
    queryKey: ['invite-check', code],
    enabled: code.length >= SHORTEST_CODE,
    staleTime: 60_000,
    meta: { silent: true },
    queryFn: async () => (await unwrap(supabase.rpc('check_invite', { code }))) as InviteCheck,
  })
  const current = code === normalizedInviteCode(typed)
  return {
    checking: query.isFetching || (!current && normalizedInviteCode(typed).length >= SHORTEST_CODE),
    result: current ? query.data : undefined,
    error: current ? query.error : null,
  }
}
