import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { showFailure } from '@/lib/api/query-client.ts'
import type { OrderMove } from './use-order-action.ts'

interface Props {
  text: string
  label: string
  danger?: boolean
  busy: boolean
  onCancel: () => void
  onSubmit: (move: OrderMove) => Promise<unknown>
  move: OrderMove
  effect?: ReactNode
  /** True if the action is no longer possible, which the form then says. */
  isOver?: boolean
}

export function ConfirmForm(props: Props) {
  const { text, label, danger, busy, onCancel, onSubmit, move, effect, isOver = false } = props
  const { t } = useTranslation(['common', 'orders'])
  return (
    <Stack gap="md">
      <Text size="sm" role={isOver ? 'alert' : undefined}>
        {isOver ? t('orders:changed_meanwhile') : text}
      </Text>
      {!isOver && effect}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={busy}>
          {t(danger ? 'orders:keep' : 'cancel')}
        </Button>
        <Button
          loading={busy}
          disabled={isOver}
          color={danger ? 'red' : undefined}
          data-autofocus
          onClick={() => void onSubmit(move).catch(showFailure)}
        >
          {label}
        </Button>
      </Group>
    </Stack>
  )
}
