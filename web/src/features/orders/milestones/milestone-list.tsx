import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { netsOf } from '@/domain/money/milestone-nets.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import type { Order } from '@/domain/orders/order-query.ts'
import { turnOf, type OrderSide } from '@/domain/orders/orders.ts'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { ToneBadge, type Tone } from '@/ui/tone-badge.tsx'
import { milestonesQuery, nextMilestone, milestoneStateOf, type MilestoneState } from './queries.ts'
import styles from './milestones.module.css'

const TONES: Record<MilestoneState, Tone> = {
  accepted: 'good',
  delivered: 'warn',
  disputed: 'bad',
  current: 'info',
  later: 'neutral',
  ended: 'neutral',
}

interface Props {
  order: Order
  /** The side of the reader. A creator sees each amount after the fee. */
  side: OrderSide | null
}

/** The milestones of an order, in the order in which they are delivered, accepted and paid. */
export function MilestoneList({ order, side }: Props) {
  const { t, i18n } = useTranslation(['orders', 'common'])
  const { data: milestones = [] } = useQuery(milestonesQuery(order))
  const next = nextMilestone(milestones)
  const nets = side === 'kol' ? netsOf(order, milestones) : []
  return (
    <SectionCard title={t('common:milestones')}>
      <ol className={styles.list}>
        {milestones.map((each, index) => {
          const state = milestoneStateOf(each, next, order)
          const net = state === 'ended' ? undefined : nets[index]
          return (
            <li key={each.id} aria-current={state === 'current' ? 'step' : undefined}>
              <span className={styles.title}>
                <bdi>{each.title}</bdi>
              </span>
              <MoneyText minor={each.amount_minor} currency={order.currency} />
              <ToneBadge tone={TONES[state]}>{t(`milestone_${state}`)}</ToneBadge>
              {net !== undefined && (
                <span className={primitives.quiet}>
                  {t('milestone_net', { amount: formatMoney(net, order.currency, i18n.language) })}
                </span>
              )}
              {state === 'current' && order.due_at && turnOf(order) === 'kol' && (
                <span className={primitives.quiet}>
                  {t('due')} <TimeText value={order.due_at} show="date" />
                </span>
              )}
              {each.accepted_at && (
                <TimeText value={each.accepted_at} show="date" className={primitives.quiet} />
              )}
            </li>
          )
        })}
      </ol>
    </SectionCard>
  )
}
