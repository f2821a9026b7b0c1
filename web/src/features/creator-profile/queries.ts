import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { fetchMemberLabels, type MemberLabel } from '@/domain/members/members.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { CompositeTypes, Tables } from '@/lib/database.types.ts'
import { lastOfEqual, newestFirst } from '@/lib/api/keyset.ts'
import { asking, read, supabase, unwrap } from '@/lib/api/supabase.ts'

export type Review = Tables<'reviews'> & { author: MemberLabel | undefined }

/** How reliably a creator has worked. A field is null if there are too few orders or messages for it. */
type CreatorRecord = CompositeTypes<'creator_record'>

/** The record of a creator, for a brand that considers an order. */
export const creatorRecordQuery = (creatorId: string) =>
  queryOptions({
    queryKey: [...keyRoots.members, 'record', creatorId],
    meta: { silent: true },
    queryFn: asking<CreatorRecord>(() => read('creator_record', { creator_id: creatorId })),
  })

const REVIEWS_PAGE = 10

export const reviewsOfQuery = (subjectId: string) =>
  infiniteQueryOptions({
    queryKey: [...keyRoots.members, 'reviews', subjectId],
    initialPageParam: null as Review | null,
    queryFn: async ({ pageParam, signal }): Promise<Review[]> => {
      const all = supabase.from('reviews').select('*').eq('subject_id', subjectId)
      const reviews = await unwrap(newestFirst(all, pageParam, REVIEWS_PAGE), signal)
      const authors = await fetchMemberLabels(reviews.map((review) => review.author_id))
      return reviews.map((review) => ({ ...review, author: authors.get(review.author_id) }))
    },
    getNextPageParam: lastOfEqual<Review>(REVIEWS_PAGE),
  })
