import { useCallback, type ReactNode } from 'react'
import { useIntersection } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { isImage } from '@/domain/files/attachments.ts'
import { usePicture, useStoredFile } from '@/domain/files/stored-file.ts'
import { fileSize } from '@/lib/i18n/numbers.ts'
import { saveFile } from '@/lib/storage/save-file.ts'
import { FileChip } from '@/ui/file-chip.tsx'
import { useProgress } from '@/domain/messages/outbox.ts'
import type { Message } from '@/domain/messages/thread-state.ts'
import styles from './messages.module.css'

export function MessageFile({ message }: { message: Message }) {
  const { t, i18n } = useTranslation(['messages', 'files'])
  const name = message.file_name ?? ''
  const progress = useProgress(message.id)
  const path = message.waiting ? null : message.file_url
  const { save, isSaving, verdict } = useStoredFile(path, name)
  const text =
    message.waiting && progress !== null
      ? t('uploading', { percent: Math.round(progress * 100) })
      : fileSize(message.file_size ?? 0, i18n.language)
  const chip = (
    <FileChip
      name={name}
      text={verdict === 'rejected' ? t('files:rejected') : text}
      onSave={save}
      isSaving={isSaving}
    />
  )
  // Shown in the page only once its content is known to be a picture.
  if (!path || !isImage(message.file_type) || verdict !== 'fine') return chip
  return (
    <MessagePicture path={path} name={name}>
      {chip}
    </MessagePicture>
  )
}

interface PictureProps {
  path: string
  name: string
  /** Shown until it is loaded. */
  children: ReactNode
}

/** Picture that is loaded when it is near the visible area, like an image with `loading="lazy"`. */
function MessagePicture({ path, name, children }: PictureProps) {
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: '400px' })
  const content = usePicture(path, entry?.isIntersecting ?? false)
  return <div ref={ref}>{content ? <Picture content={content} name={name} /> : children}</div>
}

function Picture({ content, name }: { content: Blob; name: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(content)
      return () => URL.revokeObjectURL(image.src)
    },
    [content],
  )
  return (
    <button type="button" className={styles.image} onClick={() => saveFile(content, name)}>
      <img ref={show} alt={name} />
    </button>
  )
}
