import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { uploadFiles, type DeliveredFile, type Folder } from '@/domain/orders/delivered-files.ts'
import { useDraftFiles } from '@/lib/storage/draft-files.ts'

/** The files of a brief that is being written: kept with its draft, uploaded when it is sent. */
export function useBriefFiles(place: string, folder: Folder) {
  const [files, setFiles] = useDraftFiles(place)
  const [progress, setProgress] = useState<{ name: string; percent: number } | null>(null)
  const upload = useMutation({
    mutationFn: () =>
      uploadFiles(folder, files, (name, share) =>
        setProgress({ name, percent: Math.round(share * 100) }),
      ),
    onSettled: () => setProgress(null),
  })

  /** Uploads the files and remembers them, so that a repeated request sends the same files and is recognised as a repetition. */
  async function store(
    stored: readonly DeliveredFile[],
    keep: (all: DeliveredFile[]) => void,
  ): Promise<DeliveredFile[]> {
    const all = [...stored, ...(await upload.mutateAsync())]
    keep(all)
    setFiles(() => [])
    return all
  }
  return { files, setFiles, progress, store, isUploading: upload.isPending }
}

export type BriefFiles = ReturnType<typeof useBriefFiles>
