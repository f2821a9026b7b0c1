import type { Database } from '../../../web/src/lib/database.types.ts'
import { MEMBER_LISTS, TRAITS } from '../../../web/src/domain/vocabulary.generated.ts'
import type { Actor, Person, Sides } from './actors.ts'

// The access matrix. The suite is generated from it: every cell is tested, and everything that is
// not listed here is tested as well and has to fail. `own` is the member whose row it is, `other`
// the counterpart of the order or the conversation, `stranger` a member of the same role as `own`.

type Public = Database['public']
export type RelationName = keyof Public['Tables'] | keyof Public['Views']
export type FunctionName = keyof Public['Functions']

export type Rights = {
  /** Whether the row is visible, always with all columns: private data is in tables whose rows are not visible. */
  select?: true
  insert?: readonly string[]
  update?: readonly string[]
  delete?: true
}

/** One row of a relation, and the rights of each actor. Actors that are not listed have none. */
export type Line = Sides & {
  relation: RelationName
  row: string
  rights: Partial<Record<Actor, Rights>>
}

const of = (names: string): readonly string[] => names.split(' ')
/** Columns with which members describe themselves: lists of words, and yes-or-no statements. */
const described: string[] = [...Object.keys(MEMBER_LISTS), ...TRAITS]

// Every column that a client could name --------------------------------------------------------
export const columns: Record<RelationName, readonly string[]> = {
  balance_proofs: of('id currency owed_minor depth root chain counted_at'),
  balances: of('currency kind amount_minor'),
  brief_templates: of('id brand_id name message goal dos donts links created_at updated_at'),
  campaign_applications: of(
    'id campaign_id brand_id kol_id pack_id title price_minor currency delivery_days revisions note description platform promise terms_hash status order_id created_at updated_at',
  ),
  campaign_invitations: of('campaign_id kol_id brand_id created_at'),
  campaigns: of(
    'id brand_id title body links files budget_minor currency creators_sought filters deadline status published_at created_at updated_at',
  ),
  chain_acts: of(
    'id payment_id order_id kind amount_minor fee_minor reference state tx_hash problem refused_since retry_at decided_at final_at',
  ),
  chain_alarms: of('id kind order_id detail raised_at cleared_at'),
  chain_payments: of(
    'id order_id chain_id escrow token collector operator payer receiver max_amount_minor max_fee_bps pre_approval_expiry authorization_expiry refund_expiry fee_receiver salt order_ends_by payment_hash nonce signature signed_at closed_at created_at',
  ),
  chargebacks: of(
    'id provider provider_ref kind payment_id brand_id order_id amount_minor currency suspense_minor brand_minor creator_minor loss_minor owed_minor repay_minor status created_at closed_at decide_by is_frozen',
  ),
  clearing: of('currency clears_at clears_minor disputed_minor'),
  companies: of(
    'id profile_id legal_name address postal_code city country vat_number tax_number birth_date tax_country updated_at vat_state vat_checked_at vat_proof vat_due_at',
  ),
  conversation_participants: of('conversation_id profile_id'),
  conversations: of('id member_a member_b opened_by last_message_at created_at'),
  currencies: of(
    'code name decimals min_price_minor max_price_minor payout_kinds held_in step_minor',
  ),
  email_preferences: of('profile_id type mode'),
  holds: of('order_id currency amount_minor clears_at is_disputed'),
  invites: of('id code issuer_id max_uses uses expires_at email role created_at'),
  ledger_lines: of('transfer_id created_at event order_id currency kind amount_minor fee_minor'),
  member_blocks: of('blocker_id blocked_id created_at'),
  members: [
    ...described,
    ...of(
      'id role display_name bio expertise language other_languages follower_counts follower_total followers_declared_at channels website works rating review_count completed_orders is_verified profile_image created_at changed_since',
    ),
  ],
  message_reports: of(
    'id message_id reporter_id sender_id content file_name reason created_at resolved_at resolution',
  ),
  messages: of(
    'id conversation_id sender_id receiver_id content file_url file_name file_type file_size offer_id order_id is_read created_at',
  ),
  notifications: of('id user_id type event title message data read created_at'),
  offers: of(
    'id conversation_id brand_id kol_id author_id counters_id title scope price_minor currency delivery_days revisions milestones needs_draft fee_minor brief brief_goal brief_dos brief_donts brief_links brief_files brief_hash terms_hash status order_id idempotency_key expires_at created_at updated_at',
  ),
  order_deliveries: of('id order_id milestone_id note links files created_at is_draft'),
  order_events: of('id order_id from_status to_status actor_id note created_at kind category'),
  order_milestones: of('id order_id position title amount_minor accepted_at'),
  showings: of('order_id asked_at allowed_at'),
  order_tips: of('id order_id amount_minor idempotency_key created_at'),
  order_statuses: of(
    'status position phase waits_for deadline_setting deadline_is_delivery at_deadline grace_setting holds_escrow outcome submits is_revision',
  ),
  pack_orders: of(
    'id number pack_id application_id offer_id brand_id kol_id status is_completed pack_title price_minor fee_minor buyer_fee_minor currency delivery_days revisions_allowed milestone_count brief brief_goal brief_dos brief_donts brief_links brief_files brief_hash terms_hash terms windows creator_agreed_at starts_when_paid wished_on idempotency_key revisions_used review_extended reminders_sent cancel_requested_by cancel_requested_until creator_share_minor released_minor due_at clock_remaining_seconds clock_stopped_at clock_before_dispute_seconds clock_resumes_at clock_suspended_seconds payment_disputed_at clock_stopped_since_delivery_seconds delivered_at completed_at created_at updated_at',
  ),
  packs: of(
    'id kol_id title description platform price_minor currency delivery_days revisions deliverables usage_rights stay_up_days disclosure needs_draft tiers extras picture terms_hash is_published created_at updated_at',
  ),
  papers: of(
    'id kind year sequence number seller_id buyer_id order_id order_number transfer_id corrects_id corrects_number subject title seller buyer currency total_minor vat_minor vat_category vat_percent issued_at',
  ),
  payments: of(
    'id provider provider_ref claimed_order_id order_id payer_id amount_minor currency status problem suspense_minor created_at',
  ),
  payout_accounts: of('provider status requirements updated_at'),
  payout_halts: of('id payout_id reason halted_by created_at released_at'),
  payout_methods: of('id kind holder masked created_at is_instant'),
  payouts: of(
    'id profile_id amount_minor currency method method_id source payment_id provider status provider_ref trace expected_on failure_reason needs_other_way taken_at released_at waits_until idempotency_key created_at updated_at',
  ),
  profiles: [
    ...described,
    ...of(
      'id user_id role display_name bio expertise language other_languages locale follower_counts follower_total followers_declared_at channels website works profile_image rating review_count completed_orders trust_level is_verified verification_pending is_approved approval_by_staff is_staff referral_code invites_left onboarded_at suspended_at frozen_at rejected_at rejection_reason deleted_at seen_hashes changed_since created_at updated_at',
    ),
  ],
  referrals: of(
    'id inviter_id invitee_id invite_id status reward_minor currency created_at announced_at activated_at',
  ),
  reviews: of('id order_id author_id subject_id rating comment created_at reveals_at visible_at'),
  saved_searches: of('id profile_id name filters created_at updated_at'),
  dispute_statements: of('id order_id author_id kind body links files messages created_at'),
  precedents: of('id decided_on category clause creator_percent disputed_in on_appeal summary'),
  rulings: of(
    'id order_id instance ruled_by creator_share_minor category clause note summary created_at',
  ),
  shortlist: of('brand_id creator_id note list created_at updated_at'),
  settlement_proposals: of('id order_id proposed_by creator_share_minor binds_silence created_at'),
  solvency: of(
    'currency held_minor owed_minor own_minor held_at counted_at chain state sent_minor booked_minor chain_before',
  ),
  market_terms: of('key value unit'),
  staff_audit: of('id actor_id action subject_id details created_at'),
  staff_proposals: of(
    'id action subject arguments proposed_by status decided_by decided_at decided_in created_at expires_at',
  ),
  suspensions: of(
    'id profile_id category note suspended_by proposed_by created_at ends_at appeal appealed_at appeal_due_at appeal_decided_by appeal_decided_at appeal_reply due_at ended_at ended_because',
  ),
  wallet_lots: of('payment_id currency amount_minor provider paid_at'),
  wallets: of('address created_at waits_until'),
}

// Rights to write, by column -------------------------------------------------------------------
const sees: Rights = { select: true }

const keepsProfile: Rights = {
  select: true,
  update: [
    ...described,
    ...of(
      'role display_name bio expertise language other_languages locale follower_counts channels website works profile_image',
    ),
  ],
}
const keepsPack: Rights = {
  select: true,
  insert: of(
    'id kol_id title description platform price_minor currency delivery_days revisions deliverables usage_rights stay_up_days disclosure needs_draft tiers extras picture is_published',
  ),
  update: of(
    'title description platform price_minor currency delivery_days revisions deliverables usage_rights stay_up_days disclosure needs_draft tiers extras picture is_published',
  ),
}
const keepsCampaign: Rights = {
  select: true,
  insert: of(
    'id brand_id title body links files budget_minor currency creators_sought filters deadline',
  ),
  update: of('title body links files budget_minor currency creators_sought filters deadline'),
  delete: true,
}
const opensCampaign: Rights = { select: true, insert: keepsCampaign.insert ?? [] }
const writesMessage: Rights = {
  select: true,
  insert: of(
    'id conversation_id sender_id receiver_id content file_url file_name file_type file_size order_id',
  ),
}
const readsMessage: Rights = { select: true, update: ['is_read'] }
const readsNotification: Rights = { select: true, update: ['read'] }
const keepsSearch: Rights = {
  select: true,
  insert: of('id profile_id name filters'),
  update: of('name filters'),
  delete: true,
}
const keepsPreference: Rights = {
  select: true,
  insert: of('profile_id type mode'),
  update: of('profile_id type mode'),
  delete: true,
}

const keepsTemplate: Rights = {
  select: true,
  insert: of('id brand_id name message goal dos donts links'),
  update: of('name message goal dos donts links'),
  delete: true,
}

const keepsShortlist: Rights = {
  select: true,
  insert: of('brand_id creator_id note list'),
  update: of('note list'),
  delete: true,
}

// Who has which rights to which row -----------------------------------------------------------
const row = (
  relation: RelationName,
  row: string,
  whose: Person,
  rights: Line['rights'],
  against?: Person,
): Line => ({ relation, row, whose, rights, ...(against && { against }) })

const service = sees
const forAll = { own: sees, other: sees, stranger: sees, staff: sees, service }
/** Rights for rows of two members. Staff see none of them until they open the order with a function, which is recorded. */
const forBoth = { own: sees, other: sees, service }

export const lines: readonly Line[] = [
  // People
  row('profiles', 'of a brand', 'brand', { own: keepsProfile, service }),
  row('profiles', 'of a creator', 'creator', { own: keepsProfile, service }),
  row('members', 'of a creator', 'creator', forAll),
  row('invites', 'of its issuer', 'brand', { service }),
  row('referrals', 'of the inviter', 'brand', { own: sees, service }),
  row('staff_audit', 'of another one about a creator', 'creator', { service }),
  row('staff_audit', 'of their own about a brand', 'brand', { staff: sees, service }),
  row('suspensions', 'that ended', 'brand', { own: sees, service }),
  row('staff_proposals', 'about a creator', 'creator', { staff: sees, service }),

  // Packs and orders
  row('packs', 'published', 'creator', { ...forAll, own: keepsPack }),
  row('packs', 'not published', 'creator', { own: keepsPack, staff: sees, service }),
  row('pack_orders', 'in dispute', 'brand', forBoth),
  row('pack_orders', 'completed', 'creator', forBoth),
  row('order_events', 'of a dispute', 'brand', forBoth),
  row('order_deliveries', 'of the creator', 'creator', forBoth),
  row('offers', 'of the creator', 'creator', { own: sees, other: sees, service }),
  row('order_milestones', 'of an accepted offer', 'creator', forBoth),
  row('order_tips', 'of a completed order', 'creator', forBoth),
  row('showings', 'of a completed order', 'creator', forBoth),
  row('settlement_proposals', 'of the brand', 'brand', forBoth),
  row('dispute_statements', 'of the brand', 'brand', forBoth),
  row('rulings', 'on a dispute', 'brand', forBoth),
  row('precedents', 'any', 'brand', forAll),
  row('reviews', 'that both wrote', 'brand', forAll),
  row('reviews', 'not shown yet', 'brand', { own: sees, service }),

  // Money
  row('currencies', 'USD', 'brand', { ...forAll, signedOut: sees }),
  row('order_statuses', 'funded', 'brand', forAll),
  row('solvency', 'in USD', 'brand', { ...forAll, signedOut: sees }),
  row('balance_proofs', 'in USD', 'brand', { ...forAll, signedOut: sees }),
  row('market_terms', 'creator_fee', 'brand', { ...forAll, signedOut: sees }),
  row('balances', 'pending', 'creator', { own: sees }),
  row('ledger_lines', 'of a completion', 'creator', { own: sees }),
  row('holds', 'of a completion', 'creator', { own: sees }),
  row('clearing', 'in USD', 'creator', { own: sees }),
  row('companies', 'of a creator', 'creator', { own: sees, service }),
  row('papers', 'of a completed order', 'creator', forBoth),
  row('payments', 'for an order', 'brand', { own: sees, service }),
  row('payments', 'in suspense', 'brand', { own: sees, service }),
  row('payout_accounts', 'of a creator', 'creator', { own: sees }),
  row('payout_halts', 'of all payouts', 'creator', { staff: sees, service }),
  row('payout_halts', 'of a payout', 'creator', { service }),
  row('payout_methods', 'of a creator', 'creator', { own: sees }),
  row('payouts', 'requested', 'creator', { own: sees, service }),
  row('chargebacks', 'of a payment', 'brand', { staff: sees, service }),
  row('wallet_lots', 'of a payment', 'brand', { own: sees }),
  row('wallets', 'of a creator', 'creator', { own: sees }),
  row('chain_payments', 'of an order', 'brand', forBoth),
  row('chain_acts', 'of an order', 'brand', forBoth),
  row('chain_alarms', 'about an order', 'brand', { staff: sees, service }),

  // Conversations
  row('conversations', 'of two', 'brand', { own: sees, other: sees, service }),
  row('conversation_participants', 'of two', 'brand', { own: sees, other: sees, service }),
  row('messages', 'with a file', 'brand', { own: writesMessage, other: readsMessage, service }),
  row('message_reports', 'of the receiver', 'creator', { service }),
  row('member_blocks', 'of a creator', 'creator', { own: sees, service }, 'newcomer'),

  // Finding other members
  row('saved_searches', 'of a brand', 'brand', { own: keepsSearch, service }),
  row('brief_templates', 'of a brand', 'brand', { own: keepsTemplate, service }),
  row('shortlist', 'of a brand', 'brand', { own: keepsShortlist, service }),
  row('notifications', 'of a brand', 'brand', { own: readsNotification, service }),
  row('email_preferences', 'of a brand', 'brand', { own: keepsPreference, service }),
  row('campaigns', 'a draft', 'brand', { own: keepsCampaign, service }),
  row('campaigns', 'open', 'brand', { ...forAll, own: opensCampaign }),
  row('campaign_applications', 'of a creator', 'creator', { own: sees, other: sees, service }),
  row('campaign_invitations', 'of a creator', 'brand', forBoth, 'rivalCreator'),
]

// Files -------------------------------------------------------------------------------------------
/** `sign` is the right to make an address with which anybody reads the file. Nobody may replace a file. */
export type FileRights = { read?: true; sign?: true; add?: true; replace?: true; remove?: true }
export type Files = Sides & {
  bucket: string
  file: string
  /** True if every file of the bucket has an address that works without a key. */
  isPublic: boolean
  rights: Partial<Record<Actor, FileRights>>
}
const reads: FileRights = { read: true }
const shares: FileRights = { read: true, add: true }
const keeps: FileRights = { read: true, sign: true, add: true, remove: true }

export const files: readonly Files[] = [
  {
    bucket: 'attachments',
    file: 'of a conversation',
    whose: 'brand',
    isPublic: false,
    rights: { own: shares, other: shares, service: keeps },
  },
  {
    bucket: 'attachments',
    file: 'of an open campaign',
    whose: 'brand',
    isPublic: false,
    rights: { own: shares, other: reads, stranger: reads, staff: reads, service: keeps },
  },
  {
    bucket: 'avatars',
    file: 'of a creator',
    whose: 'creator',
    isPublic: true,
    rights: { own: keeps, service: keeps },
  },
]

// Edge functions ----------------------------------------------------------------------------
const edgeCall = (
  own: EdgeStatus,
  other: EdgeStatus,
  stranger: EdgeStatus,
  staff: EdgeStatus,
  signedOut: EdgeStatus,
  service: EdgeStatus,
): Record<Actor, EdgeStatus> => ({ own, other, stranger, staff, signedOut, service })
type EdgeStatus = 'yes' | 400 | 401 | 403 | 405 | 422

// prettier-ignore
export const edge: Record<string, Record<Actor, EdgeStatus>> = {
  //                      own    other  stranger  staff  out    service role
  'chat-token':      edgeCall('yes', 'yes', 'yes',    'yes', 401,   401),
  checkout:          edgeCall('yes', 403,   403,      403,   401,   401),
  // Only a payment provider may call it, with a signature that no actor has.
  'payment-webhook': edgeCall(400,   400,   400,      400,   400,   400),
  'send-emails':     edgeCall(403,   403,   403,      403,   403,   'yes'),
  'send-payouts':    edgeCall(403,   403,   403,      403,   403,   'yes'),
  'send-evidence':   edgeCall(403,   403,   403,      403,   403,   'yes'),
  'check-vat':       edgeCall(403,   403,   403,      403,   403,   'yes'),
  reconcile:         edgeCall(403,   403,   403,      403,   403,   'yes'),
  // 422 for whoever is authorized: the test's body has no `act`.
  'payout-account':  edgeCall(422,   422,   422,      422,   401,   401),
  // 422 for whoever is authorized: the test's body names no paper.
  papers:            edgeCall(422,   422,   422,      422,   401,   401),
  'payout-file':     edgeCall(403,   403,   403,      'yes', 401,   401),
  'settle-chain':    edgeCall(403,   403,   403,      403,   403,   'yes'),
  'watch-chain':     edgeCall(403,   403,   403,      403,   403,   'yes'),
  // 422 for whoever is authorized: the test's body has neither a payer nor a signature.
  'pay-on-chain':    edgeCall(422,   422,   422,      422,   401,   401),
  // A call without a message begins the proof of a wallet, which only a creator with a second factor may do.
  'save-wallet':     edgeCall(403,   'yes', 403,      403,   401,   401),
  // 422 for whoever is authorized: the test's body names no pack.
  buy:               edgeCall(422,   422,   422,      422,   401,   401),
  'process-files':   edgeCall(403,   403,   403,      403,   403,   'yes'),
  // 405, because it only accepts GET with a secret in the address, see api/calendar.test.ts.
  calendar:          edgeCall(405,   405,   405,      405,   405,   405),
  // 405, because it only accepts GET with a key of its own, see api/health.test.ts.
  health:            edgeCall(405,   405,   405,      405,   405,   405),
}

// Functions -----------------------------------------------------------------------------------
/**
 * The answer to a call. yes: it succeeds. self: it succeeds on the caller's own data and does not change that of `own`.
 * nothing: it returns nothing and changes nothing. closed: the role has no right to call the function. Any
 * other value is the token of the refusal.
 */
export type Answer = 'yes' | 'self' | 'nothing' | 'closed' | (string & {})
export type Call = Sides & { answers: Record<Actor, Answer> }

const call = (
  whose: Person,
  own: Answer,
  other: Answer,
  stranger: Answer,
  staff: Answer,
  signedOut: Answer,
  service: Answer,
): Call => ({ whose, answers: { own, other, stranger, staff, signedOut, service } })

const [yes, self, none, shut, no] = ['yes', 'self', 'nothing', 'closed', 'not_allowed']

// prettier-ignore
export const calls: Record<FunctionName, Call> = {
  //                                       whose       own    other  stranger              staff  out    service role
  // Invites and people
  check_invite:                call('brand',     yes,   yes,   yes,                  yes,   yes,   yes),
  my_code_admits:              call('brand',     yes,   self,  self,                 self,  shut,  shut),
  can_buy_or_sell_own_gig:     call('brand',     yes,   self,  self,                 self,  shut,  none),
  member_labels:               call('newcomer',  yes,   yes,   none,                 yes,   shut,  shut),
  matches_my_profile:          call('creator',   yes,   none,  yes,                  none,  shut,  shut),
  applicant_record:            call('brand',     yes,   yes,   yes,                  yes,   shut,  shut),
  gave_place_back:             call('brand',     yes,   yes,   yes,                  yes,   shut,  shut),
  places_left:                 call('brand',     yes,   yes,   yes,                  yes,   shut,  shut),
  applications_waiting:        call('brand',     yes,   yes,   none,                 none,  shut,  shut),
  my_balance_proof:            call('brand',     yes,   self,  self,                 self,  shut,  shut),
  export_my_data:              call('brand',     yes,   self,  self,                 self,  shut,  shut),
  my_sessions:                 call('brand',     yes,   self,  self,                 self,  shut,  shut),
  has_password:                call('brand',     yes,   yes,   yes,                  yes,   shut,  shut),
  approve_new_address:         call('brand',     yes,   yes,   yes,                  yes,   shut,  shut),
  end_session:                 call('brand',     yes,   no,    no,                   no,    shut,  shut),
  // Orders
  place_order:                 call('brand',     yes,   'own_pack', self,            self,  shut,  shut),
  edit_brief:                  call('brand',     yes,   no,    no,                   no,    shut,  shut),
  pay_from_wallet:             call('brand',     yes,   no,    no,                   no,    shut,  shut),
  start_checkout:              call('brand',     yes,   no,    no,                   no,    shut,  shut),
  payment_parts:               call('brand',     yes,   yes,   yes,                  yes,   shut,  shut),
  count_print:                 call('brand',     yes,   yes,   yes,                  yes,   shut,  shut),
  tip_order:                   call('brand',     yes,   no,    no,                   no,    shut,  shut),
  tip_bounds:                  call('brand',     yes,   no,    no,                   no,    shut,  shut),
  ask_to_show_work:            call('creator',   yes,   no,    no,                   no,    shut,  shut),
  allow_to_show_work:          call('brand',     yes,   no,    no,                   no,    shut,  shut),
  accept_order:                call('creator',   yes,   no,    no,                   no,    shut,  shut),
  decline_order:               call('creator',   yes,   no,    no,                   no,    shut,  shut),
  deliver_order:               call('creator',   yes,   no,    no,                   no,    shut,  shut),
  show_draft:                  call('creator',   yes,   no,    no,                   no,    shut,  shut),
  approve_draft:               call('brand',     yes,   no,    no,                   no,    shut,  shut),
  request_draft_changes:       call('brand',     yes,   no,    no,                   no,    shut,  shut),
  request_revision:            call('brand',     yes,   no,    no,                   no,    shut,  shut),
  extend_review:               call('brand',     yes,   no,    no,                   no,    shut,  shut),
  complete_order:              call('brand',     yes,   no,    no,                   no,    shut,  shut),
  accept_milestone:            call('brand',     yes,   no,    no,                   no,    shut,  shut),
  cancel_order:                call('brand',     yes,   yes,   no,                   no,    shut,  shut),
  withdraw_cancellation:       call('brand',     yes,   'cancellation_not_requested', no, no,    shut,  shut),
  open_dispute:                call('brand',     yes,   yes,   no,                   yes,   shut,  shut),
  withdraw_dispute:            call('brand',     yes,   no,    no,                   no,    shut,  shut),
  propose_settlement:          call('brand',     yes,   yes,   no,                   no,    shut,  shut),
  accept_settlement:           call('brand',     yes,   yes,   no,                   no,    shut,  shut),
  give_evidence:               call('brand',     yes,   yes,   no,                   no,    shut,  shut),
  answer_dispute:              call('brand',     yes,   yes,   no,                   no,    shut,  shut),
  appeal_ruling:               call('brand',     yes,   yes,   no,                   no,    shut,  shut),
  review_order:                call('brand',     yes,   yes,   no,                   no,    shut,  shut),
  make_offer:                  call('brand',     yes,   yes,   no,                   no,    shut,  shut),
  accept_offer:                call('brand',     yes,   no,    no,                   no,    shut,  shut),
  decline_offer:               call('brand',     yes,   no,    no,                   no,    shut,  shut),
  withdraw_offer:              call('creator',   yes,   no,    no,                   no,    shut,  shut),
  order_actions:               call('brand',     yes,   yes,   none,                 yes,   shut,  shut),
  settlement_preview:          call('brand',     yes,   yes,   none,                 yes,   shut,  shut),
  share_by_deadline:           call('brand',     yes,   yes,   none,                 yes,   shut,  shut),
  my_frame:                    call('brand',     yes,   self,  self,                 self,  shut,  shut),
  my_orders:                   call('brand',     yes,   self,  self,                 self,  shut,  shut),
  order_page:                  call('brand',     yes,   yes,   none,                 yes,   shut,  shut),
  order_sides:                 call('brand',     yes,   yes,   none,                 yes,   shut,  shut),
  renew_calendar:              call('brand',     yes,   self,  self,                 self,  shut,  shut),
  remove_calendar:             call('brand',     yes,   self,  self,                 self,  shut,  shut),
  calendar_since:              call('brand',     yes,   none,  none,                 none,  shut,  shut),
  read_calendar:               call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  // Money
  // Empty here, because no brand has paid enough creators; the pgTAP files test it with one that has.
  days_to_pay:                 call('creator',   none,  none,  none,                 none,  shut,  shut),
  money_figures:               call('brand',     yes,   self,  self,                 self,  shut,  shut),
  money_moves:                 call('brand',     yes,   self,  self,                 self,  shut,  shut),
  kept_payouts:                call('brand',     self,  self,  self,                 self,  shut,  shut),
  // Empty here, because nobody owes anything; the pgTAP files test it with a debt.
  my_debts:                    call('brand',     none,  none,  none,                 none,  shut,  shut),
  creator_takes:               call('brand',     yes,   yes,   yes,                  yes,   shut,  shut),
  begin_wallet:                call('creator',   yes,   no,    'mfa_required',       no,    shut,  shut),
  save_wallet:                 call('creator',   shut,  shut,  shut,                 shut,  shut,  yes),
  start_chain_payment:         call('brand',     yes,   no,    no,                   no,    shut,  shut),
  quote_chain_payment:         call('brand',     yes,   no,    no,                   no,    shut,  shut),
  name_chain_payment:          call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  sign_chain_payment:          call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  set_chain:                   call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  claim_chain_acts:            call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  store_chain_transaction:     call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  report_chain_act:            call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  retry_chain_act:             call('brand',     no,    no,    no,                   yes,   shut,  shut),
  give_up_capture:             call('brand',     no,    no,    no,                   'second_staff_required', shut, shut),
  clear_chain_alarm:           call('brand',     no,    no,    no,                   yes,   shut,  shut),
  chain_position:              call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  record_chain:                call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  chain_expected:              call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  compare_chain:               call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  request_payout:              call('creator',   yes,   no,    'mfa_required',       no,    shut,  shut),
  record_payment:              call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  record_chargeback:           call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  record_provider_dispute:     call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  read_evidence:               call('brand',     no,    no,    no,                   yes,   shut,  shut),
  send_evidence:               call('brand',     no,    no,    no,                   yes,   shut,  shut),
  claim_evidence:              call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  record_evidence:             call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  bear_chargeback:             call('brand',     no,    no,    no,                   'chargeback_not_open', shut, shut),
  record_provider_refund:      call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  claim_vat_checks:            call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  record_vat_check:            call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  save_company:                call('creator',   yes,   self,  self,                 self,  shut,  shut),
  add_payout_method:           call('creator',   yes,   no,    'mfa_required',       no,    shut,  shut),
  remove_wallet:               call('creator',   yes,   'wallet_unknown', 'mfa_required', 'wallet_unknown', shut, shut),
  remove_payout_method:        call('creator',   yes,   'payout_method_unknown', 'mfa_required', 'payout_method_unknown', shut, shut),
  withdraw_payout:             call('creator',   yes,   'payout_unknown', 'payout_unknown', 'payout_unknown', shut, shut),
  market_figures:              call('creator',   no,    no,    no,                   yes,   shut,  shut),
  record_web_vitals:           call('brand',     shut,  shut,  shut,                 shut,  yes,   shut),
  screen_speeds:               call('brand',     no,    no,    no,                   yes,   shut,  shut),
  book_months:                 call('creator',   no,    no,    no,                   yes,   shut,  shut),
  trial_balance:               call('creator',   no,    no,    no,                   yes,   shut,  shut),
  journal:                     call('creator',   no,    no,    no,                   yes,   shut,  shut),
  close_month:                 call('creator',   no,    no,    no,                   'month_not_over', shut, shut),
  seller_years:                call('creator',   no,    no,    no,                   'year_not_closed', shut, shut),
  // Empty here, because no year is closed; the pgTAP files test it with a closed year.
  my_seller_years:             call('creator',   none,  none,  none,                 none,  shut,  shut),
  resolve_difference:          call('creator',   no,    no,    no,                   yes,   shut,  shut),
  start_reconciliation:        call('creator',   no,    no,    no,                   yes,   shut,  shut),
  import_statement:            call('creator',   no,    no,    no,                   yes,   shut,  shut),
  begin_reconciliation:        call('creator',   shut,  shut,  shut,                 shut,  shut,  yes),
  provider_read_from:          call('creator',   shut,  shut,  shut,                 shut,  shut,  yes),
  record_provider_lines:       call('creator',   shut,  shut,  shut,                 shut,  shut,  yes),
  record_holdings:             call('creator',   shut,  shut,  shut,                 shut,  shut,  yes),
  finish_reconciliation:       call('creator',   shut,  shut,  shut,                 shut,  shut,  yes),
  take_payout:                 call('creator',   no,    no,    no,                   yes,   shut,  shut),
  record_payout_sent:          call('creator',   no,    no,    no,                   yes,   shut,  shut),
  record_payout_failed:        call('creator',   no,    no,    no,                   yes,   shut,  shut),
  record_payout_returned:      call('creator',   no,    no,    no,                   'second_staff_required', shut, shut),
  halt_payouts:                call('creator',   no,    no,    no,                   yes,   shut,  shut),
  release_payouts:             call('creator',   no,    no,    no,                   yes,   shut,  shut),
  bank_file_sums:              call('creator',   no,    no,    no,                   yes,   shut,  shut),
  take_bank_payouts:           call('creator',   no,    no,    no,                   yes,   shut,  shut),
  count_provider_request:      call('creator',   yes,   yes,   yes,                  yes,   shut,  shut),
  begin_payout_account:        call('creator',   yes,   no,    'mfa_required',       no,    shut,  shut),
  refundable:                  call('brand',     yes,   none,  none,                 none,  shut,  shut),
  request_refunds:             call('brand',     yes,   no,    'insufficient_funds', 'insufficient_funds', shut, shut),
  record_payout_account:       call('creator',   shut,  shut,  shut,                 shut,  shut,  yes),
  payout_account_of:           call('creator',   shut,  shut,  shut,                 shut,  shut,  yes),
  claim_payouts:               call('creator',   shut,  shut,  shut,                 shut,  shut,  yes),
  note_transfer:               call('creator',   shut,  shut,  shut,                 shut,  shut,  yes),
  retry_payout:                call('creator',   shut,  shut,  shut,                 shut,  shut,  yes),
  record_payout_state:         call('creator',   shut,  shut,  shut,                 shut,  shut,  yes),
  settle_payout:               call('creator',   shut,  shut,  shut,                 shut,  shut,  yes),
  fail_payout:                 call('creator',   shut,  shut,  shut,                 shut,  shut,  yes),
  written_position:            call('creator',   yes,   yes,   yes,                  yes,   shut,  shut),
  // Conversations
  get_or_create_conversation:  call('creator',   yes,   no,    'may_not_write_first', self, shut,  shut),
  inbox:                       call('brand',     yes,   yes,   none,                 none,  shut,  shut),
  unread_count:                call('creator',   yes,   none,  none,                 none,  shut,  shut),
  mark_conversation_read:      call('creator',   yes,   none,  none,                 none,  shut,  shut),
  unblock_member:              call('creator',   yes,   none,  none,                 none,  shut,  shut),
  block_member:                call('creator',   yes,   self,  self,                 self,  shut,  shut),
  report_message:              call('creator',   yes,   no,    no,                   no,    shut,  shut),
  // Staff may read a file's verdict after they opened a report of a message with that file.
  file_verdicts:               call('brand',     yes,   yes,   none,                 yes,   shut,  shut),
  // Finding other members
  count_creators:              call('brand',     yes,   yes,   yes,                  yes,   shut,  shut),
  saved_search_counts:         call('brand',     yes,   none,  none,                 none,  shut,  shut),
  count_options:               call('brand',     yes,   yes,   yes,                  yes,   shut,  shut),
  search_creators:             call('brand',     yes,   yes,   yes,                  yes,   shut,  shut),
  from_prices:                 call('creator',   yes,   yes,   yes,                  yes,   shut,  shut),
  find_anything:               call('creator',   yes,   yes,   none,                 none,  shut,  shut),
  creator_record:              call('creator',   yes,   yes,   yes,                  yes,   shut,  shut),
  mark_matches_read:           call('brand',     yes,   none,  none,                 none,  shut,  shut),
  new_matches:                 call('brand',     yes,   none,  none,                 none,  shut,  shut),
  list_notifications:          call('brand',     yes,   self,  self,                 self,  shut,  shut),
  mark_notification_read:      call('brand',     yes,   none,  none,                 none,  shut,  shut),
  mark_all_notifications_read: call('brand',     yes,   self,  self,                 self,  shut,  shut),
  disown_account:              call('brand',     yes,   yes,   yes,                  yes,   yes,   shut),
  unsubscribe:                 call('brand',     yes,   yes,   yes,                  yes,   yes,   shut),
  publish_campaign:            call('brand',     yes,   no,    no,                   no,    shut,  shut),
  close_campaign:              call('brand',     yes,   no,    no,                   no,    shut,  shut),
  invite_to_campaign:          call('brand',     yes,   no,    no,                   no,    shut,  shut),
  apply_to_campaign:           call('creator',   yes,   no,    'campaign_not_for_you', no,  shut,  shut),
  withdraw_application:        call('creator',   yes,   no,    no,                   no,    shut,  shut),
  decline_application:         call('brand',     yes,   no,    no,                   no,    shut,  shut),
  accept_application:          call('brand',     yes,   no,    no,                   no,    shut,  shut),
  // Staff
  approve_profile:             call('newcomer',  no,    no,    no,                   yes,   shut,  shut),
  verify_profile:              call('newcomer',  no,    no,    no,                   yes,   shut,  shut),
  set_trust_level:             call('newcomer',  no,    no,    no,                   'second_staff_required', shut, shut),
  suspend_profile:             call('newcomer',  no,    no,    no,                   yes,   shut,  shut),
  suspension_reach:            call('newcomer',  no,    no,    no,                   yes,   shut,  shut),
  unsuspend_profile:           call('newcomer',  no,    no,    no,                   yes,   shut,  shut),
  appeal_suspension:           call('newcomer',  yes,   no,    no,                   no,    shut,  shut),
  decide_suspension_appeal:    call('newcomer',  no,    no,    no,                   yes,   shut,  shut),
  unfreeze_profile:            call('brand',     no,    no,    no,                   yes,   shut,  shut),
  create_invite:               call('brand',     no,    no,    no,                   yes,   shut,  shut),
  revoke_invite:               call('brand',     no,    no,    no,                   yes,   shut,  shut),
  resolve_dispute:             call('brand',     no,    no,    no,                   yes,   shut,  shut),
  read_dispute:                call('brand',     no,    no,    no,                   yes,   shut,  shut),
  read_order:                  call('brand',     no,    no,    no,                   yes,   shut,  shut),
  staff_orders:                call('brand',     no,    no,    no,                   yes,   shut,  shut),
  decide_appeal:               call('brand',     no,    no,    no,                   yes,   shut,  shut),
  resolve_reports:             call('creator',   no,    no,    no,                   yes,   shut,  shut),
  reopen_report:               call('creator',   no,    no,    no,                   yes,   shut,  shut),
  resolve_suspense:            call('brand',     no,    no,    no,                   yes,   shut,  shut),
  reject_profile:              call('newcomer',  no,    no,    no,                   yes,   shut,  shut),
  decline_verification:        call('newcomer',  no,    no,    no,                   yes,   shut,  shut),
  staff_queue:                 call('newcomer',  no,    no,    no,                   yes,   shut,  shut),
  staff_list:                  call('newcomer',  no,    no,    no,                   yes,   shut,  shut),
  read_member:                 call('newcomer',  no,    no,    no,                   yes,   shut,  shut),
  add_staff_note:              call('newcomer',  no,    no,    no,                   yes,   shut,  shut),
  read_report:                 call('creator',   no,    no,    no,                   yes,   shut,  shut),
  propose_staff_act:           call('brand',     no,    no,    no,                   yes,   shut,  shut),
  confirm_staff_proposal:      call('brand',     no,    no,    no,                   yes,   shut,  shut),
  withdraw_staff_proposal:     call('brand',     no,    no,    no,                   yes,   shut,  shut),
  reserve_name:                call('brand',     no,    no,    no,                   yes,   shut,  shut),
  release_name:                call('brand',     no,    no,    no,                   yes,   shut,  shut),
  lift_ban:                    call('brand',     no,    no,    no,                   yes,   shut,  shut),
  decide_same_person:          call('brand',     no,    no,    no,                   yes,   shut,  shut),
  list_settings:               call('brand',     no,    no,    no,                   yes,   shut,  shut),
  update_setting:              call('brand',     no,    no,    no,                   yes,   shut,  shut),
  // Service role
  run_due_work:                call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  market_health:               call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  claim_emails:                call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  mark_email_sent:             call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  mark_email_failed:           call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  claim_file_inspections:      call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  record_file_inspection:      call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  claim_file_removals:         call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  mark_file_removed:           call('brand',     shut,  shut,  shut,                 shut,  shut,  yes),
  // Deletion of accounts: last of all
  delete_my_account:           call('newcomer',  yes,   'account_has_open_orders', self, 'account_has_open_orders', shut, shut),
}
