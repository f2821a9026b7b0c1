import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { unwrap } from '@/lib/errors.ts'
import { keptPage, lastOfFull, olderThan, pageSize } from '@/lib/keyset.ts'
import { supabase } from '@/lib/supabase.ts'

export type Notification = Tables<'notifications'>
type Pages = InfiniteData<Notification[]>

const PAGE_SIZE = 20
const LIST_KEY = [...keyRoots.notifications, 'list']

export const notificationsQuery = () =>
  infiniteQueryOptions({
    queryKey: LIST_KEY,
    initialPageParam: null as Notification | null,
    queryFn: async ({ client, queryKey, pageParam, signal }): Promise<Notification[]> => {
      const size = pageSize(PAGE_SIZE, pageParam === null)
      const kept = keptPage(client, queryKey, pageParam, size)
      if (kept) return kept
      const newest = supabase
        .from('notifications')
        .select('*')
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(size)
        .abortSignal(signal)
      return unwrap(pageParam ? newest.or(olderThan(pageParam)) : newest)
    },
    getNextPageParam: lastOfFull<Notification>(PAGE_SIZE),
  })

/** The newest ones, which are compared with those already announced. */
export const recentNotificationsQuery = () =>
  queryOptions({
    queryKey: [...keyRoots.notifications, 'recent'],
    meta: { silent: true },
    queryFn: ({ signal }): Promise<Notification[]> =>
      unwrap(
        supabase
          .from('notifications')
          .select('*')
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(PAGE_SIZE)
          .abortSignal(signal),
      ),
  })

export const unreadNotificationsQuery = () =>
  queryOptions({
    queryKey: [...keyRoots.notifications, 'unread'],
    meta: { silent: true },
    queryFn: async ({ signal }) => {
      const { count, error } = await supabase
        .from('notifications')
        .select('id', { count: 'exact', head: true })
        .eq('read', false)
        .abortSignal(signal)
      if (error) throw error
      return count ?? 0
    },
  })

const withRead = (pages: Pages | undefined, isMeant: (each: Notification) => boolean) =>
  pages && {
    ...pages,
    pages: pages.pages.map((page) =>
      page.map((each) => (isMeant(each) ? { ...each, read: true } : each)),
    ),
  }

/** Marks one notification read, or all of them. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: async (id: string) => {
      const { error } =
        id === 'all'
          ? await supabase.rpc('mark_all_notifications_read')
          : await supabase.from('notifications').update({ read: true }).eq('id', id)
      if (error) throw error
    },
    onMutate: (id) =>
      client.setQueryData<Pages>(LIST_KEY, (pages) =>
        withRead(pages, (each) => id === 'all' || each.id === id),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keyRoots.notifications }),
  })
}
