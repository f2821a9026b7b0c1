import { useTranslation } from 'react-i18next'
import { isImage } from '@/domain/files/attachments.ts'
import { useStoredFile } from '@/domain/files/stored-file.ts'
import { fileSize } from '@/lib/numbers.ts'
import { FileChip } from '@/ui/file-chip.tsx'
import { useProgress } from './outbox.ts'
import type { Message } from './thread-state.ts'
import styles from './messages.module.css'

export function MessageFile({ message }: { message: Message }) {
  const { t, i18n } = useTranslation(['messages', 'files'])
  const name = message.file_name ?? ''
  const progress = useProgress(message.id)
  const { url, verdict } = useStoredFile(message.waiting ? null : message.file_url, name)
  if (verdict === 'rejected') return <FileChip name={name} text={t('files:rejected')} url={url} />
  // Shown in the page only once its content is known to be a picture.
  if (isImage(message.file_type) && verdict === 'fine' && url) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" className={styles.image}>
        <img src={url} alt={name} loading="lazy" />
      </a>
    )
  }
  const text =
    message.waiting && progress !== null
      ? t('uploading', { percent: Math.round(progress * 100) })
      : fileSize(message.file_size ?? 0, i18n.language)
  return <FileChip name={name} text={text} url={url} />
}
