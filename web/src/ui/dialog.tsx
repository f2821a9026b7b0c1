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
 * A window over the page, with a name for its close button. With text in it, it asks before it goes.
 * Words or code that its content waits for hide the content alone, not the page with the window.
 */
export function Dialog({ onClose, children, ...props }: Props) {
  const { t } = useTranslation()
  const { guard, question, stay } = useLeaveGuard()
  const close = () => (question ? stay() : guard.leave(onClose))
  useBackCloses(props.opened, close)
  // The library remembers the focus when a dialog opens, not when it comes open: one whose code was
  // fetched by the press would not give it back.
  const [isThere, setThere] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- the first drawing has to be a closed one
  useEffect(() => setThere(true), [])
  // The state that names it may be empty while it closes.
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
