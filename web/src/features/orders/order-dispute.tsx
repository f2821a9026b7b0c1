import { useTranslation } from 'react-i18next'
import { MoneyText } from '@/domain/money/money-text.tsx'
import type { Order } from '@/domain/orders/order-query.ts'
import { phaseOf, type OrderSide } from '@/domain/orders/orders.ts'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { offerOf, offerTo } from './order-view.ts'
import type { Proposal } from './queries.ts'
import styles from './orders.module.css'

interface Props {
  order: Order
  side: OrderSide
  otherName: string
  proposals: Proposal[]
}

/** What each side offers while the order stands still. */
export function OrderDispute({ order, side, otherName, proposals }: Props) {
  const { t } = useTranslation('orders')
  if (phaseOf(order.status) !== 'disputed') return null
  const offers = [
    { who: otherName, offer: offerTo(order, side, proposals) },
    { who: t('you'), offer: offerOf(order, side, proposals) },
  ]
  return (
    <SectionCard title={t('offers')}>
      <dl className={styles.money}>
        {offers.map(({ who, offer }) => (
          <div key={who}>
            <dt>
              {who}
              {offer && (
                <>
                  {' · '}
                  <TimeText value={offer.created_at} />
                </>
              )}
            </dt>
            <dd>
              {offer ? (
                <>
                  <MoneyText minor={offer.creator_share_minor} currency={order.currency} />{' '}
                  <span className={primitives.quiet}>{t('for_creator')}</span>
                </>
              ) : (
                <span className={primitives.quiet}>{t('no_offer')}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  )
}
