import { Button, CloseButton, FileButton, Input } from '@mantine/core'
import { Paperclip } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { attachmentProblem } from '@/domain/files/attachments.ts'
import { ATTACHMENT_TYPES, LIMITS } from '@/domain/vocabulary.generated.ts'
import { fileSize } from '@/lib/numbers.ts'
import { toast } from '@/lib/toast.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './orders.module.css'

interface Props {
  files: readonly File[]
  setFiles: (change: (now: File[]) => File[]) => void
}

/** The files of a delivery, or of evidence, until they are sent. */
export function FilesField({ files, setFiles }: Props) {
  const { t, i18n } = useTranslation(['orders', 'files'])
  async function add(chosen: File[]) {
    for (const file of chosen) {
      const problem = await attachmentProblem(file)
      if (problem) toast.error(t(`files:${problem}`, { name: file.name }))
      else setFiles((now) => [...now, file].slice(0, LIMITS.order_deliveries_files_are_list.max))
    }
  }
  return (
    <Input.Wrapper
      label={t('deliver_files')}
      labelElement="div"
      description={t('deliver_files_text')}
    >
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map((file, index) => (
            <li key={`${file.name}-${index}`}>
              <Paperclip size={15} aria-hidden />
              <span>{file.name}</span>
              <span className={primitives.quiet}>{fileSize(file.size, i18n.language)}</span>
              <CloseButton
                size="sm"
                aria-label={t('files:remove', { name: file.name })}
                onClick={() => setFiles((now) => now.filter((each) => each !== file))}
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
            leftSection={<Paperclip size={14} aria-hidden />}
          >
            {t('add_file')}
          </Button>
        )}
      </FileButton>
    </Input.Wrapper>
  )
}
