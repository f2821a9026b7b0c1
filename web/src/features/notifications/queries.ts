import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import type { Notification } from '@/domain/notifications/recent-notifications.ts'
import { frameKeys, keyRoots } from '@/domain/query-keys.ts'
import { keptPage, lastOfFull, pageSize } from '@/lib/api/keyset.ts'
import { read, supabase, unwrap } from '@/lib/api/supabase.ts'

/** A row of the list: one notification, or the newest of all matches that a search had on one day. */
export type ListedNotification = Notification & { others: number }
type Pages = InfiniteData<ListedNotification[]>

const PAGE_SIZE = 20
const LIST_KEY = [...keyRoots.notifications, 'list']

export const notificationsQuery = () =>
  infiniteQueryOptions({
    queryKey: LIST_KEY,
    initialPageParam: null as ListedNotification | null,
    queryFn: async ({ client, queryKey, pageParam, signal }): Promise<ListedNotification[]> => {
      const size = pageSize(PAGE_SIZE, pageParam === null)
      const kept = keptPage(client, queryKey, pageParam, size)
      if (kept) return kept
      return unwrap(
        read('list_notifications', {
          page_size: size,
          ...(pageParam && { before: pageParam.created_at, before_id: pageParam.id }),
        })
          // The function returns the columns of the table, which the type generator does not know.
          .overrideTypes<ListedNotification[], { merge: false }>(),
        signal,
      )
    },
    getNextPageParam: lastOfFull<ListedNotification>(PAGE_SIZE),
  })

export const unreadNotificationsQuery = () =>
  queryOptions({
    queryKey: frameKeys.unreadNotifications,
    meta: { silent: true, refresh: 'never' },
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

const withRead = (pages: Pages | undefined, isMeant: (each: ListedNotification) => boolean) =>
  pages && {
    ...pages,
    pages: pages.pages.map((page) =>
      page.map((each) => (isMeant(each) ? { ...each, read: true } : each)),
    ),
  }

/** Marks one row of the list as read, or all rows. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true, invalidates: [keyRoots.notifications] },
    mutationFn: (id: string) =>
      unwrap(
        id === 'all'
          ? supabase.rpc('mark_all_notifications_read')
          : supabase.rpc('mark_notification_read', { notification_id: id }),
      ),
    onMutate: (id) =>
      client.setQueryData<Pages>(LIST_KEY, (pages) =>
        withRead(pages, (each) => id === 'all' || each.id === id),
      ),
  })
}
