import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { AmountRow } from '@/shared/money/amount-row.tsx'
import { isOnChain } from '@/domain/money/on-chain.ts'
import type { OrderMoney as Money } from '@/domain/money/split.ts'
import { SplitList } from '@/shared/money/split-list.tsx'
import { clockWords } from '@/domain/orders/clocks.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { holdsEscrow, isFinal, phaseOf, type OrderSide } from '@/domain/orders/orders.ts'
import { paths } from '@/domain/paths.ts'
import { SectionCard } from '@/ui/section-card.tsx'
import primitives from '@/ui/primitives.module.css'
import { formatMoney } from '@/domain/money/money.ts'
import { useUser } from '@/lib/session/session.ts'
import { sendOnce } from '@/lib/storage/drafts.ts'
import { toast } from '@/lib/toast.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { refundableQuery, refundableToCards, useRequestRefunds } from '@/shared/money/refunds.ts'
import { moneyRows } from './money-rows.ts'
import { escrowContext } from './order-view.ts'
import { settlementPreviewQuery, tipsQuery } from '../queries.ts'
import { ruledShare } from './shares.ts'
import styles from '../orders.module.css'

/** Lets a brand send the money that an order returned to its wallet back to its cards. */
function RefundToCard({ orderId }: { orderId: string }) {
  const { t, i18n } = useTranslation('payments')
  const member = useUser()?.id ?? 'nobody'
  const { data = [] } = useQuery(refundableQuery(orderId))
  const refund = useRequestRefunds()
  const [back] = refundableToCards(data)
  if (!back) return null
  const amount = formatMoney(back.amount_minor, back.currency, i18n.language)
  const ask = async () => {
    const { amount_minor, currency } = back
    await sendOnce(member, `refund:${orderId}`, (idempotencyKey) =>
      refund.mutateAsync({ amount: amount_minor, currency, orderId, idempotencyKey }),
    )
    toast.success(t('refund_done'))
  }
  return (
    <ConfirmButton
      variant="default"
      size="xs"
      title={t('refund_order_title', { amount })}
      text={t('refund_order_text')}
      onConfirm={ask}
    >
      {t('refund_order', { amount })}
    </ConfirmButton>
  )
}

interface Props {
  order: Order
  /** The side of the reader; null for staff, who see what the brand paid. */
  side: OrderSide | null
}

/** Shows the brand the cost and how it was paid, and the creator the earnings. */
function Price({ order, side, money }: Props & { money: Money | undefined }) {
  const { t } = useTranslation(['orders', 'common'])
  return (
    <dl className={primitives.pairs}>
      {moneyRows(order, side, money).map(({ label, minor, strong }) => (
        <AmountRow
          key={label}
          label={t(label)}
          minor={minor}
          currency={order.currency}
          strong={strong}
        />
      ))}
    </dl>
  )
}

/** The change of the reader's part since the order ended, because a payment was reversed or could not be made. */
function LaterChange({ minor, currency }: { minor: number | null; currency: string }) {
  const { t } = useTranslation('orders')
  if (!minor) return null
  const context = isOnChain(currency) ? 'chain' : undefined
  return (
    <dl className={primitives.pairs}>
      <AmountRow label={t('later', { context })} minor={minor} currency={currency} signed />
    </dl>
  )
}

function Tip({ order }: Pick<Props, 'order'>) {
  const { t } = useTranslation('payments')
  const { data: minor = 0 } = useQuery(tipsQuery(order.id))
  if (minor === 0) return null
  return (
    <dl className={primitives.pairs}>
      <AmountRow label={t('event_tip')} minor={minor} currency={order.currency} line />
    </dl>
  )
}

export function OrderMoneyCard({ order, side }: Props) {
  const { t } = useTranslation(['orders', 'common', 'payments'])
  const { status } = order
  const isHeld = holdsEscrow(status)
  const isDisputed = phaseOf(status) === 'disputed'
  // After a ruling, the preview uses the share of the ruling. For an ended order the database knows the share.
  const ruled = ruledShare(order)
  const { data: money } = useQuery(settlementPreviewQuery(order.id, ruled))
  const isDecided = ruled !== undefined || (isFinal(status) && money?.is_paid === true)
  return (
    <SectionCard title={t('money')}>
      <Price order={order} side={side} money={money} />
      {isDecided && money && (
        <div className={styles.decided}>
          <h3>{t(ruled === undefined ? 'as_ended' : 'as_ruled')}</h3>
          <SplitList
            split={money}
            currency={order.currency}
            side={side}
            total={t('common:total')}
          />
          <Tip order={order} />
          {side && isFinal(status) && money.creator_minor > 0 && (
            <Anchor component={Link} href={`${paths.payments}?order=${order.id}`} size="sm">
              {t('payments:papers')}
            </Anchor>
          )}
          {isFinal(status) && <LaterChange minor={money.later_minor} currency={order.currency} />}
        </div>
      )}
      {side === 'brand' && isFinal(status) && !isOnChain(order.currency) && (
        <RefundToCard orderId={order.id} />
      )}
      {isHeld && (
        <p className={styles.escrow}>
          <ShieldCheck size={17} aria-hidden />
          {isDisputed && ruled === undefined && `${t('undecided')} `}
          {t('in_escrow', { ...clockWords(order), context: escrowContext(order, side) })}
        </p>
      )}
    </SectionCard>
  )
}
