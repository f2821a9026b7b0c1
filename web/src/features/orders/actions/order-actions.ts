import { WORKS_MAX, type Work } from '@/domain/members/works.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { sideOf, isUnpaid, type OrderSide } from '@/domain/orders/orders.ts'
import type { OrderAction, OrderActionName } from './order-actions-query.ts'

/** Key of the texts for an action's button and dialog, in the namespace `orders`. Null if the action has no button of its own. */
const WORDS = {
  checkout: 'pay',
  edit_brief: null, // the brief itself has a link for this action
  pay_from_wallet: null, // the action `pay` calls it if the wallet covers everything
  accept_order: 'accept',
  decline_order: 'decline',
  show_draft: 'show_draft',
  approve_draft: 'approve_draft',
  request_draft_changes: 'draft_changes',
  deliver_order: 'deliver',
  complete_order: 'complete',
  accept_milestone: 'accept_milestone',
  request_revision: 'request_revision',
  extend_review: 'extend',
  cancel_order: 'cancel',
  withdraw_cancellation: 'withdraw_cancel',
  accept_settlement: 'accept_settlement',
  propose_settlement: 'propose_settlement',
  resolve_dispute: null, // done on the staff page
  give_evidence: 'answer', // the form of `answer` sends links, files and messages while evidence can be given
  answer_dispute: 'answer',
  appeal_ruling: 'appeal',
  decide_appeal: null, // done on the staff page
  open_dispute: 'dispute',
  withdraw_dispute: 'withdraw_dispute',
  review_order: 'review',
  tip_order: 'tip',
  ask_to_show_work: 'ask_showing',
  allow_to_show_work: 'allow_showing',
} as const satisfies Record<OrderActionName, string | null>

export type ActionWords =
  | NonNullable<(typeof WORDS)[OrderActionName]>
  | 'request_cancel'
  | 'agree_cancel'

/** Styles of the buttons: a main action is filled if it is the first one, a serious one is red. */
export const BUTTON_STYLES: Record<ActionWords, 'main' | 'plain' | 'serious'> = {
  pay: 'main',
  accept: 'main',
  decline: 'serious',
  show_draft: 'main',
  approve_draft: 'main',
  draft_changes: 'plain',
  deliver: 'main',
  complete: 'main',
  accept_milestone: 'main',
  request_revision: 'plain',
  extend: 'plain',
  cancel: 'serious',
  request_cancel: 'serious',
  agree_cancel: 'main',
  withdraw_cancel: 'plain',
  accept_settlement: 'plain',
  propose_settlement: 'plain',
  answer: 'plain',
  appeal: 'serious',
  dispute: 'serious',
  withdraw_dispute: 'plain',
  review: 'main',
  tip: 'plain',
  ask_showing: 'plain',
  allow_showing: 'plain',
}

/**
 * Translation keys of an action; null for cancelling, which depends on the order (`actionWords`), and for
 * evidence, which is sent with an answer.
 */
export const fixedActionWords = (action: OrderActionName): ActionWords | null =>
  action === 'cancel_order' || action === 'give_evidence' ? null : WORDS[action]

/** Translation keys of an action. Cancelling can end the order, accept a request to cancel, or make such a request. */
export function actionWords({ action, to_status }: OrderAction, order: Order): ActionWords | null {
  if (action !== 'cancel_order') return WORDS[action]
  if (to_status === null) return 'request_cancel'
  return cancellationAskedBy(order) === null ? 'cancel' : 'agree_cancel'
}

/**
 * Refusals that the page explains. They depend on more than the state and the side, so readers may expect the
 * action: its button stays visible, but disabled, with the reason.
 */
const EXPLAINED: Partial<Record<OrderActionName, string>> = {
  accept_order: 'order_payer_frozen',
  checkout: 'profile_frozen',
  request_revision: 'no_revisions_left',
  request_draft_changes: 'no_revisions_left',
  extend_review: 'review_already_extended',
  accept_settlement: 'no_settlement_proposed',
  withdraw_dispute: 'dispute_withdrawn_before',
  tip_order: 'insufficient_funds',
  ask_to_show_work: 'showing_asked',
  allow_to_show_work: 'showing_allowed',
}

/** The token of the reason why the reader cannot take this action now; null if no explanation is needed. */
export function explainedRefusal({ action, refusal }: OrderAction, order: Order): string | null {
  if (refusal === null || EXPLAINED[action] !== refusal) return null
  // The database refuses a frozen account before it checks the state, but the reason only matters while the order is unpaid.
  if (action === 'checkout' && !isUnpaid(order.status)) return null
  return refusal
}

/** Whether the creator's portfolio already shows the work of an order, has a free place, or is full; null if the reader may not show it. */
export function placeInPortfolio(actions: readonly OrderAction[], works: Work[], orderId: string) {
  const asked = actions.find(({ action }) => action === 'ask_to_show_work')
  if (asked?.refusal !== 'showing_allowed') return null
  if (works.some(({ order_id }) => order_id === orderId)) return 'shown'
  return works.length < WORKS_MAX ? 'free' : 'full'
}

/** The side that has asked to cancel the order; null if nobody has, or the request has expired. */
export const cancellationAskedBy = (
  order: Pick<Order, 'cancel_requested_by' | 'cancel_requested_until' | 'brand_id' | 'kol_id'>,
): OrderSide | null =>
  order.cancel_requested_by === null || Date.parse(order.cancel_requested_until ?? '') <= Date.now()
    ? null
    : sideOf(order, order.cancel_requested_by)

/** The creator's share if the other side accepts the request; null for actions that take effect at once. */
export const shareIfAgreed = (action: OrderAction, order: Order): number | null =>
  actionWords(action, order) === 'request_cancel' ? order.released_minor : null
