import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MoneyText } from '@/domain/money/money-text.tsx'
import type { Order } from '@/domain/orders/order-query.ts'
import { holdsEscrow, phaseOf, type OrderSide } from '@/domain/orders/orders.ts'
import { SectionCard } from '@/ui/section-card.tsx'
import { settlementPreviewQuery } from './queries.ts'
import styles from './orders.module.css'

interface Props {
  order: Order
  /** Null for staff, who see what the brand paid. */
  side: OrderSide | null
}

export function OrderMoney({ order, side }: Props) {
  const { t } = useTranslation('orders')
  const { currency } = order
  const row = (label: string, minor: number, strong = false) => (
    <div data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>
        <MoneyText minor={minor} currency={currency} />
      </dd>
    </div>
  )
  const total = order.price_minor + order.buyer_fee_minor
  // After a ruling, the money as ruled; the database names the share of an order that ended.
  const ruled = holdsEscrow(order.status) ? order.creator_share_minor : null
  const { data: parts } = useQuery(settlementPreviewQuery(order.id, ruled ?? undefined))
  const isSettled = order.creator_share_minor !== null
  const earns = phaseOf(order.status) === 'completed' ? 'you_earned' : 'you_earn'
  return (
    <SectionCard title={t('money')}>
      <dl className={styles.money}>
        {row(t('price'), order.price_minor)}
        {side !== 'kol' ? (
          <>
            {order.buyer_fee_minor > 0 && row(t('buyer_fee'), order.buyer_fee_minor)}
            {row(t('total'), total, !isSettled)}
            {isSettled &&
              parts &&
              row(
                ruled === null && side !== null
                  ? t('returned')
                  : t('split_brand', { context: side ?? 'staff' }),
                parts.brand_minor,
                true,
              )}
          </>
        ) : (
          <>
            {order.creator_share_minor !== null && row(t('your_share'), order.creator_share_minor)}
            {parts && row(t('fee'), -parts.creator_fee_minor)}
            {parts && row(t(earns), parts.creator_minor, true)}
          </>
        )}
      </dl>
      {holdsEscrow(order.status) && (
        <p className={styles.escrow}>
          <ShieldCheck size={17} aria-hidden />
          {t('in_escrow')}
        </p>
      )}
    </SectionCard>
  )
}
