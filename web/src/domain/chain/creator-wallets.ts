import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { askingFor, supabase } from '@/lib/api/supabase.ts'

export type CreatorWallet = Pick<Tables<'wallets'>, 'waits_until'> & {
  address: string
  created_at: string
}

/** The wallets whose ownership a creator has proved, the newest first. */
export const creatorWalletsQuery = () =>
  queryOptions({
    queryKey: [...keyRoots.payments, 'wallets'],
    queryFn: askingFor<CreatorWallet[]>(() =>
      supabase.from('wallets').select('*').order('created_at', { ascending: false }),
    ),
  })

/** The wallet that the next order is paid to, and wallets that will replace it after a waiting period. */
export const walletsByState = (wallets: readonly CreatorWallet[]) => ({
  current: wallets.find(({ waits_until }) => waits_until === null),
  waiting: wallets.filter(({ waits_until }) => waits_until !== null),
})
