import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { briefOf } from '@/domain/briefs/brief.ts'
import { channelsOf } from '@/domain/market/channels.ts'
import { memberQuery } from '@/domain/members/members.ts'
import { isOnChain } from '@/domain/money/on-chain.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { isUnpaid, type OrderSide } from '@/domain/orders/orders.ts'
import { paths } from '@/domain/paths.ts'
import { BriefView } from '@/shared/briefs/brief-view.tsx'
import { ChannelList } from '@/shared/members/channel-list.tsx'
import { lazyOf } from '@/ui/loadable.tsx'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { mayEditBrief, orderActionsQuery } from '../actions/order-actions-query.ts'
import styles from '../orders.module.css'
import { OrderMoneyCard } from './order-money.tsx'
import { isAskedToAccept } from './order-view.ts'
import { OrderPromise } from './order-promise.tsx'

const ChainRecord = lazyOf(() => import('./chain-record.tsx'), 'ChainRecord')

/** The channels of the other side; for staff, those of the creator. */
function OtherChannels({ id }: { id: string }) {
  const { t } = useTranslation('common')
  const { data } = useQuery({
    ...memberQuery(id),
    meta: { silent: true, refresh: 'on-return' },
  })
  if (!data || (channelsOf(data).length === 0 && !data.website)) return null
  return (
    <SectionCard title={t('channels.of', { name: isolated(data.display_name) })}>
      <ChannelList member={data} />
    </SectionCard>
  )
}

interface Props {
  order: Order
  side: OrderSide | null
  names: { brand: string; kol: string }
}

/** The brief and, once the order is paid, the hash of its final version. */
export function OrderBrief({ order, side }: Pick<Props, 'order' | 'side'>) {
  const { t } = useTranslation('brief')
  const { data: actions = [] } = useQuery(orderActionsQuery(order))
  return (
    <SectionCard
      title={t('title')}
      link={
        mayEditBrief(actions) ? { href: paths.editBrief(order.id), text: t('edit') } : undefined
      }
    >
      <div className={styles.promise}>
        <BriefView brief={briefOf(order)} />
        <p className={primitives.quiet}>
          {isUnpaid(order.status) ? (
            t(side === 'brand' ? 'frozen_unpaid_brand' : 'frozen_unpaid_kol')
          ) : (
            <>
              {t('frozen')} <code title={order.brief_hash}>{order.brief_hash.slice(0, 8)}</code>
            </>
          )}
        </p>
      </div>
    </SectionCard>
  )
}

/** The agreement, beside the history: brief, money, terms, and the channels of the other side. */
export function OrderRail({ order, side, names }: Props) {
  return (
    <>
      {!isAskedToAccept(order, side) && <OrderBrief order={order} side={side} />}
      <OrderMoneyCard order={order} side={side} />
      {isOnChain(order.currency) && (
        <Suspense fallback={null}>
          <ChainRecord order={order} side={side} />
        </Suspense>
      )}
      <OrderPromise order={order} names={names} />
      <OtherChannels id={side === 'kol' ? order.brand_id : order.kol_id} />
    </>
  )
}
