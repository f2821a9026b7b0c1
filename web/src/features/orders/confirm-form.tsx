import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MoneyText } from '@/domain/money/money-text.tsx'
import type { OrderAction } from './order-actions-query.ts'
import { walletQuery } from './queries.ts'
import type { OrderMove } from './use-order-action.ts'
import styles from './orders.module.css'

interface Props {
  text: string
  label: string
  danger?: boolean
  busy: boolean
  onCancel: () => void
  onSubmit: (move: OrderMove) => Promise<unknown>
  move?: OrderMove
  onConfirm?: () => void
  effect?: ReactNode
  /** Money that came back to the wallet pays as well as a card. */
  wallet?: OrderAction
}

function WalletChoice({ currency, onPay }: { currency: string; onPay: () => void }) {
  const { t } = useTranslation('orders')
  const { data: wallet } = useQuery(walletQuery(currency))
  return (
    <div className={styles.wallet}>
      <span>
        {t('wallet_has')} {wallet !== undefined && <MoneyText minor={wallet} currency={currency} />}
      </span>
      <Button variant="light" onClick={onPay}>
        {t('pay_from_wallet')}
      </Button>
    </div>
  )
}

export function ConfirmForm(props: Props) {
  const { text, label, danger, busy, onCancel, onSubmit, move, onConfirm, effect, wallet } = props
  const { t } = useTranslation()
  // The mutation cache says what went wrong.
  const send = (asked: OrderMove) => void onSubmit(asked).catch(() => {})
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      {effect}
      {wallet && (
        <WalletChoice currency={wallet.currency} onPay={() => send({ move: 'pay_from_wallet' })} />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button
          loading={busy}
          color={danger ? 'red' : undefined}
          data-autofocus
          onClick={() => (move ? send(move) : onConfirm?.())}
        >
          {label}
        </Button>
      </Group>
    </Stack>
  )
}
