import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OrderMove } from './use-order-action.ts'

/** What every form of the order page is given. */
export interface FormProps {
  busy: boolean
  onCancel: () => void
  onSubmit: (move: OrderMove) => void
}

interface Props extends Omit<FormProps, 'onSubmit'> {
  label: string
  danger?: boolean
}

export function FormEnd({ label, danger, busy, onCancel }: Props) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel} disabled={busy}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={busy} color={danger ? 'red' : undefined}>
        {label}
      </Button>
    </Group>
  )
}
