import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { asking, read } from '@/lib/api/supabase.ts'

const REFRESH_MS = 20_000

/** The sections of the staff page that the database counts, in its order. */
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

/** The highest number that a list is counted to. */
export const COUNTED_MOST = 10_000

/** A number of tasks as it is shown; what is above the highest one was not counted. */
export const countedText = (count: number, language: string): string =>
  count > COUNTED_MOST
    ? `${COUNTED_MOST.toLocaleString(language)}+`
    : count.toLocaleString(language)

/** Number of open tasks in each section, without cases that concern the reader themselves; what is due first comes first. */
export const staffQueueQuery = () =>
  queryOptions({
    queryKey: [...keyRoots.staff, 'queue'],
    meta: { silent: true, refresh: 'on-return' },
    refetchInterval: REFRESH_MS,
    queryFn: asking(() => read('staff_queue')),
  })
