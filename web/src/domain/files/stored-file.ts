import { queryOptions, useQuery } from '@tanstack/react-query'
import { unwrap } from '@/lib/errors.ts'
import { loadBackend, supabase } from '@/lib/supabase.ts'

const SIGNED_FOR_S = 3600
const LOOK_AGAIN_MS = 3000
const MOST_LOOKS = 20

/** A private file is reached by an address that works for an hour, and is saved, never opened. */
const urlQuery = (path: string, name: string) =>
  queryOptions({
    queryKey: ['attachments', path, name],
    staleTime: (SIGNED_FOR_S - 300) * 1000,
    gcTime: SIGNED_FOR_S * 1000,
    // Another address would load the picture again.
    meta: { silent: true, refresh: 'never' },
    queryFn: async () => {
      const { backend } = await loadBackend()
      const { data, error } = await backend.storage
        .from('attachments')
        .createSignedUrl(path, SIGNED_FOR_S, { download: name || true })
      if (error) throw error
      return data.signedUrl
    },
  })

type Verdict = 'waiting' | 'fine' | 'rejected'

/** Whether the content is what it claims; a new file waits for some seconds. */
const verdictQuery = (path: string) =>
  queryOptions({
    queryKey: ['attachments', path, 'verdict'],
    staleTime: ({ state }) => (state.data === 'fine' ? Infinity : LOOK_AGAIN_MS),
    refetchInterval: ({ state }) =>
      state.data === 'waiting' && state.dataUpdateCount < MOST_LOOKS ? LOOK_AGAIN_MS : false,
    meta: { silent: true },
    queryFn: async (): Promise<Verdict> => {
      const [found] = await unwrap(supabase.rpc('file_verdicts', { paths: [path] }))
      return (found?.status as Verdict | undefined) ?? 'waiting'
    },
  })

/** Where a file can be saved from, and whether it may be shown. */
export function useStoredFile(path: string | null, name: string) {
  const enabled = path !== null
  const { data: verdict = 'waiting' } = useQuery({ ...verdictQuery(path ?? ''), enabled })
  const isThere = enabled && verdict !== 'rejected'
  const { data: url } = useQuery({ ...urlQuery(path ?? '', name), enabled: isThere })
  return { url: isThere ? url : undefined, verdict }
}
