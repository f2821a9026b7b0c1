import type { WithCreator } from './queries.ts'

export const SORTS = ['first', 'price', 'rating', 'followers', 'on_time'] as const
export type Sort = (typeof SORTS)[number]

/** The share of a creator's orders that were on time; null if there are too few orders. */
export function onTimeShare({ applicant_record: record }: WithCreator): number | null {
  return record?.orders ? (record.on_time ?? 0) / record.orders : null
}

/** Sort values: the smallest comes first, and an applicant without a value last. */
const RANKS: Record<Sort, (one: WithCreator) => number> = {
  first: ({ created_at }) => Date.parse(created_at),
  price: ({ price_minor }) => price_minor,
  rating: ({ card }) => -(card?.rating ?? 0),
  followers: ({ card }) => -(card?.follower_total ?? 0),
  on_time: (one) => -(onTimeShare(one) ?? 0),
}

/** Sorts applicants; those without an answer come first. */
export function sortApplicants(list: readonly WithCreator[], by: Sort): WithCreator[] {
  const isAnswered = (one: WithCreator) => Number(one.status !== 'sent')
  const rank = RANKS[by]
  return list.toSorted((a, b) => isAnswered(a) - isAnswered(b) || rank(a) - rank(b))
}
