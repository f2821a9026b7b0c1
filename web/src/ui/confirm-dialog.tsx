import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  opened: boolean
  onClose: () => void
  /** The question to confirm. */
  title: string
  text?: ReactNode
  confirmLabel: ReactNode
  danger?: boolean | undefined
  busy: boolean
  onConfirm: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, text, confirmLabel, danger, busy, onConfirm } = props
  const { t } = useTranslation()
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {text && (
        <Text component="div" size="sm" c="dimmed">
          {text}
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button
          variant="default"
          onClick={onClose}
          disabled={busy}
          // The button that Enter presses at once is never one that does harm.
          data-autofocus={danger || undefined}
        >
          {t('cancel')}
        </Button>
        <Button
          color={danger ? 'red' : undefined}
          onClick={onConfirm}
          loading={busy}
          data-autofocus={!danger || undefined}
        >
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  )
}
