import type { WithCreator } from './queries.ts'

export const SORTS = ['first', 'price', 'rating', 'followers', 'on_time'] as const
export type Sort = (typeof SORTS)[number]

/** The share of orders that were in time; null for a creator with too few of them. */
export function onTimeShare({ applicant_record: record }: WithCreator): number | null {
  return record?.orders ? (record.on_time ?? 0) / record.orders : null
}

/** Smaller stands first; who has no such number stands last. */
const RANKS: Record<Sort, (one: WithCreator) => number> = {
  first: ({ created_at }) => Date.parse(created_at),
  price: ({ price_minor }) => price_minor,
  rating: ({ card }) => -(card?.rating ?? 0),
  followers: ({ card }) => -(card?.follower_total ?? 0),
  on_time: (one) => -(onTimeShare(one) ?? 0),
}

/** Those who wait for an answer stand first. */
export function sortApplicants(list: readonly WithCreator[], by: Sort): WithCreator[] {
  const isAnswered = (one: WithCreator) => Number(one.status !== 'sent')
  const rank = RANKS[by]
  return list.toSorted((a, b) => isAnswered(a) - isAnswered(b) || rank(a) - rank(b))
}
