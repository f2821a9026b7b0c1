import { queryOptions } from '@tanstack/react-query'
import { frameKeys } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { newestFirst } from '@/lib/api/keyset.ts'
import { asking, supabase } from '@/lib/api/supabase.ts'

export type Notification = Tables<'notifications'>

/** The number of notifications that `my_frame` returns. */
const MOST = 20

/** The newest notifications: the home page shows them, and toasts announce later ones. */
export const recentNotificationsQuery = () =>
  queryOptions({
    queryKey: frameKeys.notifications,
    meta: { silent: true, refresh: 'never' },
    queryFn: asking<Notification[]>(() =>
      newestFirst(supabase.from('notifications').select('*'), null, MOST),
    ),
  })
