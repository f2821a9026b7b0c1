import { Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A window over the page, with a name for its close button. */
export function Dialog(props: ModalProps) {
  const { t } = useTranslation()
  return <Modal closeButtonProps={{ 'aria-label': t('close') }} {...props} />
}
