import { Button, Group, Modal, Text, type ModalProps } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormGuardContext, type FormGuard } from '@/lib/form.ts'
import { useBackCloses } from './use-back-closes.ts'

interface AskProps {
  onStay: () => void
  onLeave: () => void
  onDiscard: () => void
}

const focus = (button: HTMLButtonElement | null) => button?.focus()

/** Nothing is lost by leaving; whoever wanted to close something else learns where their text is. */
function AskBeforeLeaving({ onStay, onLeave, onDiscard }: AskProps) {
  const { t } = useTranslation()
  return (
    <div role="alertdialog" aria-label={t('leave.title')}>
      <Text fw={600}>{t('leave.title')}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {t('leave.text')}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="red" onClick={onDiscard}>
          {t('leave.discard')}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {t('leave.keep')}
        </Button>
        <Button ref={focus} onClick={onStay}>
          {t('leave.stay')}
        </Button>
      </Group>
    </div>
  )
}

/** A window over the page, with a name for its close button. With text in it, it asks before it goes. */
export function Dialog({ onClose, children, ...props }: ModalProps) {
  const { t } = useTranslation()
  const held = useRef(new Map<string, () => void>())
  const [leaving, setLeaving] = useState<{ close: () => void } | null>(null)
  const guard = useMemo<FormGuard>(
    () => ({
      hold: (what, discard) => held.current.set(what, discard),
      release: (what) => held.current.delete(what),
      leave: (close) => (held.current.size > 0 ? setLeaving({ close }) : close()),
    }),
    [],
  )
  function leave(discard: boolean) {
    if (discard) held.current.forEach((forget) => forget())
    held.current.clear()
    setLeaving(null)
    leaving?.close()
  }
  const close = () => (leaving ? setLeaving(null) : guard.leave(onClose))
  useBackCloses(props.opened, close)
  return (
    <Modal closeButtonProps={{ 'aria-label': t('close') }} {...props} onClose={close}>
      {leaving && (
        <AskBeforeLeaving
          onStay={() => setLeaving(null)}
          onLeave={() => leave(false)}
          onDiscard={() => leave(true)}
        />
      )}
      <div hidden={leaving !== null}>
        <FormGuardContext value={guard}>{children}</FormGuardContext>
      </div>
    </Modal>
  )
}
