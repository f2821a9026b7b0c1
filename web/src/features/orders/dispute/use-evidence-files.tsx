import { useMutation } from '@tanstack/react-query'
import { conversationWith, uploadFiles } from '@/domain/orders/delivered-files.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { useDraftFiles } from '@/lib/storage/draft-files.ts'
import { FilesField } from '@/shared/files/files-field.tsx'

/** A field for files of evidence, and a function that uploads them when the form is sent. */
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
