import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { hasNoPayout } from '@/domain/money/ledger.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { clockWords } from '@/domain/orders/clocks.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide, OrderStatus } from '@/domain/orders/orders.ts'
import { dateTime } from '@/lib/i18n/time.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { AcceptSplitForm } from '../dispute/accept-split-form.tsx'
import { AnswerForm } from '../dispute/answer-form.tsx'
import { DisputeForm } from '../dispute/dispute-form.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { DeliverForm } from './deliver-form.tsx'
import { MoneyEffect } from './money-effect.tsx'
import type { OrderAction } from './order-actions-query.ts'
import { deliveriesQuery, proposalsQuery } from '../queries.ts'
import { proposalOfOther } from '../page/order-view.ts'
import { milestonesQuery, nextMilestone, type Milestone } from '../milestones/queries.ts'
import { actionWords, type ActionWords } from './order-actions.ts'
import { PayForm } from './pay-form.tsx'
import { ReviewForm } from './review-form.tsx'
import { ChangesForm, ReasonForm } from './reason-forms.tsx'
import { SettlementForm } from '../dispute/settlement-form.tsx'
import { TipForm } from './tip-form.tsx'
import { NO_WORK, useOrderAction, type OrderMove } from './use-order-action.ts'

interface ActionDialogProps {
  order: Order
  side: OrderSide
  otherName: string
  /** All actions that the reader can take now, including `chosen`. */
  actions: OrderAction[]
  chosen: ActionWords | null
  onClose: () => void
}

/** Actions that need only a confirmation, with the database function of each. */
const PLAIN_MOVES = {
  accept: 'accept_order',
  approve_draft: 'approve_draft',
  complete: 'complete_order',
  extend: 'extend_review',
  withdraw_cancel: 'withdraw_cancellation',
  ask_showing: 'ask_to_show_work',
  allow_showing: 'allow_to_show_work',
} as const

type Confirmed = keyof typeof PLAIN_MOVES | 'accept_milestone' | 'agree_cancel' | 'withdraw_dispute'

interface ConfirmProps {
  chosen: Confirmed
  side: OrderSide
  name: string
  order: Order
  action: OrderAction | undefined
  /** Effect of the action on the money; undefined once it is no longer allowed, or the creator has delivered other work. */
  effect: ReactNode
  busy: boolean
  onCancel: () => void
  onSubmit: (move: OrderMove) => Promise<unknown>
}

const dateOf = (action: OrderAction | undefined, locale: string) =>
  action?.deadline ? dateTime(new Date(action.deadline), locale) : ''

/** The variant of the text by the time limit: a paused one has no date, and one that is over does not name its date. */
function clockOf(deadline: string | null | undefined) {
  if (!deadline) return 'paused'
  return Date.parse(deadline) < Date.now() ? 'late' : undefined
}

/**
 * Dialog for an action that needs only a confirmation. It is about the state in which it was opened: if that has
 * changed meanwhile, the dialog says so.
 */
function ConfirmAction({ chosen, side, name, order, action, ...rest }: ConfirmProps) {
  const { t, i18n } = useTranslation(['orders', 'order-states', 'payments'])
  const date = dateOf(action, i18n.language)
  const status = action?.to_status
  const { data: milestones = [] } = useQuery(milestonesQuery(order))
  const next = nextMilestone(milestones)
  const [milestone, setMilestone] = useState(next)
  if (!milestone && next) setMilestone(next)
  const offer = useSeenOffer(order, side, chosen === 'withdraw_dispute')
  const isOver =
    !rest.busy && (rest.effect === undefined || milestone?.id !== next?.id || offer.isStale)
  const show = (minor: number) => formatMoney(minor, order.currency, i18n.language)
  const earned = show(order.price_minor - order.fee_minor)
  const fee = show(order.fee_minor)
  // Creators read this text before they accept the work.
  const unpaid =
    chosen === 'accept' && hasNoPayout(order.currency)
      ? ` ${t('payments:not_paid_out', { currency: order.currency })}`
      : ''
  const move = confirmedMove(chosen, milestone, offer.seen)
  return (
    move && (
      <ConfirmForm
        {...rest}
        move={move}
        isOver={isOver}
        text={
          chosen === 'agree_cancel'
            ? t('agree_cancel_text', { name, context: side })
            : t(`${chosen}_text`, {
                name,
                date,
                earned,
                fee,
                milestone: milestone?.title ?? '',
                state: status ? t(`order-states:${status as OrderStatus}_name`) : '',
                context: clockOf(action?.deadline),
              }) + unpaid
        }
        label={t(chosen)}
        danger={chosen === 'agree_cancel'}
      />
    )
  )
}

function confirmedMove(
  chosen: Confirmed,
  milestone: Milestone | undefined,
  offered: number | null | undefined,
): OrderMove | undefined {
  switch (chosen) {
    case 'accept_milestone':
      return milestone && { move: 'accept_milestone', milestone_id: milestone.id }
    case 'withdraw_dispute':
      return {
        move: 'withdraw_dispute',
        ...(typeof offered === 'number' && { creator_share_minor: offered }),
      }
    case 'agree_cancel':
      return { move: 'cancel_order', reason: '', at_once: true }
    default:
      return { move: PLAIN_MOVES[chosen] }
  }
}

/** The value that was the newest one when the dialog was opened, and whether it has changed since. */
function useSeen<Value>(newest: Value | undefined) {
  const [seen, setSeen] = useState(newest)
  if (seen === undefined && newest !== undefined) setSeen(newest)
  return { seen, isStale: seen !== newest }
}

function useSeenWork(orderId: string) {
  const { data: deliveries } = useQuery(deliveriesQuery(orderId))
  return useSeen(deliveries && (deliveries[0]?.id ?? NO_WORK))
}

/** The other side's proposal of a split, to show before the dispute is withdrawn, which ends the proposal. */
function useSeenOffer(order: Order, side: OrderSide, enabled: boolean) {
  const { data: proposals } = useQuery({ ...proposalsQuery(order.id), enabled })
  return useSeen(
    proposals && (proposalOfOther(order, side, proposals)?.creator_share_minor ?? null),
  )
}

function ActionForm({ order, side, otherName, actions, chosen, onClose }: ActionDialogProps) {
  const { t, i18n } = useTranslation('orders')
  const action = actions.find((each) => actionWords(each, order) === chosen)
  const date = dateOf(action, i18n.language)
  const ask = useOrderAction(order.id)
  const { seen, isStale } = useSeenWork(order.id)
  const effect =
    action && !isStale ? <MoneyEffect action={action} order={order} side={side} /> : undefined
  const common = {
    side,
    busy: ask.isPending,
    onCancel: onClose,
    place: `order:${order.id}:${chosen}`,
    onSubmit: (move: OrderMove) => ask.mutateAsync({ ...move, delivery_id: seen }).then(onClose),
  }
  switch (chosen) {
    case 'pay':
      return (
        <PayForm
          order={order}
          text={t('pay_text', { ...clockWords(order), name: otherName })}
          onCancel={onClose}
        />
      )
    case 'accept_settlement':
      return (
        <AcceptSplitForm
          {...common}
          shareMinor={action?.creator_share_minor ?? null}
          effect={effect}
        />
      )
    case 'decline':
    case 'cancel':
    case 'request_cancel':
    case 'appeal':
      return <ReasonForm {...common} {...{ chosen, order, effect }} name={otherName} />
    case 'request_revision':
    case 'draft_changes':
      return <ChangesForm {...common} {...{ chosen, order, effect }} name={otherName} />
    case 'show_draft':
      return <DeliverForm {...common} order={order} draftFor={otherName} />
    case 'deliver':
      return <DeliverForm {...common} order={order} />
    case 'dispute':
      return <DisputeForm {...common} order={order} name={otherName} />
    case 'answer':
      return <AnswerForm {...common} order={order} otherName={otherName} action={action} />
    case 'propose_settlement':
      return <SettlementForm {...common} order={order} />
    case 'tip':
      return <TipForm {...common} order={order} name={otherName} />
    case 'review':
      return <ReviewForm {...common} name={otherName} date={date} key={side} />
    case null:
      return null
    default:
      return <ConfirmAction {...common} {...{ chosen, order, action, effect }} name={otherName} />
  }
}

/** If an action has removed the focused button, focuses the heading of the new state, which is then read out. */
export function focusNextStep() {
  if (document.activeElement === document.body) document.getElementById('next-step')?.focus()
}

export function ActionDialog(props: ActionDialogProps) {
  const { t } = useTranslation(['orders', 'common'])
  return (
    <Dialog
      opened={props.chosen !== null}
      onClose={props.onClose}
      onExitTransitionEnd={focusNextStep}
      title={props.chosen && t(`${props.chosen}_title`)}
      closeOnClickOutside={false}
    >
      {props.chosen && <ActionForm {...props} />}
    </Dialog>
  )
}
