import { queryOptions } from '@tanstack/react-query'
import { briefOf, type Brief } from '@/domain/briefs/brief.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { read, supabase, unwrap } from '@/lib/api/supabase.ts'
import { choiceOf, type Bought, type Choice } from './choices.ts'

/** Choice and brief of an earlier order, from which a new order starts. */
export type EarlierOrder = { brief: Brief; choice: Choice }

/** Reads an earlier order from the same creator: its choice, and its brief without files that have been removed since. */
export const earlierOrderQuery = (orderId: string, creatorId: string) =>
  queryOptions({
    queryKey: [...keyRoots.orders, 'earlier', orderId, creatorId],
    queryFn: async ({ signal }): Promise<EarlierOrder | null> => {
      const [order] = await unwrap(
        supabase
          .from('pack_orders')
          .select('brief, brief_goal, brief_dos, brief_donts, brief_links, brief_files, terms')
          .eq('id', orderId)
          .eq('kol_id', creatorId),
        signal,
      )
      if (!order) return null
      const brief = briefOf(order)
      const choice = choiceOf((order.terms ?? {}) as Partial<Bought>)
      if (brief.files.length === 0) return { brief, choice }
      const paths = brief.files.map(({ path }) => path)
      const verdicts = await unwrap(read('file_verdicts', { paths }), signal)
      const removed = new Set(
        verdicts.filter(({ status }) => status === 'rejected').map(({ path }) => path),
      )
      const files = brief.files.filter(({ path }) => !removed.has(path))
      return { brief: { ...brief, files }, choice }
    },
  })
