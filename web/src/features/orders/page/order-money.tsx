import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { splitOfRest, type OrderMoney as Money } from '@/domain/money/split.ts'
import { SplitList } from '@/shared/money/split-list.tsx'
import type { Order } from '@/domain/orders/order-query.ts'
import { holdsEscrow, isFinal, phaseOf, type OrderSide } from '@/domain/orders/orders.ts'
import { SectionCard } from '@/ui/section-card.tsx'
import { escrowContext } from './order-view.ts'
import { settlementPreviewQuery } from '../queries.ts'
import primitives from '@/ui/primitives.module.css'
import styles from '../orders.module.css'

interface Props {
  order: Order
  /** Null for staff, who see what the brand paid. */
  side: OrderSide | null
}

interface RowProps {
  label: string
  minor: number | null
  currency: string
  strong?: boolean
}

function Row({ label, minor, currency, strong }: RowProps) {
  if (minor === null || minor === 0) return null
  return (
    <div data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>
        <MoneyText minor={minor} currency={currency} />
      </dd>
    </div>
  )
}

/** Shows the brand the cost and how it was paid, and the creator the earnings. */
function Price({ order, side, money }: Props & { money: Money | undefined }) {
  const { t } = useTranslation(['orders', 'common'])
  const { currency } = order
  const total = order.price_minor + order.buyer_fee_minor
  const isHeld = holdsEscrow(order.status)
  const isOpen = phaseOf(order.status) === 'open'
  // Accepted milestones have left escrow.
  const rest = money && order.released_minor > 0 && isHeld ? splitOfRest(money) : undefined
  return (
    <dl className={primitives.pairs}>
      <Row label={t('price')} minor={order.price_minor} currency={currency} />
      {side === 'kol' ? (
        money && (
          <>
            {isOpen && (
              <Row label={t('fee')} minor={-money.creator_fee_minor} currency={currency} />
            )}
            {rest && (
              <Row
                label={t('you_earned')}
                minor={money.released_creator_minor}
                currency={currency}
              />
            )}
            {isOpen && (
              <Row
                label={t('you_earn')}
                minor={rest?.creator_minor ?? money.creator_minor}
                currency={currency}
                strong
              />
            )}
          </>
        )
      ) : (
        <>
          <Row label={t('buyer_fee')} minor={order.buyer_fee_minor} currency={currency} />
          <Row label={t('total')} minor={total} currency={currency} strong />
          {money?.is_paid && (
            <>
              <Row label={t('paid_wallet')} minor={money.wallet_minor} currency={currency} />
              <Row label={t('paid_card')} minor={money.provider_minor} currency={currency} />
            </>
          )}
          {rest && (
            <>
              <Row
                label={t('milestone_accepted')}
                minor={order.released_minor}
                currency={currency}
              />
              <Row label={t('common:money.total')} minor={rest.total_minor} currency={currency} />
            </>
          )}
        </>
      )}
    </dl>
  )
}

export function OrderMoney({ order, side }: Props) {
  const { t } = useTranslation('orders')
  const { status } = order
  const isHeld = holdsEscrow(status)
  const isDisputed = phaseOf(status) === 'disputed'
  // After a ruling, the money as ruled; the database names the share of an order that ended.
  const ruled = isHeld ? order.creator_share_minor : null
  const { data: money } = useQuery(settlementPreviewQuery(order.id, ruled ?? undefined))
  const isDecided = ruled !== null || (isFinal(status) && money?.is_paid === true)
  return (
    <SectionCard title={t('money')}>
      <Price order={order} side={side} money={money} />
      {isDecided && money && (
        <div className={styles.decided}>
          <h3>{t(ruled === null ? 'as_ended' : 'as_ruled')}</h3>
          <SplitList split={money} currency={order.currency} side={side} total={t('total')} />
        </div>
      )}
      {isHeld && (
        <p className={styles.escrow}>
          <ShieldCheck size={17} aria-hidden />
          {isDisputed && ruled === null && `${t('undecided')} `}
          {t('in_escrow', { context: escrowContext(order, side) })}
        </p>
      )}
    </SectionCard>
  )
}
