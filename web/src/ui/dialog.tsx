import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { FormGuardContext } from '@/lib/form.ts'
import { AwaitedCode } from './awaited-code.tsx'
import { useLeaveGuard } from './leave-guard.tsx'
import { useBackCloses } from './use-back-closes.ts'

interface Props extends Omit<ModalProps, 'title'> {
  title: string | null | undefined
}

/**
 * A dialog with a named close button. If a form in it has unsent text, it asks before it closes. While the content
 * waits for texts or code, only the content is hidden, not the page with the dialog.
 */
export function Dialog({ onClose, children, ...props }: Props) {
  const { t } = useTranslation()
  const { guard, question, stay } = useLeaveGuard()
  const close = () => (question ? stay() : guard.leave(onClose))
  useBackCloses(props.opened, close)
  // The library remembers the focus when `opened` changes, not if the dialog is open from the start. Without this,
  // a dialog whose code was loaded by the press would not return the focus.
  const [isThere, setThere] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- the first render has to be closed
  useEffect(() => setThere(true), [])
  // Keeps the title while the dialog closes, because the state that contains it may be empty by then.
  const [title, setTitle] = useState(props.title)
  if (props.opened && title !== props.title) setTitle(props.title)
  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('close') }}
      {...props}
      title={title}
      opened={props.opened && isThere}
      onClose={close}
    >
      {question}
      <div hidden={question !== null}>
        <FormGuardContext value={guard}>
          <AwaitedCode kind="press">{children}</AwaitedCode>
        </FormGuardContext>
      </div>
    </Modal>
  )
}
