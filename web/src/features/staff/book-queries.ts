import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import type { JournalLine } from '@/domain/money/books.ts'
import type { SellerYear } from '@/domain/money/seller-years.ts'
import type { BalanceKind } from '@/domain/money/ledger.ts'
import type { CompositeTypes } from '@/lib/database.types.ts'
import { everyRow, FILE_PAGE } from '@/lib/api/every-row.ts'
import { askingFor, read, supabase, unwrap } from '@/lib/api/supabase.ts'
import type { Filled } from '@/lib/rows.ts'
import { WITHOUT_LIVE_CHANGES } from './staff-list-query.ts'

/** A month of the books. `is_proposed` is true if closing the month waits for a second member of staff. */
export type BookMonth = Filled<CompositeTypes<'book_month'>, 'closed_at'>
type AccountKind =
  | BalanceKind
  | 'cash'
  | 'fees_held'
  | 'revenue'
  | 'suspense'
  | 'loss'
  | 'costs'
  | 'capital'
type TrialBalanceLine = Filled<CompositeTypes<'trial_balance_line'>> & { kind: AccountKind }

export const bookMonthsQuery = () =>
  queryOptions({
    queryKey: [...keyRoots.staff, 'book-months'],
    meta: WITHOUT_LIVE_CHANGES,
    queryFn: askingFor<BookMonth[]>(() => read('book_months')),
  })

export const trialBalanceQuery = (month: string) =>
  queryOptions({
    queryKey: [...keyRoots.staff, 'trial-balance', month],
    meta: WITHOUT_LIVE_CHANGES,
    queryFn: askingFor<TrialBalanceLine[]>(() => read('trial_balance', { month })),
  })

export type MarketFigure = Filled<CompositeTypes<'market_figure'>, 'payout_days'>

export const marketFiguresQuery = (step: string, periods: readonly string[]) =>
  queryOptions({
    queryKey: [...keyRoots.staff, 'figures', step, periods],
    meta: WITHOUT_LIVE_CHANGES,
    queryFn: async ({ signal }) => {
      const args = { step, since: periods[0] ?? '', until: periods.at(-1) ?? '' }
      return (await unwrap(read('market_figures', args), signal)) as MarketFigure[]
    },
  })

/** Transfers in one request. Each has a line for each kind of account, and the API returns at most 1,000 lines. */
const TRANSFERS = 100

export const fetchJournal = (month: string): Promise<JournalLine[]> =>
  everyRow(async (after: number | null) => {
    const args = { month, page_size: TRANSFERS, ...(after !== null && { after }) }
    const rows = (await unwrap(supabase.rpc('journal', args))) as JournalLine[]
    return { rows, next: rows.at(-1)?.transfer_id ?? null }
  })

export const fetchSellerYears = (year: number): Promise<SellerYear[]> =>
  everyRow(async (after: string | null) => {
    const args = { year, page_size: FILE_PAGE, ...(after !== null && { after }) }
    const rows = (await unwrap(supabase.rpc('seller_years', args))) as SellerYear[]
    const last = rows.at(-1)
    const isFull = last && rows.length === FILE_PAGE
    return { rows, next: isFull ? `${last.profile_id} ${last.currency}` : null }
  })
