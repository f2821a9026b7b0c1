import { hasNoPayout } from '@/domain/money/ledger.ts'
import { isOnChain } from '@/domain/money/on-chain.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { isFinal, isPaymentDisputed, type OrderSide } from '@/domain/orders/orders.ts'
import { termsOf } from '@/domain/orders/promise.ts'
import type { SuspendedStep } from './suspended-step.ts'

interface Facts {
  /** True if a chargeback ended the order. */
  isChargedBack: boolean
  /** True if the order was cancelled before it was paid. */
  isUnpaid: boolean
  /** The reader's loss since the order ended. A negative number is a gain, which is possible only with an escrow on a chain. */
  lostMinor: number
  /** The part of a creator's earnings that is on hold because the payment is disputed. */
  waitingMinor: number
  /** True if the reader has made a statement or a proposal in the dispute. */
  hasSpoken: boolean
  /** True if the reader has made a statement, not only a proposal. */
  hasTold: boolean
  suspension: SuspendedStep | null
}

/** The state of the order, or the variant of it that has a text of its own. */
function stageNow({
  status,
  terms,
  starts_when_paid,
}: Pick<Order, 'status' | 'terms' | 'starts_when_paid'>) {
  if (status === 'in_progress' && termsOf(terms)?.needs_draft) return 'in_progress_draft'
  return status === 'pending_payment' && starts_when_paid ? 'pending_payment_offer' : status
}

/** Keys of the title and the text that explain the state of an order to one side. */
export function stateTexts(
  order: Pick<Order, 'status' | 'terms' | 'payment_disputed_at' | 'currency' | 'starts_when_paid'>,
  side: OrderSide,
  { isChargedBack, isUnpaid, lostMinor, waitingMinor, hasSpoken, hasTold, suspension }: Facts,
) {
  if (isPaymentDisputed(order)) return ['payment_disputed_title', 'payment_disputed'] as const
  if (isChargedBack) return ['charged_back_title', `charged_back_${side}`] as const
  if (suspension) {
    const { who, stage: step } = suspension
    return [`suspended_${who}_title`, `suspended_${who}_${step}`] as const
  }
  const stage = stageNow(order)
  const title = `order-states:${stage}_${side}_title` as const
  if (isUnpaid) return [title, 'cancel_unpaid_text'] as const
  if (hasSpoken) return [title, hasTold ? 'dispute_spoken' : 'dispute_proposed'] as const
  if (isFinal(order.status) && waitingMinor > 0) return [title, 'waits_kol'] as const
  const isLater = lostMinor > 0 || (lostMinor < 0 && isOnChain(order.currency))
  if (isFinal(order.status) && isLater) return [title, `later_${side}`] as const
  if (stage === 'completed' && side === 'kol' && hasNoPayout(order.currency))
    return [title, 'completed_not_paid_out'] as const
  return [title, `order-states:${stage}_${side}_text`] as const
}
