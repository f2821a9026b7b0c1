import { Button, Group, Text, type ButtonProps } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'

interface Props extends ButtonProps {
  /** What will happen, as a question. */
  title: string
  text?: ReactNode
  confirmLabel?: string
  danger?: boolean
  onOpen?: () => void
  /** The dialog closes when it succeeds and stays open when it throws. */
  onConfirm: () => unknown
  children: ReactNode
}

/** A button whose action cannot be undone: it asks for confirmation. */
export function ConfirmButton({
  title,
  text,
  confirmLabel,
  danger,
  onOpen,
  onConfirm,
  children,
  ...button
}: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      await onConfirm()
      setOpen(false)
    } catch {
      // The mutation cache has shown the reason.
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button
        {...(danger ? { color: 'red', variant: 'light' } : {})}
        {...button}
        onClick={() => {
          onOpen?.()
          setOpen(true)
        }}
      >
        {children}
      </Button>
      <Dialog opened={open} onClose={() => setOpen(false)} title={title}>
        {text && (
          <Text component="div" size="sm" c="dimmed">
            {text}
          </Text>
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={() => setOpen(false)} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button
            color={danger ? 'red' : undefined}
            onClick={confirm}
            loading={busy}
            data-autofocus
          >
            {confirmLabel ?? t('confirm')}
          </Button>
        </Group>
      </Dialog>
    </>
  )
}
