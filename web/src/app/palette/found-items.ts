import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { paths } from '@/domain/paths.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { CompositeTypes } from '@/lib/database.types.ts'
import { askingFor, read } from '@/lib/api/supabase.ts'

/** Kinds of results from the server, in the order of their groups: people first. */
export const FOUND_KINDS = ['creator', 'conversation', 'order', 'campaign', 'message'] as const
export type FoundKind = (typeof FOUND_KINDS)[number]
type Row = CompositeTypes<'found_item'>
export type FoundItem = Row & { kind: FoundKind | 'action'; id: string }

/** Search results; for an empty text, the reader's possible actions in open orders. */
export const findQuery = (query: string) =>
  queryOptions({
    queryKey: [...keyRoots.found, query],
    queryFn: askingFor<FoundItem[]>(() => read('find_anything', { query })),
    // The previous results stay on the screen while the next ones load.
    placeholderData: keepPreviousData,
    meta: { silent: true, refresh: 'never' },
    staleTime: 10_000,
  })

export function pathOfFound({ kind, id, other_id, action }: FoundItem): string {
  switch (kind) {
    case 'creator':
      return paths.creator(id)
    case 'order':
      return paths.order(id)
    case 'conversation':
      return paths.messages(other_id ?? undefined)
    case 'message':
      return `${paths.messages(other_id ?? undefined)}?${new URLSearchParams({ message: id })}`
    case 'campaign':
      return paths.campaign(id)
    case 'action':
      return action === 'checkout' ? paths.checkout(id) : paths.order(id)
  }
}

/** True when a text has every word of a query, in any case and any order. */
export function containsWords(text: string, query: string, locale: string): boolean {
  const lower = text.toLocaleLowerCase(locale)
  return query
    .toLocaleLowerCase(locale)
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

/**
 * Rank of an action among the results. 0 comes first: the query is empty or contains words of the action. 1 comes below
 * the results of the server: the query names only a member or a pack. 2 comes last: the action is harmful.
 */
export function actionRank(
  words: string,
  hurts: boolean,
  query: string,
  locale: string,
): 0 | 1 | 2 {
  if (hurts) return 2
  const parts = (text: string) => text.toLocaleLowerCase(locale).split(/\s+/)
  const isAsked = parts(query).some((typed) => parts(words).some((word) => word.startsWith(typed)))
  return isAsked ? 0 : 1
}
