import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import type { JournalLine } from '@/domain/money/books.ts'
import type { BalanceKind } from '@/domain/money/ledger.ts'
import { unwrap } from '@/lib/api/errors.ts'
import { supabase } from '@/lib/api/supabase.ts'

export type BookMonth = { month: string; closed_at: string | null; can_be_closed: boolean }
type AccountKind = BalanceKind | 'cash' | 'fees_held' | 'revenue' | 'suspense' | 'loss'
type TrialBalanceLine = {
  currency: string
  kind: AccountKind
  opening_minor: number
  in_minor: number
  out_minor: number
  closing_minor: number
}

export const bookMonthsQuery = () =>
  queryOptions({
    queryKey: [...keyRoots.staff, 'book-months'],
    queryFn: async ({ signal }) =>
      (await unwrap(supabase.rpc('book_months').abortSignal(signal))) as BookMonth[],
  })

export const trialBalanceQuery = (month: string) =>
  queryOptions({
    queryKey: [...keyRoots.staff, 'trial-balance', month],
    queryFn: async ({ signal }) =>
      (await unwrap(
        supabase.rpc('trial_balance', { month }).abortSignal(signal),
      )) as TrialBalanceLine[],
  })

/** A transfer has one line for each kind of account; the API returns at most 1,000 rows. */
const TRANSFERS = 100

/** Every movement of a month, page after page. */
export async function fetchJournal(month: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  let after: number | undefined
  for (;;) {
    const page = (await unwrap(
      supabase.rpc('journal', { month, page_size: TRANSFERS, ...(after && { after }) }),
    )) as JournalLine[]
    lines.push(...page)
    if (page.length === 0) return lines
    after = page.at(-1)!.transfer_id
  }
}
