import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MoneyText } from '@/domain/money/money-text.tsx'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { SectionCard } from '@/ui/section-card.tsx'
import { shareOut } from './order-view.ts'
import styles from './orders.module.css'

const IN_ESCROW = ['funded', 'in_progress', 'delivered', 'in_revision', 'disputed']
const EARNED = ['completed', 'settled']

export function OrderMoney({ order, side }: { order: Order; side: OrderSide }) {
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
  const parts = shareOut(order, order.creator_share_minor ?? order.price_minor)
  const isSettled = order.status === 'settled'
  return (
    <SectionCard title={t('money')}>
      <dl className={styles.money}>
        {row(t('price'), order.price_minor)}
        {side === 'brand' ? (
          <>
            {order.buyer_fee_minor > 0 && row(t('buyer_fee'), order.buyer_fee_minor)}
            {row(t('total'), total, !isSettled)}
            {isSettled && row(t('returned'), parts.brand, true)}
          </>
        ) : (
          <>
            {isSettled && row(t('your_share'), order.creator_share_minor ?? 0)}
            {row(t('fee'), parts.creator - (order.creator_share_minor ?? order.price_minor))}
            {row(t(EARNED.includes(order.status) ? 'you_earned' : 'you_earn'), parts.creator, true)}
          </>
        )}
      </dl>
      {IN_ESCROW.includes(order.status) && (
        <p className={styles.escrow}>
          <ShieldCheck size={17} aria-hidden />
          {t('in_escrow')}
        </p>
      )}
    </SectionCard>
  )
}
