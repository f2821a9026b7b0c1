/** A payout or refund as the database stored it before anything was sent. */
export type Order = {
  payoutId: string
  attempt: number
  /** The idempotency key: the provider acts once, however often the request is sent with this key. */
  key: string
  amountMinor: number
  currency: string
  /** The member's account at the provider; null for a refund. */
  account: string | null
  /** The provider's reference of the payment that is refunded; null for a payout. */
  paymentRef: string | null
  /** The provider's reference of a transfer that an earlier run made for this attempt; null without one. */
  transferRef: string | null
  /** The time at which the attempt was begun, and whether an earlier run has already tried to send it. */
  begunAt: string
  isRepeat: boolean
  /** An instant payout, which arrives within half an hour where the bank takes it. */
  isInstant: boolean
  /** False if staff, a freeze, a suspension, a dispute or a new bank stops it: the sender only checks if it was sent. */
  maySend: boolean
}

export type State = 'pending' | 'sent' | 'arrived' | 'failed' | 'returned'

/** The state of an attempt, as the provider reports it. `failed`: no money was sent. `returned`: the money came back. */
export type Report = {
  payoutId: string
  attempt: number
  state: State
  reference: string | null
  trace: string | null
  /** A day as YYYY-MM-DD. */
  expectedOn: string | null
  reason: Reason | null
  /** The provider's reference of the transfer that has to be reversed when the money came back. */
  transferRef: string | null
}

/** Why money did not arrive. The client has a text for each reason, which members read. */
export type Reason =
  | 'account_closed'
  | 'account_not_found'
  | 'account_not_ready'
  | 'account_refused'
  | 'bank_refused'
  | 'card_refused'

export type AccountState = {
  account: string
  status: 'new' | 'pending' | 'active' | 'restricted' | 'rejected'
  /** The data that the member still has to give, in the provider's words. */
  requirements: string[]
  /** Identifies the bank account: it changes when the account changes; null when the provider names none. */
  bank: string | null
  /** True if the bank account accepts instant payouts. */
  isInstant: boolean
}

/** Thrown when the provider has confirmed that no money was sent. After any other error that is unknown. */
export class NothingLeft extends Error {
  /** Null if another attempt may succeed later; `ask_staff` if a person has to check before another attempt. */
  readonly reason: Reason | 'ask_staff' | null

  constructor(problem: string, reason: NothingLeft['reason'], options?: ErrorOptions) {
    super(problem, options)
    this.name = 'NothingLeft'
    this.reason = reason
  }
}

/** Thrown when a payout is stopped and was not found at the provider. This is expected, and not a fault. */
export class Kept extends Error {
  override name = 'Kept'
}

/** The functions that the product needs of a company that sends money. */
export type PayoutProvider = {
  name: string
  /** Sends a payout in two steps. `onTransfer` stores the transfer before the payout to the bank is begun. */
  sendPayout(order: Order, onTransfer: (transferRef: string) => Promise<void>): Promise<Report>
  /** Finds a payout by the provider's reference; null for one that the product has not sent. */
  findPayout(reference: string, account: string): Promise<Report | null>
  /** Moves the money of a returned payout from the member's account at the provider back to the platform. */
  takeBack(report: Report): Promise<void>
  sendRefund(order: Order): Promise<Report>
  /** Opens an account. A repeated call in one session returns the same account; another session never gets it. */
  openAccount(person: {
    profileId: string
    email: string
    country: string
    sessionId: string
  }): Promise<string>
  findAccount(account: string): Promise<AccountState>
  /** The address of the provider's page on which the member enters the missing data. */
  accountLink(account: string, returnUrl: string): Promise<string>
}
