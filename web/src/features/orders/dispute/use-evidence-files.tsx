import { useMutation } from '@tanstack/react-query'
import { conversationWith, uploadFiles } from '@/domain/orders/delivered-files.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { useDraftFiles } from '@/lib/storage/draft-files.ts'
import { FilesField } from '@/shared/files/files-field.tsx'

/** The files of a form that are evidence once they are sent: their field, and what uploads them for the other side. */
export function useEvidenceFiles(place: string, otherId: string) {
  const [files, setFiles, forget] = useDraftFiles(place)
  const { mutateAsync: upload, isPending } = useMutation({
    mutationFn: () => uploadFiles(conversationWith(otherId), files, () => {}),
  })
  const max = LIMITS.dispute_statements_files_are_list.max
  return {
    field: <FilesField files={files} setFiles={setFiles} max={max} />,
    upload,
    isPending,
    forget,
  }
}
