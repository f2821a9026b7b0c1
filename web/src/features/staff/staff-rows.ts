import type { MemberList } from '@/domain/market/member-lists.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import type { StaffOrder } from '@/domain/orders/staff-orders.ts'
import type { OrderMoney } from '@/domain/money/split.ts'
import type { CompositeTypes, Tables } from '@/lib/database.types.ts'
import type { Filled } from '@/lib/rows.ts'
import type { FileSum } from './file-sums.ts'

// Rows of the lists of staff, as supabase/schemas/15_operation/10_staff_lists.sql builds them.

type StaffProfile = CompositeTypes<'staff_profile'>
type MayBeMissing =
  | 'display_name'
  | 'language'
  | 'profile_image'
  | 'rating'
  | 'onboarded_at'
  | 'suspended_at'
  | 'frozen_at'
  | 'rejected_at'
  | 'rejection_reason'
  | 'website'
  | 'followers_declared_at'
/** Columns with a fixed set of values, which the type of the table contains, but not that of function results. */
type Known = Extract<keyof StaffProfile, MemberList | 'trust_level' | 'role'>
/** A profile as staff can read it: without the referral code and the user's id. */
export type Profile = Omit<Filled<StaffProfile, MayBeMissing>, Known> &
  Pick<Tables<'profiles'>, Known>

interface MayBeProposed {
  /** True if an act about it waits for a second member of staff. */
  is_proposed: boolean
}

/** A dispute with the names of its sides; `refusal` is the reason why the reader may not decide it. */
export type DisputedOrder = StaffOrder & {
  brand: string | null
  creator: string | null
  refusal: string | null
}

/** A reported message with its open reports, without the reporters. Its text is in `ReportFile`. */
export interface ReportedMessage {
  id: string
  sender_id: string
  sender_name: string | null
  created_at: string
  /** False for a deleted account that invited nobody. */
  can_suspend: boolean
  reports: { id: string; reason: string; created_at: string }[]
  reports_of_sender: number
}

/** A payment without an order: its possible owner, and the order that the provider named. */
export type Payment = Tables<'payments'> &
  MayBeProposed & {
    payer: string | null
    payer_role: Tables<'profiles'>['role'] | null
    number: string | null
    brand: string | null
    price_minor: number | null
    price_currency: string | null
  }

type PayoutRow = Tables<'payouts'>

/** A payout or refund that is not sent yet, with the last four characters of its account and why it is held back. */
export type QueuedPayout = Pick<
  PayoutRow,
  | 'id'
  | 'profile_id'
  | 'amount_minor'
  | 'currency'
  | 'method'
  | 'created_at'
  | 'provider'
  | 'waits_until'
  | 'taken_at'
> &
  MayBeProposed & {
    display_name: string | null
    holder: string | null
    is_suspended: boolean
    is_own_case: boolean
    taken_by: string | null
    taker: string | null
    kept_because: string | null
    halt_reason: string | null
    attempts: number
    problem: string | null
  }

/** A payout or refund that failed, was returned, or is late. */
export type FailedPayout = Pick<
  PayoutRow,
  | 'id'
  | 'profile_id'
  | 'amount_minor'
  | 'currency'
  | 'method'
  | 'status'
  | 'failure_reason'
  | 'needs_other_way'
  | 'provider_ref'
  | 'updated_at'
> &
  MayBeProposed & {
    display_name: string | null
    is_late: boolean
    has_late_state: boolean
    is_own_case: boolean
  }

/** A movement that the provider and the ledger do not agree about. */
export interface Difference extends MayBeProposed {
  id: number
  kind: string
  provider: string
  line_kind: string
  provider_ref: string | null
  subject: string | null
  line_minor: number | null
  booked_minor: number | null
  amount_minor: number
  currency: string
  moved_at: string
}

export type Chargeback = Filled<
  Tables<'chargebacks'>,
  'payment_id' | 'brand_id' | 'order_id' | 'closed_at' | 'decide_by'
> &
  MayBeProposed & {
    status: 'opened' | 'won' | 'lost'
    kind: 'dispute' | 'refund'
    brand: string | null
    number: string | null
    /** Why the brand is frozen, in the form that the function `unfreeze_profile` expects. */
    causes: string | null
    /** Our evidence in a card dispute; `state` is null if no dispute is open. */
    evidence: {
      state: 'waiting' | 'sending' | 'sent' | 'refused' | 'impossible' | 'late' | 'no_order' | null
      due_at: string | null
      goes_at: string | null
      sent_at: string | null
      problem: string | null
      /** When the texts of the evidence were deleted, because the time for keeping them was over. */
      emptied_at: string | null
    }
    /** Each creator's part if the market pays; null if there is nothing to decide. */
    creators:
      | {
          order_id: string
          number: string
          creator: string | null
          creator_minor: number
          fees_minor: number
          borne_minor: number
        }[]
      | null
  }

export type Suspension = Tables<'suspensions'> &
  MayBeProposed & {
    member: string | null
    by: string | null
    /** True if the reader decided on the suspension. */
    is_own: boolean
    /** How many members the same act suspended; 0 if two members of staff decided on it. */
    together: number
    /** How many further members are reinstated if the open appeal succeeds. */
    brought_in: number
  }

export interface PersonPair extends MayBeProposed {
  profile_id: string
  other_id: string
  kind: string | null
  is_joined: boolean
  is_separate: boolean
  created_at: string
  name: string | null
  other: string | null
}

interface ProposedArguments {
  creator_share_minor?: number
  note?: string
  addition?: string
  summary?: string
  clause?: Tables<'rulings'>['clause']
  reason?: string
  reference?: string
  value?: number
  category?: string
  with_invitees?: boolean
  upheld?: boolean
  trust_level?: Tables<'profiles'>['trust_level']
  other_id?: string
  is_same?: boolean
  profile_id?: string
  order_id?: string
  month?: string
  resolution?: string
  amount_minor?: number
  currency?: string
  held_at?: string
}

/** A proposed act with its arguments and the present facts. A ruling has neither until the reader has read its case. */
export type Proposal = Omit<Tables<'staff_proposals'>, 'arguments'> & {
  arguments?: ProposedArguments
  proposer: string | null
  is_mine: boolean
  /** True if the proposer has left the staff, or the case has become their own: then nobody can confirm it. */
  is_void: boolean
  member?: string
  other?: string
  /** The order, and for an appeal the ruling that the proposed decision would replace. */
  order?: StaffOrder & {
    brand?: string
    creator?: string
    split?: OrderMoney
    ruled?: Pick<Tables<'rulings'>, 'creator_share_minor' | 'category' | 'clause'>
  }
  payment?: Payment
  payout?: { display_name?: string; amount_minor: number; currency: string; method: string }
  /** The stop of all payouts that would end, and the payouts that wait. */
  halt?: { reason: string; since: string; by?: string; waiting?: FileSum[] }
  chargeback?: Chargeback
  difference?: { kind: string; amount_minor: number; currency: string }
  alarm?: ChainAlarm
  capture?: { order_id: string; number: string; amount_minor: number; currency: string }
  setting?: { value: number; unit: string; meaning: string }
  /** The number of members whom a suspension would affect, and the first names. */
  tree?: { size: number; names: string[] }
  ends_at?: string
  suspension?: Suspension
  trust_level?: Tables<'profiles'>['trust_level']
}

/**
 * An invite with a masked address. Its code is missing if the reader issued it. If `is_stopped` is true, its issuer is
 * suspended or no longer staff, and it admits nobody.
 */
export type Invite = Tables<'invites'> & {
  issuer: string | null
  is_mine: boolean
  is_stopped: boolean
}

export type AuditEntry = Tables<'staff_audit'> & {
  actor: string | null
  member_id: string | null
  member: string | null
  order_id: string | null
  number: string | null
  /** Names of members and numbers of orders, by the ids in the details. */
  names: Record<string, string>
  /** True while texts about a member or amounts of a ruling are left out, because the reader has not opened either. */
  is_shortened: boolean
}

/**
 * An alarm about the escrow on the chain. A failed act can be sent again. A capture that is refused permanently can be
 * given up.
 */
export type ChainAlarm = Pick<
  Tables<'chain_alarms'>,
  'id' | 'kind' | 'detail' | 'raised_at' | 'order_id'
> &
  MayBeProposed & { number: string | null; failed_act_id: number | null; can_give_up: boolean }

export interface ReservedName {
  name: string
  inside_words: boolean
  /** True for a name of the market itself, which cannot be removed. */
  is_fixed: boolean
}

export interface StaffRows {
  approvals: Profile
  disputes: DisputedOrder
  reports: ReportedMessage
  suspense: Payment
  payouts: QueuedPayout
  failed: FailedPayout
  chargebacks: Chargeback
  suspensions: Suspension
  people: PersonPair
  books: Difference
  alarms: ChainAlarm
  names: ReservedName
  proposals: Proposal
  members: Profile & MayBeProposed & { suspension_id: string | null; causes: string | null }
  invites: Invite
  audit: AuditEntry
}
export type StaffListName = keyof StaffRows

/** The case of a dispute for staff; each reading is recorded in the audit log. */
export type DisputeFile = {
  order: Order
  /** Events with texts: requested changes, the reasons for the dispute and the appeal. */
  events: Tables<'order_events'>[]
  deliveries: Tables<'order_deliveries'>[]
  evidence_closes_at: string | null
  /** The deadline to answer an appeal; null if it has been answered. */
  answer_closes_at: string | null
  /** The creator's share if nobody acts until the deadline; null if the deadline does not divide the money. */
  silence: number | null
  statements: Tables<'dispute_statements'>[]
  proposals: Tables<'settlement_proposals'>[]
  rulings: Tables<'rulings'>[]
}

/** All data that staff may read about a member. */
export interface MemberFile {
  account: {
    email: string | null
    last_sign_in_at: string | null
    payout_methods: string[]
    balances: { currency: string; kind: string; amount_minor: number }[]
    accounts: { id: string; name: string | null; at: string }[]
  }
  orders: {
    total: number
    rows: (Pick<
      Tables<'pack_orders'>,
      'id' | 'number' | 'pack_title' | 'price_minor' | 'currency' | 'created_at' | 'brand_id'
    > & { status: StaffOrder['status']; other: string | null })[]
  }
  reports: PastReport[]
  reports_made: number
  suspensions: (Tables<'suspensions'> & { by: string | null })[]
  /** Debts by currency, chargebacks that were not won, and the other accounts because of which the member is frozen. */
  held: {
    debts: { currency: string; owed_minor: number }[]
    chargebacks: Chargeback[]
    frozen_for: { id: string; name: string | null; at: string; is_dispute: boolean }[]
  }
  invites: {
    inviter: { id: string; name: string | null; at: string } | null
    total: number
    tree: number
    rows: { id: string; name: string | null; at: string; is_suspended: boolean }[]
  }
  notes: { id: string; body: string; created_at: string; author: string | null }[]
}

export interface PastReport {
  message_id: string
  content: string
  reports: number
  created_at: string
  reason: string
  resolution: string | null
  /** The number of all reports; the newest 50 are listed. */
  total: number
}

/** The messages around a reported one, and earlier decisions against its sender. */
export interface ReportFile {
  messages: {
    id: string
    content: string
    file_name: string | null
    /** The path of the file, only for the reported message. */
    file_url: string | null
    file_size: number | null
    created_at: string
    is_sender: boolean
    is_reported: boolean
  }[]
  earlier: PastReport[]
  suspensions: (Tables<'suspensions'> & { by: string | null })[]
}
