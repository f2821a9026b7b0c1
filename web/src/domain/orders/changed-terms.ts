import { tokenOf } from '@/lib/api/errors.ts'
import type { Offered } from './choices.ts'
import type { Promised } from './promise.ts'

/** Terms that a buyer accepts, with the column names of the database. */
export type BuyerTerms = Promised &
  Offered & {
    title: string
    description: string
    platform: string | null
    currency: string
    terms_hash: string
  }

export type ChangedTerms = { seen: BuyerTerms | null; now: BuyerTerms }

/** Both versions of the terms if a purchase was refused because the terms had changed; otherwise null. */
export function changedTerms(error: unknown): ChangedTerms | null {
  if (tokenOf(error) !== 'terms_changed') return null
  const { details } = error as { details?: string }
  const both = JSON.parse(details ?? 'null') as {
    seen: BuyerTerms | null
    now: BuyerTerms | null
  } | null
  return both?.now ? { seen: both.seen, now: both.now } : null
}

/** Returns changed terms as a result, because the screen shows them instead of an error. */
export async function orChangedTerms<T>(
  request: Promise<T>,
): Promise<T | { changed: ChangedTerms }> {
  try {
    return await request
  } catch (error) {
    const changed = changedTerms(error)
    if (!changed) throw error
    return { changed }
  }
}
