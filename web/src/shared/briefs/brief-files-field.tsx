import { Text } from '@mantine/core'
import type { BriefFiles } from '@/domain/briefs/use-brief-files.ts'
import type { DeliveredFile } from '@/domain/orders/delivered-files.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { FilesField } from '@/shared/files/files-field.tsx'

interface Props {
  form: {
    setValue: (name: 'stored', value: DeliveredFile[]) => void
    /** Returns the files that are stored already. */
    watch: (name: 'stored') => readonly DeliveredFile[]
  }
  files: BriefFiles
}

/** Field for the files of a brief: those that are stored already, and those that the form will upload. */
export function BriefFilesField({ form, files }: Props) {
  const { t } = useTranslation('files')
  const stored = form.watch('stored')
  return (
    <>
      <FilesField
        files={files.files}
        setFiles={files.setFiles}
        max={LIMITS.pack_orders_brief_files_are_list.max}
        stored={stored}
        onRemoveStored={({ path }) =>
          form.setValue(
            'stored',
            stored.filter((each) => each.path !== path),
          )
        }
      />
      {files.progress && (
        <Text size="sm" role="status">
          {t('uploading', files.progress)}
        </Text>
      )}
    </>
  )
}
