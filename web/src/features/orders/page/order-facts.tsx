import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { noonOf } from '@/domain/briefs/wished-date.ts'
import { useTermsForOrder } from '@/domain/orders/clocks.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import {
  hasDeadline,
  isFinal,
  isPaymentDisputed,
  phaseOf,
  turnOf,
  type OrderSide,
} from '@/domain/orders/orders.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { isolated } from '@/lib/i18n/text.ts'
import { useNow } from '@/lib/i18n/use-now.ts'
import { DaysToPay } from '@/shared/money/days-to-pay.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { ShareSplit } from '@/shared/orders/share-split.tsx'
import { Fact } from '@/ui/fact.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { shareByDeadlineQuery } from '../dispute/dispute-queries.ts'
import { settlementPreviewQuery, tipsQuery } from '../queries.ts'
import { ruledShare, sharesOf, type Share } from './shares.ts'
import { turnInDispute } from './order-view.ts'
import { isLate, silenceOf } from './silence.ts'
import { orderActionsQuery } from '../actions/order-actions-query.ts'
import { useEarlierRulingText, useSpokenSides } from './use-spoken-sides.ts'
import styles from '../orders.module.css'

interface Props {
  order: Order
  /** The side of the reader; null for staff, who read both sides by name. */
  side: OrderSide | null
  names: Readonly<Record<OrderSide, string>>
}

/** Amounts that each side pays or gets, as the database computes them. */
function Shares({ order, side, names }: Props) {
  const { t, i18n } = useTranslation('orders')
  const { data: tips = 0 } = useQuery(tipsQuery(order.id))
  const { data: money } = useQuery(settlementPreviewQuery(order.id, ruledShare(order)))
  const shares = money && sharesOf(order, side ?? 'kol', money)
  if (shares === null)
    return (
      <Fact name={t('money')}>
        {t(isPaymentDisputed(order) ? 'undecided_payment' : 'undecided')}
      </Fact>
    )
  // The text about a payment that has arrived is in the past tense, even while the order is open.
  const pastOf = (does: Share['does']) =>
    isFinal(order.status) || (does === 'pays' && money?.is_paid) ? '_past' : ''
  return shares?.map(({ side: whose, does, minor }) => (
    <Fact
      key={whose}
      name={
        whose === side ? (
          t(`you_${does}${pastOf(does)}`)
        ) : (
          <>
            <bdi>{names[whose]}</bdi> {t(`other_${does}${pastOf(does)}`)}
          </>
        )
      }
    >
      <b>
        <MoneyText minor={minor} currency={order.currency} />
      </b>
      {tips > 0 &&
        does !== 'gets_back' &&
        ` ${t('and_tip', { amount: formatMoney(tips, order.currency, i18n.language) })}`}
      {does === 'gets' &&
        phaseOf(order.status) === 'open' &&
        ` ${t(order.milestone_count > 0 ? 'when_all_accepted' : 'when_accepted')}`}
    </Fact>
  ))
}

function Turn({ order, side, names }: Props) {
  const { t, i18n } = useTranslation(['orders', 'common'])
  const listOf = (all: string[]) => new Intl.ListFormat(i18n.language).format(all.map(isolated))
  const spoken = useSpokenSides(order)
  const { data: actions = [] } = useQuery(orderActionsQuery(order))
  const isProposed = actions.some((row) => row.action === 'accept_settlement' && row.allowed)
  const turn = spoken && turnOf(order) === 'both' ? turnInDispute(spoken) : turnOf(order)
  if (turn === null) return null
  const who = () => {
    if (turn === side) return t('common:you')
    if (turn === 'both') return side ? t('turn_both') : listOf([names.brand, names.kol])
    if (turn === 'staff') return t(isProposed ? 'turn_proposal' : 'by_staff')
    return turn === 'bank' ? t('turn_bank') : <bdi>{names[turn]}</bdi>
  }
  return <Fact name={t('turn')}>{who()}</Fact>
}

/** Says who has to act, until when, what happens if nobody does, and what each side gets. */
export function OrderFacts(props: Props) {
  const { order, side, names } = props
  const otherName = isolated(names[side === 'kol' ? 'brand' : 'kol'])
  const { t } = useTranslation(['orders', 'order-states', 'brief', 'common', 'payments'])
  const now = useNow()
  const orSpoken = useEarlierRulingText(order)
  const { data: share, isLoading } = useQuery(shareByDeadlineQuery(order))
  const silence = silenceOf(order, side, useTermsForOrder(order), share)
  return (
    <dl className={styles.facts}>
      <Turn {...props} />
      {order.due_at && hasDeadline(order.status) && (
        <Fact
          name={t(`order-states:${order.status}_clock`)}
          data-late={isLate(order, now) || undefined}
        >
          <b>
            <TimeText value={order.due_at} />
            {isLate(order, now) && ` · ${t('late')}`}
          </b>{' '}
          (<TimeText value={order.due_at} show="full" />)
          {order.status === 'disputed' && `, ${orSpoken}`}
        </Fact>
      )}
      {order.wished_on && phaseOf(order.status) === 'open' && (
        <Fact name={t('brief:wished_short')}>
          <b>
            <TimeText value={noonOf(order.wished_on)} show="date" />
          </b>{' '}
          ({t('brief:wished_unbinding')})
        </Fact>
      )}
      {silence && (
        <Fact name={t('silence')}>
          {isLoading && order.status === 'disputed' ? '…' : t(silence.textKey, { name: otherName })}
          {silence.at && (
            <>
              {' '}
              (<TimeText value={silence.at} show="full" />)
            </>
          )}
          {/* In a dispute this split is shown beside the proposal, and after a ruling among the shares. */}
          {share != null && order.status !== 'disputed' && ruledShare(order) === undefined && (
            <ShareSplit orderId={order.id} shareMinor={share} side={side} />
          )}
        </Fact>
      )}
      <Shares {...props} />
      {side === 'kol' && order.status === 'funded' && (
        <Fact name={t('payments:days_to_pay')}>
          <DaysToPay brandId={order.brand_id} />
        </Fact>
      )}
    </dl>
  )
}
