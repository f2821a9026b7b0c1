import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { asking, read } from '@/lib/api/supabase.ts'

const REFRESH_MS = 20_000

/** Sections of the staff page whose tasks the database counts, in the order of its result. */
export type CountedSection =
  | 'approvals'
  | 'disputes'
  | 'reports'
  | 'suspense'
  | 'payouts'
  | 'failed'
  | 'chargebacks'
  | 'suspensions'
  | 'people'
  | 'proposals'
  | 'books'

/** The highest number up to which the database counts a list. */
export const COUNTED_MOST = 10_000

/** The number of tasks as text; above the limit it is the limit with a plus sign. */
export const countedText = (count: number, language: string): string =>
  count > COUNTED_MOST
    ? `${COUNTED_MOST.toLocaleString(language)}+`
    : count.toLocaleString(language)

/** Number of open tasks by section, without the reader's own cases. The section with the earliest deadline is first. */
export const staffQueueQuery = () =>
  queryOptions({
    queryKey: [...keyRoots.staff, 'queue'],
    meta: { silent: true, refresh: 'on-return' },
    refetchInterval: REFRESH_MS,
    queryFn: asking(() => read('staff_queue')),
  })
