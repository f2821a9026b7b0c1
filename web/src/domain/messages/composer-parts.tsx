import { ActionIcon } from '@mantine/core'
import { Handshake, Paperclip, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fileSize } from '@/lib/numbers.ts'
import styles from './messages.module.css'

/** The file that goes with the message. */
export function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t, i18n } = useTranslation('messages')
  return (
    <div className={styles.chosen}>
      <Paperclip size={15} aria-hidden />
      <span>{file.name}</span>
      <span className={styles.quiet}>{fileSize(file.size, i18n.language)}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('remove_file')}
        onClick={onRemove}
      >
        <X size={15} aria-hidden />
      </ActionIcon>
    </div>
  )
}

export function OfferButton({ onOffer }: { onOffer: () => void }) {
  const { t } = useTranslation('messages')
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={42}
      radius="xl"
      aria-label={t('make_offer')}
      title={t('make_offer')}
      onClick={onOffer}
    >
      <Handshake size={19} aria-hidden />
    </ActionIcon>
  )
}
