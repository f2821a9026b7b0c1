import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { queryClient } from '@/lib/api/query-client.ts'
import { askingFor, read, supabase, unwrap } from '@/lib/api/supabase.ts'
import { inParts } from '@/lib/in-parts.ts'

/** A row of the table `members`. The table is filled from `profiles`, so `role` has the values of that table. */
export type Member = Omit<Tables<'members'>, 'role'> & {
  role: NonNullable<Tables<'profiles'>['role']>
}
/** Columns that a creator's card shows, besides the picture of the first work. */
const CARD_COLUMNS = [
  'id',
  'role',
  'display_name',
  'bio',
  'language',
  'other_languages',
  'platforms',
  'categories',
  'follower_counts',
  'follower_total',
  'channels',
  'rating',
  'review_count',
  'is_verified',
  'profile_image',
] as const
export type MemberCard = Pick<Member, (typeof CARD_COLUMNS)[number]> & { cover: string | null }
/** Columns for `select`. Only the picture of the first work is loaded, not the list of all works. */
export const MEMBER_CARD = `${CARD_COLUMNS.join()},cover:works->0->>thumbnail`

/** Columns that a list or a heading shows of another member. */
export type MemberLabel = Pick<
  Member,
  'id' | 'role' | 'display_name' | 'profile_image' | 'is_verified'
>

/** The most labels in one request. */
const MOST = 200
/** The most ids in one request: more would make its URL too long. */
const MOST_IN_ADDRESS = 100

/** One member; null for a member whom the market does not show: never approved, suspended or deleted. */
export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyRoots.members, 'one', id],
    queryFn: askingFor<Member | null>(() =>
      supabase.from('members').select('*').eq('id', id).maybeSingle(),
    ),
  })

/**
 * The labels of many members, by id. Members who had a conversation or an order with the reader have a label even
 * when the market does not show them, so both sides of an order keep their names.
 */
export async function fetchMemberLabels(
  ids: readonly (string | null)[],
): Promise<Map<string, MemberLabel>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  const pages = inParts(wanted, MOST).map((part) => unwrap(read('member_labels', { ids: part })))
  const labels = (await Promise.all(pages)).flat() as MemberLabel[]
  return new Map(labels.map((label) => [label.id, label]))
}

/** The cards of many members whom the market shows to the reader, by id. */
export async function fetchMemberCards(ids: readonly string[]): Promise<Map<string, MemberCard>> {
  const pages = inParts(ids, MOST_IN_ADDRESS).map((part) =>
    unwrap(supabase.from('members').select(MEMBER_CARD).in('id', part)),
  )
  const cards = (await Promise.all(pages)).flat() as unknown as MemberCard[]
  return new Map(cards.map((card) => [card.id, card]))
}

export const memberLabelQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyRoots.members, 'label', id],
    meta: { silent: true, refresh: 'on-return' },
    queryFn: async (): Promise<MemberLabel | null> =>
      (await fetchMemberLabels([id])).get(id) ?? null,
  })

/** The name for a toast; null when it cannot be looked up, so that the caller shows "Unknown". */
export async function lookUpMemberName(id: string): Promise<string | null> {
  try {
    const label = await queryClient.fetchQuery({ ...memberLabelQuery(id), retry: false })
    return label?.display_name ?? null
  } catch {
    return null
  }
}
