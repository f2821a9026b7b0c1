import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { isImage } from '@/domain/files/attachments.ts'
import { useStoredFile } from '@/domain/files/stored-file.ts'
import { fileSize } from '@/lib/i18n/numbers.ts'
import { FileChip } from '@/ui/file-chip.tsx'
import { useProgress } from '@/domain/messages/outbox.ts'
import type { Message } from '@/domain/messages/thread-state.ts'
import { StoredPicture } from '../files/stored-picture.tsx'

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
    <StoredPicture path={path} name={name}>
      {chip}
    </StoredPicture>
  )
}
