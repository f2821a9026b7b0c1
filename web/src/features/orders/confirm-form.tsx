import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MoneyText } from '@/domain/money/money-text.tsx'
import type { Order } from '@/domain/orders/order-query.ts'
import { shareOut } from './order-view.ts'
import { walletQuery } from './queries.ts'
import type { OrderMove } from './use-order-action.ts'
import styles from './orders.module.css'

interface Props {
  text: string
  label: string
  danger?: boolean
  busy: boolean
  onCancel: () => void
  onSubmit: (move: OrderMove) => void
  move?: OrderMove
  onConfirm?: () => void
  order?: Order
  /** Shows how this share of the price divides. */
  share?: number
}

function Split({ order, share }: { order: Order; share: number }) {
  const { t } = useTranslation('orders')
  const parts = shareOut(order, share)
  return (
    <dl className={styles.money}>
      <div>
        <dt>{t('split_creator')}</dt>
        <dd>
          <MoneyText minor={parts.creator} currency={order.currency} />
        </dd>
      </div>
      <div>
        <dt>{t('split_brand')}</dt>
        <dd>
          <MoneyText minor={parts.brand} currency={order.currency} />
        </dd>
      </div>
    </dl>
  )
}

/** Money that came back to the wallet pays as well as a card. */
function WalletChoice({ order, onPay }: { order: Order; onPay: () => void }) {
  const { t } = useTranslation('orders')
  const { data: wallet = 0 } = useQuery(walletQuery(order.currency))
  if (wallet < order.price_minor + order.buyer_fee_minor) return null
  return (
    <div className={styles.wallet}>
      <span>
        {t('wallet_has')} <MoneyText minor={wallet} currency={order.currency} />
      </span>
      <Button variant="light" onClick={onPay}>
        {t('pay_from_wallet')}
      </Button>
    </div>
  )
}

export function ConfirmForm(props: Props) {
  const { text, label, danger, busy, onCancel, onSubmit, move, onConfirm, order, share } = props
  const { t } = useTranslation()
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      {order && share !== undefined && <Split order={order} share={share} />}
      {order && share === undefined && (
        <WalletChoice order={order} onPay={() => onSubmit({ move: 'pay_from_wallet' })} />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button
          loading={busy}
          color={danger ? 'red' : undefined}
          data-autofocus
          onClick={() => (move ? onSubmit(move) : onConfirm?.())}
        >
          {label}
        </Button>
      </Group>
    </Stack>
  )
}
