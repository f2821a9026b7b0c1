import { pages } from './pages.ts'

// Everything that a member is notified of, one row each. The words of an event are in en.json,
// es.json and tr.json; `npm run gen:notices` writes the chapter of SQL that goes with them. The
// database, the client and the e-mails read this list, so no event is described a second time.

/** The types that members choose e-mails by, and when they are sent to whoever chose nothing. */
export const noticeTypes = {
  new_kol_match: 'at_once',
  order_update: 'at_once',
  payment_received: 'at_once',
  campaign_match: 'digest',
  application_update: 'at_once',
  profile_approved: 'at_once',
  dispute_update: 'at_once',
  review_received: 'at_once',
  invite_accepted: 'digest',
  file_removed: 'at_once',
  account_update: 'at_once',
} as const satisfies Record<string, 'at_once' | 'digest'>

type Row = {
  type: NoticeType
  /** Who is notified; `both` is a brand or a creator. */
  to: 'brand' | 'creator' | 'both' | 'staff'
  /** The page that it leads to, as pages.ts describes it. */
  page: Page
}

export const noticeEvents = {
  order_funded: { type: 'order_update', to: 'creator', page: 'order' },
  order_accepted: { type: 'order_update', to: 'brand', page: 'order' },
  order_declined: { type: 'order_update', to: 'brand', page: 'order' },
  order_delivered: { type: 'order_update', to: 'brand', page: 'order' },
  draft_shown: { type: 'order_update', to: 'brand', page: 'order' },
  draft_changes_requested: { type: 'order_update', to: 'creator', page: 'order' },
  draft_approved: { type: 'order_update', to: 'creator', page: 'order' },
  revision_requested: { type: 'order_update', to: 'creator', page: 'order' },
  review_reminder: { type: 'order_update', to: 'brand', page: 'order' },
  review_extended: { type: 'order_update', to: 'creator', page: 'order' },
  cancellation_requested: { type: 'order_update', to: 'creator', page: 'order' },
  cancellation_requested_brand: { type: 'order_update', to: 'brand', page: 'order' },
  cancellation_withdrawn: { type: 'order_update', to: 'both', page: 'order' },
  order_expired_unpaid: { type: 'order_update', to: 'brand', page: 'order' },
  order_expired_refunded: { type: 'order_update', to: 'brand', page: 'order' },
  order_expired_creator: { type: 'order_update', to: 'creator', page: 'order' },
  order_cancelled_unpaid: { type: 'order_update', to: 'brand', page: 'order' },
  order_cancelled_refunded: { type: 'order_update', to: 'brand', page: 'order' },
  order_cancelled_charged_back: { type: 'order_update', to: 'brand', page: 'order' },
  chain_payment_lost: { type: 'order_update', to: 'brand', page: 'order' },
  chain_payment_returned: { type: 'order_update', to: 'brand', page: 'order' },
  capture_given_up: { type: 'payment_received', to: 'creator', page: 'order' },
  capture_given_up_brand: { type: 'order_update', to: 'brand', page: 'order' },
  order_ended_charged_back: { type: 'order_update', to: 'creator', page: 'order' },
  order_cancelled_creator: { type: 'order_update', to: 'creator', page: 'order' },
  order_completed_brand: { type: 'order_update', to: 'brand', page: 'order' },
  order_completed_creator: { type: 'order_update', to: 'creator', page: 'order' },
  milestone_accepted: { type: 'order_update', to: 'creator', page: 'order' },
  milestone_accepted_brand: { type: 'order_update', to: 'brand', page: 'order' },
  offer_received: { type: 'order_update', to: 'creator', page: 'conversation' },
  offer_received_brand: { type: 'order_update', to: 'brand', page: 'conversation' },
  offer_countered: { type: 'order_update', to: 'creator', page: 'conversation' },
  offer_countered_brand: { type: 'order_update', to: 'brand', page: 'conversation' },
  offer_accepted: { type: 'order_update', to: 'both', page: 'order' },
  offer_paid: { type: 'order_update', to: 'creator', page: 'order' },
  offer_declined: { type: 'order_update', to: 'both', page: 'conversation' },
  offer_withdrawn: { type: 'order_update', to: 'both', page: 'conversation' },
  offer_expired: { type: 'order_update', to: 'both', page: 'conversation' },
  dispute_opened: { type: 'dispute_update', to: 'both', page: 'order' },
  dispute_withdrawn: { type: 'dispute_update', to: 'both', page: 'order' },
  settlement_proposed: { type: 'dispute_update', to: 'creator', page: 'order' },
  settlement_proposed_brand: { type: 'dispute_update', to: 'brand', page: 'order' },
  settlement_proposed_to_silent: { type: 'dispute_update', to: 'creator', page: 'order' },
  settlement_proposed_to_silent_brand: { type: 'dispute_update', to: 'brand', page: 'order' },
  order_ended_late: { type: 'order_update', to: 'brand', page: 'order' },
  order_ended_late_creator: { type: 'order_update', to: 'creator', page: 'order' },
  work_late: { type: 'order_update', to: 'creator', page: 'order' },
  work_late_brand: { type: 'order_update', to: 'brand', page: 'order' },
  revision_late: { type: 'order_update', to: 'both', page: 'order' },
  evidence_given: { type: 'dispute_update', to: 'both', page: 'order' },
  dispute_answered: { type: 'dispute_update', to: 'both', page: 'order' },
  answer_reminder: { type: 'dispute_update', to: 'both', page: 'order' },
  ruling_awaited: { type: 'dispute_update', to: 'both', page: 'order' },
  ruling_made: { type: 'dispute_update', to: 'creator', page: 'order' },
  ruling_made_brand: { type: 'dispute_update', to: 'brand', page: 'order' },
  ruling_appealed: { type: 'dispute_update', to: 'both', page: 'order' },
  ruling_overdue: { type: 'dispute_update', to: 'staff', page: 'order' },
  dispute_settled_brand: { type: 'dispute_update', to: 'brand', page: 'order' },
  dispute_settled_creator: { type: 'dispute_update', to: 'creator', page: 'order' },
  payment_not_applied: { type: 'order_update', to: 'brand', page: 'order' },
  payment_receipt: { type: 'payment_received', to: 'brand', page: 'order' },
  invoice_issued: { type: 'payment_received', to: 'brand', page: 'payments' },
  credit_note_issued: { type: 'payment_received', to: 'brand', page: 'payments' },
  payment_assigned: { type: 'payment_received', to: 'both', page: 'payments' },
  account_frozen: { type: 'dispute_update', to: 'brand', page: 'payments' },
  account_held: { type: 'account_update', to: 'both', page: 'payments' },
  account_released: { type: 'account_update', to: 'both', page: 'payments' },
  chargeback_opened: { type: 'dispute_update', to: 'staff', page: 'chargebacks' },
  chargeback_to_decide: { type: 'dispute_update', to: 'staff', page: 'chargebacks' },
  payment_disputed: { type: 'order_update', to: 'both', page: 'order' },
  payment_dispute_over: { type: 'order_update', to: 'both', page: 'order' },
  earnings_disputed: { type: 'payment_received', to: 'creator', page: 'order' },
  earnings_taken_back: { type: 'payment_received', to: 'creator', page: 'payments' },
  earnings_given_back: { type: 'payment_received', to: 'creator', page: 'payments' },
  reward_taken_back: { type: 'payment_received', to: 'both', page: 'payments' },
  reward_given_back: { type: 'payment_received', to: 'both', page: 'payments' },
  order_earned: { type: 'payment_received', to: 'creator', page: 'payments' },
  order_earned_on_chain: { type: 'payment_received', to: 'creator', page: 'order' },
  tip_received: { type: 'payment_received', to: 'creator', page: 'order' },
  showing_asked: { type: 'order_update', to: 'brand', page: 'order' },
  showing_allowed: { type: 'order_update', to: 'creator', page: 'order' },
  payout_sent: { type: 'payment_received', to: 'creator', page: 'payments' },
  payout_failed: { type: 'payment_received', to: 'creator', page: 'payments' },
  refund_sent: { type: 'payment_received', to: 'brand', page: 'payments' },
  refund_failed: { type: 'payment_received', to: 'brand', page: 'payments' },
  review_waiting: { type: 'review_received', to: 'both', page: 'order' },
  review_visible: { type: 'review_received', to: 'both', page: 'order' },
  creator_matched: { type: 'new_kol_match', to: 'brand', page: 'creator' },
  campaign_matched: { type: 'campaign_match', to: 'creator', page: 'campaign' },
  campaign_invited: { type: 'campaign_match', to: 'creator', page: 'campaign' },
  application_received: { type: 'application_update', to: 'brand', page: 'campaign' },
  application_accepted: { type: 'application_update', to: 'creator', page: 'campaign' },
  application_declined: { type: 'application_update', to: 'creator', page: 'campaign' },
  invite_accepted: { type: 'invite_accepted', to: 'both', page: 'invites' },
  invite_accepted_unseen: { type: 'invite_accepted', to: 'both', page: 'invites' },
  profile_approved: { type: 'profile_approved', to: 'creator', page: 'packs' },
  profile_approved_brand: { type: 'account_update', to: 'brand', page: 'home' },
  profile_rejected: { type: 'account_update', to: 'both', page: 'home' },
  file_removed: { type: 'file_removed', to: 'both', page: 'conversation' },
  picture_too_large: { type: 'file_removed', to: 'both', page: 'conversation' },
  second_factor_added: { type: 'account_update', to: 'both', page: 'home' },
  account_disowned: { type: 'account_update', to: 'staff', page: 'payouts' },
  chain_alarm: { type: 'account_update', to: 'staff', page: 'payouts' },
  payout_method_added: { type: 'account_update', to: 'creator', page: 'payments' },
  account_suspended: { type: 'account_update', to: 'both', page: 'home' },
  account_suspended_without_end: { type: 'account_update', to: 'both', page: 'home' },
  suspension_upheld: { type: 'account_update', to: 'both', page: 'home' },
  suspension_ended: { type: 'account_update', to: 'both', page: 'home' },
  suspension_ended_renamed: { type: 'account_update', to: 'both', page: 'home' },
  suspension_appealed: { type: 'account_update', to: 'staff', page: 'suspensions' },
} as const satisfies Record<string, Row>

export type NoticeType = keyof typeof noticeTypes
export type NoticeEvent = keyof typeof noticeEvents
export type Page = keyof typeof pages

/** The types that a role can be notified of, in the order of the settings. */
export function noticeTypesOf(role: 'brand' | 'creator'): NoticeType[] {
  const rows: Row[] = Object.values(noticeEvents)
  const mine = new Set(
    rows.filter(({ to }) => to === role || to === 'both').map(({ type }) => type),
  )
  return (Object.keys(noticeTypes) as NoticeType[]).filter((type) => mine.has(type))
}
