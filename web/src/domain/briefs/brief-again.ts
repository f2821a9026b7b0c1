import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { unwrap } from '@/lib/api/errors.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { briefOf, type Brief } from './brief.ts'

/** The brief of an earlier order from the same creator, without files that were removed since. */
export const briefAgainQuery = (orderId: string, creatorId: string) =>
  queryOptions({
    queryKey: [...keyRoots.orders, 'brief', orderId, creatorId],
    queryFn: async ({ signal }): Promise<Brief | null> => {
      const [order] = await unwrap(
        supabase
          .from('pack_orders')
          .select('brief, brief_goal, brief_dos, brief_donts, brief_links, brief_files')
          .eq('id', orderId)
          .eq('kol_id', creatorId)
          .abortSignal(signal),
      )
      if (!order) return null
      const brief = briefOf(order)
      if (brief.files.length === 0) return brief
      const paths = brief.files.map(({ path }) => path)
      const verdicts = await unwrap(supabase.rpc('file_verdicts', { paths }).abortSignal(signal))
      const removed = new Set(
        verdicts.filter(({ status }) => status === 'rejected').map(({ path }) => path),
      )
      return { ...brief, files: brief.files.filter(({ path }) => !removed.has(path)) }
    },
  })
