import { ActionIcon, Button, FileButton } from '@mantine/core'
import { Handshake, Paperclip, SendHorizontal, X } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { ATTACHMENT_TYPES } from '@/domain/vocabulary.generated.ts'
import { fileSize } from '@/lib/i18n/numbers.ts'
import { FileMark } from '@/shared/files/file-mark.tsx'
import styles from './messages.module.css'

/** The file that will be sent with the message. */
export function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t, i18n } = useTranslation('messages')
  return (
    <div className={styles.chosen}>
      <FileMark file={file} />
      <span>{file.name}</span>
      <span className={styles.quiet}>{fileSize(file.size, i18n.language)}</span>
      <ActionIcon size="sm" aria-label={t('remove_file')} onClick={onRemove}>
        <X size={15} aria-hidden />
      </ActionIcon>
    </div>
  )
}

export function AttachButton({ onChoose }: { onChoose: (files: File[]) => void }) {
  const { t } = useTranslation('messages')
  return (
    <FileButton multiple accept={ATTACHMENT_TYPES.join(',')} onChange={onChoose}>
      {(props) => (
        <ActionIcon {...props} size={42} radius="xl" aria-label={t('attach')}>
          <Paperclip size={19} aria-hidden />
        </ActionIcon>
      )}
    </FileButton>
  )
}

export function OfferButton({ onOffer }: { onOffer: () => void }) {
  const { t } = useTranslation('messages')
  return (
    <Button
      variant="subtle"
      color="gray"
      h={42}
      px={11}
      radius="xl"
      justify="flex-start"
      className={styles.offer}
      onClick={onOffer}
    >
      <Handshake size={19} aria-hidden />
      <span className={styles.offerName}>{t('make_offer')}</span>
    </Button>
  )
}

export function SendButton({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('messages')
  return (
    <ActionIcon
      variant="filled"
      color="jade"
      type="submit"
      size={42}
      radius="xl"
      aria-label={t('send')}
      disabled={disabled}
    >
      <SendHorizontal size={19} aria-hidden />
    </ActionIcon>
  )
}
