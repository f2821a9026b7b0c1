import { Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormGuardContext } from '@/lib/form.ts'
import { useLeaveGuard } from './leave-guard.tsx'
import { useBackCloses } from './use-back-closes.ts'

/** A window over the page, with a name for its close button. With text in it, it asks before it goes. */
export function Dialog({ onClose, children, ...props }: ModalProps) {
  const { t } = useTranslation()
  const { guard, question, stay } = useLeaveGuard()
  const close = () => (question ? stay() : guard.leave(onClose))
  useBackCloses(props.opened, close)
  return (
    <Modal closeButtonProps={{ 'aria-label': t('close') }} {...props} onClose={close}>
      {question}
      <div hidden={question !== null}>
        <FormGuardContext value={guard}>{children}</FormGuardContext>
      </div>
    </Modal>
  )
}
