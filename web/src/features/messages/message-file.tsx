import { useQuery } from '@tanstack/react-query'
import { Download, FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fileSize } from '@/lib/numbers.ts'
import { isImage } from './attachments.ts'
import { signedUrlQuery } from './queries.ts'
import type { Message } from './thread-state.ts'
import styles from './messages.module.css'

interface Props {
  message: Message
  /** How much of it is uploaded, while it is on its way. */
  progress: number | null
}

export function MessageFile({ message, progress }: Props) {
  const { t, i18n } = useTranslation('messages')
  const { data: url } = useQuery({
    ...signedUrlQuery(message.file_url ?? ''),
    enabled: message.file_url !== null && !message.pending,
  })
  const name = message.file_name ?? ''
  if (isImage(message.file_type) && url) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" className={styles.image}>
        <img src={url} alt={name} loading="lazy" />
      </a>
    )
  }
  const content = (
    <>
      <FileText size={20} aria-hidden />
      <span className={styles.fileWords}>
        <strong>{name}</strong>
        <span>
          {message.pending && progress !== null
            ? t('uploading', { percent: Math.round(progress * 100) })
            : fileSize(message.file_size ?? 0, i18n.language)}
        </span>
      </span>
      {url && <Download size={17} aria-hidden />}
    </>
  )
  if (!url) return <span className={styles.file}>{content}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      download={name}
      className={styles.file}
      aria-label={t('download', { name })}
    >
      {content}
    </a>
  )
}
