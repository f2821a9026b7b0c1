import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { formatMoney } from '@/domain/money/money.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import primitives from '@/ui/primitives.module.css'
import { RefusalText } from '@/ui/refusal-text.tsx'
import { tipBoundsQuery } from '../queries.ts'
import type { ActionWords } from './order-actions.ts'
import styles from '../orders.module.css'

interface Props {
  order: Order
  words: ActionWords
  refusal: string
}

/** States the balance of the wallet and the smallest possible tip. */
function TipWallet({ order: { id, currency } }: Pick<Props, 'order'>) {
  const { t, i18n } = useTranslation('orders')
  const { data: bounds } = useQuery(tipBoundsQuery(id))
  if (!bounds) return <RefusalText token="insufficient_funds" />
  const show = (minor: number) => formatMoney(minor, currency, i18n.language)
  // The balance is below the smallest tip, so the largest possible tip equals the balance.
  const sums = { balance: show(bounds.most_minor), least: show(bounds.least_minor) }
  return t('tip_wallet', { currency, ...sums })
}

/** A disabled button that can still be focused, so that a screen reader reads the reason with it. */
export function RefusedAction({ order, words, refusal }: Props) {
  const { t } = useTranslation('orders')
  const id = useId()
  return (
    <div className={`${primitives.wrap} ${styles.actions}`}>
      <Button variant="default" data-disabled aria-disabled aria-describedby={id}>
        {t(words)}
      </Button>
      <p id={id} className={primitives.quiet}>
        {refusal === 'insufficient_funds' ? (
          <TipWallet order={order} />
        ) : (
          <RefusalText token={refusal} />
        )}
      </p>
    </div>
  )
}
