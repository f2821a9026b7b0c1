import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { totalOf } from '@/domain/orders/checkout.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { buyAgainPath } from '@/domain/orders/buy-again.ts'
import { type OrderSide, isUnpaid } from '@/domain/orders/orders.ts'
import { useKeptOpen } from '@/lib/storage/kept-open.ts'
import { isolated } from '@/lib/i18n/text.ts'
import { dateTime } from '@/lib/i18n/time.ts'
import { lazyDialog } from '@/ui/loadable.tsx'
import primitives from '@/ui/primitives.module.css'
import { DeliveryContent } from '@/shared/orders/delivery-content.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { chainPaymentsQuery, signedPayment } from '@/domain/chain/chain-payments.ts'
import { isOnChain } from '@/domain/money/on-chain.ts'
import { paths } from '@/domain/paths.ts'
import { orderActionsQuery } from '../actions/order-actions-query.ts'
import { AddToPortfolio, AskedToShow } from '../actions/add-to-portfolio.tsx'
import {
  actionWords,
  cancellationAskedBy,
  explainedRefusal,
  BUTTON_STYLES,
  type ActionWords,
} from '../actions/order-actions.ts'
import { RefusedAction } from '../actions/refused-action.tsx'
import { DeliveryName } from '../milestones/delivery-name.tsx'
import { OrderFacts } from './order-facts.tsx'
import { PausedClock } from './paused-clock.tsx'
import { StateNote } from './state-note.tsx'
import { StateDescription } from './state-description.tsx'
import { deliveriesQuery } from '../queries.ts'
import { workToJudge } from './order-view.ts'
import { LinkButton } from '@/ui/link-button.tsx'
import styles from '../orders.module.css'

/** True while a brand has to pay an order with a wallet, or its payment is not in the escrow yet. */
const isPaidBySigning = ({ currency, status }: Order, side: OrderSide) =>
  side === 'brand' && isOnChain(currency) && isUnpaid(status)

/** Link to the page on which the wallet signs the payment, and which shows its progress. */
function PayOnChain({ order }: { order: Order }) {
  const { t, i18n } = useTranslation('orders')
  const { data = [] } = useQuery(chainPaymentsQuery(order.id))
  const isOnItsWay = signedPayment(data)?.closed_at === null
  const amount = formatMoney(totalOf(order), order.currency, i18n.language)
  return (
    <LinkButton href={paths.checkout(order.id)} variant="filled">
      {isOnItsWay ? t('pay_on_its_way') : t('pay_amount', { amount })}
    </LinkButton>
  )
}

/** The delivery or draft that the brand has to judge, shown above the buttons. */
function JudgedWork({ order }: { order: Order }) {
  const { data: deliveries = [] } = useQuery(deliveriesQuery(order.id))
  const judged = workToJudge(order, deliveries)
  if (!judged) return null
  const { delivery, number } = judged
  return (
    <article className={styles.judged}>
      <header className={primitives.ends}>
        <h3>
          <DeliveryName order={order} delivery={delivery} number={number} />
        </h3>
        <TimeText value={delivery.created_at} className={primitives.quiet} />
      </header>
      <DeliveryContent delivery={delivery} />
    </article>
  )
}

// The dialog is loaded on demand, because the forms of all actions are much code.
const ActionDialog = lazyDialog(
  () => import('../actions/action-dialog.tsx'),
  'ActionDialog',
  'chosen',
)

interface Props {
  order: Order
  side: OrderSide
  names: Readonly<Record<OrderSide, string>>
}

function variantOf(chosen: ActionWords, isFirst: boolean) {
  if (BUTTON_STYLES[chosen] === 'serious') return 'subtle'
  return BUTTON_STYLES[chosen] === 'main' && isFirst ? 'filled' : 'default'
}

/** Explains the order's state to the reader: what happens next, the deadline and the possible actions. */
export function NextStep({ order, side, names }: Props) {
  const otherName = isolated(names[side === 'kol' ? 'brand' : 'kol'])
  const { t, i18n } = useTranslation(['orders', 'order-states'])
  const total = formatMoney(totalOf(order), order.currency, i18n.language)
  const [chosen, setChosen] = useKeptOpen<ActionWords | null>(`order:${order.id}`, null)
  const { data: rows = [] } = useQuery(orderActionsQuery(order))
  const actions = rows.filter(({ allowed }) => allowed)
  const refused = rows.flatMap((row) => {
    const words = actionWords(row, order)
    const refusal = explainedRefusal(row, order)
    return words && refusal ? { words, refusal } : []
  })
  const isSigned = isPaidBySigning(order, side) && refused.every(({ words }) => words !== 'pay')
  const all = new Set(actions.flatMap((action) => actionWords(action, order) ?? []))
  const choices = [...all].filter((each) => each !== 'pay' || !isSigned)
  const askedBy = cancellationAskedBy(order)
  const askedUntil = dateTime(new Date(order.cancel_requested_until ?? 0), i18n.language)
  const again = buyAgainPath(order, side)
  return (
    <section className={styles.next} aria-labelledby="next-step">
      <StateDescription order={order} side={side} otherName={otherName} />
      {askedBy && (
        <p className={primitives.warning}>
          {askedBy === side
            ? t('cancel_asked_by_me', { name: otherName, date: askedUntil })
            : t('cancel_asked_by_other', { name: otherName, context: side, date: askedUntil })}
        </p>
      )}
      <OrderFacts order={order} side={side} names={names} />
      <StateNote order={order} side={side} otherName={otherName} />
      <PausedClock order={order} />
      {side === 'brand' && <JudgedWork order={order} />}
      {side === 'brand' && <AskedToShow order={order} actions={rows} otherName={otherName} />}
      {(choices.length > 0 || again || isSigned) && (
        <div className={`${primitives.wrap} ${styles.actions}`}>
          {isSigned && <PayOnChain order={order} />}
          {choices.map((each, index) => (
            <Button
              key={each}
              variant={variantOf(each, index === 0 && !isSigned)}
              color={BUTTON_STYLES[each] === 'serious' ? 'red' : undefined}
              onClick={() => setChosen(each)}
            >
              {each === 'pay' ? t('pay_amount', { amount: total }) : t(each)}
            </Button>
          ))}
          {again && <LinkButton href={again}>{t('buy_again')}</LinkButton>}
        </div>
      )}
      {side === 'kol' && <AddToPortfolio order={order} actions={rows} />}
      {refused.map(({ words, refusal }) => (
        <RefusedAction key={words} order={order} words={words} refusal={refusal} />
      ))}
      <ActionDialog
        order={order}
        side={side}
        otherName={otherName}
        actions={actions}
        chosen={chosen}
        onClose={() => setChosen(null)}
      />
    </section>
  )
}
