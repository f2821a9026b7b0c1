import { Button, CloseButton, FileButton, Input, Text } from '@mantine/core'
import { Paperclip } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { DeliveredFile } from '@/domain/orders/delivered-files.ts'
import { ATTACHMENT_TYPES } from '@/domain/vocabulary.generated.ts'
import { fileSize } from '@/lib/i18n/numbers.ts'
import { toast } from '@/lib/toast.ts'
import primitives from '@/ui/primitives.module.css'
import { attachmentProblem } from '@/domain/files/attachments.ts'
import { useStoredFile } from '@/domain/files/stored-file.ts'
import { FileMark } from './file-mark.tsx'
import styles from './files.module.css'

interface Props {
  files: readonly File[]
  setFiles: (change: (now: File[]) => File[]) => void
  max: number
  /** Files that are stored already. */
  stored?: readonly DeliveredFile[]
  onRemoveStored?: (file: DeliveredFile) => void
}

/** The size of a file, or that the check rejected it. A rejected file has to be removed from the list before publishing. */
function SizeOrProblem({ file }: { file: File | DeliveredFile }) {
  const { t, i18n } = useTranslation('files')
  const { verdict } = useStoredFile('path' in file ? file.path : null, file.name)
  if (verdict !== 'rejected')
    return <span className={primitives.quiet}>{fileSize(file.size, i18n.language)}</span>
  return (
    <Text span size="sm" c="red" role="alert">
      {t('rejected')}
    </Text>
  )
}

/** Field for the files of a brief, a delivery or evidence. */
export function FilesField({ files, setFiles, max, stored = [], onRemoveStored }: Props) {
  const { t } = useTranslation('files')
  async function add(chosen: File[]) {
    let free = max - stored.length - files.length
    for (const file of chosen) {
      const problem = await attachmentProblem(file)
      if (problem) toast.error(t(problem, { name: file.name }))
      else if (free === 0) toast.error(t('too_many', { max }))
      else {
        free -= 1
        setFiles((now) => [...now, file].slice(0, max - stored.length))
      }
    }
  }
  const shown = [
    ...stored.map((file) => ({ file, remove: () => onRemoveStored?.(file) })),
    ...files.map((file) => ({
      file,
      remove: () => setFiles((now) => now.filter((each) => each !== file)),
    })),
  ]
  return (
    <Input.Wrapper label={t('files')} labelElement="div" description={t('files_text')}>
      {shown.length > 0 && (
        <ul className={styles.files}>
          {shown.map(({ file, remove }, index) => (
            <li key={`${file.name}-${index}`}>
              <FileMark file={file} />
              <span>{file.name}</span>
              <SizeOrProblem file={file} />
              <CloseButton
                size="sm"
                aria-label={t('remove', { name: file.name })}
                onClick={remove}
              />
            </li>
          ))}
        </ul>
      )}
      <FileButton multiple accept={ATTACHMENT_TYPES.join(',')} onChange={add}>
        {(button) => (
          <Button
            {...button}
            mt={8}
            size="xs"
            variant="default"
            disabled={shown.length >= max}
            leftSection={<Paperclip size={14} aria-hidden />}
          >
            {t('add')}
          </Button>
        )}
      </FileButton>
    </Input.Wrapper>
  )
}
