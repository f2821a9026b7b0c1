import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { saveFile } from '@/lib/storage/save-file.ts'
import { savedFileName } from './attachments.ts'
import { loadBackend, read, unwrap } from '@/lib/api/supabase.ts'

const LOOK_AGAIN_MS = 3000
const MOST_LOOKS = 20

/** Downloads a private file with the member's session. It is not cached, because the next user of the browser could read it. */
async function contentOf(path: string): Promise<Blob> {
  const { backend } = await loadBackend()
  return unwrap(backend.storage.from('attachments').download(path, {}, { cache: 'no-store' }))
}

export const pictureQuery = (path: string) =>
  queryOptions({
    queryKey: ['attachments', path, 'picture'],
    staleTime: Infinity,
    meta: { silent: true, refresh: 'never' },
    queryFn: () => contentOf(path),
  })

type Verdict = 'waiting' | 'fine' | 'rejected' | 'removed'

/** Result of the server's check of a file; for a new file the query repeats until there is a result. */
export const verdictQuery = (path: string) =>
  queryOptions({
    queryKey: ['attachments', path, 'verdict'],
    staleTime: ({ state }) => (state.data?.status === 'fine' ? Infinity : LOOK_AGAIN_MS),
    refetchInterval: ({ state }) =>
      state.data?.status === 'waiting' && state.dataUpdateCount < MOST_LOOKS
        ? LOOK_AGAIN_MS
        : false,
    meta: { silent: true },
    queryFn: async (): Promise<{ status: Verdict; sha256: string | null }> => {
      const [found] = await unwrap(read('file_verdicts', { paths: [path] }))
      return {
        status: (found?.status as Verdict | undefined) ?? 'waiting',
        sha256: found?.sha256 ?? null,
      }
    },
  })

/** The check result of a stored file and a function to save it, undefined for a rejected file. */
export function useStoredFile(path: string | null, name: string) {
  const enabled = path !== null
  const { data } = useQuery({ ...verdictQuery(path ?? ''), enabled })
  const save = useMutation({
    mutationFn: async () => {
      const content = await contentOf(path ?? '')
      saveFile(content, savedFileName(name, content.type))
    },
  })
  const verdict = data?.status ?? 'waiting'
  const isThere = enabled && (verdict === 'waiting' || verdict === 'fine')
  return {
    verdict,
    sha256: data?.sha256 ?? null,
    save: isThere ? () => save.mutate() : undefined,
    isSaving: save.isPending,
  }
}

/** The content of a picture, once its check has passed; undefined until it is loaded. */
export const usePicture = (path: string, enabled: boolean) =>
  useQuery({ ...pictureQuery(path), enabled }).data
