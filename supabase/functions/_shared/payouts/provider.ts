/** A payout or refund as the database stored it before anything was sent. */
export type Order = {
  payoutId: string
  attempt: number
  /** The provider does the same for it once, however often it is asked with it. */
  key: string
  amountMinor: number
  currency: string
  /** The member's account at the provider; null for a refund. */
  account: string | null
  /** The provider's reference of the payment that is refunded; null for a payout. */
  paymentRef: string | null
  /** The transfer of an earlier sender of this attempt. */
  transferRef: string | null
  /** When the attempt was begun, and whether another sender has been at it. */
  begunAt: string
  isRepeat: boolean
  /** An instant payout, which arrives within half an hour where the bank takes it. */
  isInstant: boolean
  /** False while staff, a freeze, a suspension, a dispute or another bank stops it: the sender only looks whether it was made. */
  maySend: boolean
}

export type State = 'pending' | 'sent' | 'arrived' | 'failed' | 'returned'

/** A provider's word about an attempt. `failed`: nothing left. `returned`: it came back. */
export type Report = {
  payoutId: string
  attempt: number
  state: State
  reference: string | null
  trace: string | null
  /** A day as YYYY-MM-DD. */
  expectedOn: string | null
  reason: Reason | null
  /** The transfer that has to be reversed when it came back. */
  transferRef: string | null
}

/** Why money did not arrive, as members read it; the client has words for each. */
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
  /** Things that are missing, in the provider's words. */
  requirements: string[]
  /** Another value is another bank account; null when the provider names none. */
  bank: string | null
  /** The bank takes instant payouts. */
  isInstant: boolean
}

/** The provider has said that nothing left. Every other error leaves that open. */
export class NothingLeft extends Error {
  /** Null: it may be tried again later. `ask_staff`: that helps only once a person has looked. */
  readonly reason: Reason | 'ask_staff' | null

  constructor(problem: string, reason: NothingLeft['reason'], options?: ErrorOptions) {
    super(problem, options)
    this.name = 'NothingLeft'
    this.reason = reason
  }
}

/** Something keeps it, and it was not found at the provider: nothing is wrong. */
export class Kept extends Error {
  override name = 'Kept'
}

/** Everything the product wants of a company that sends money. */
export type PayoutProvider = {
  name: string
  /** `onTransfer` stores the first of two steps before the second is begun. */
  sendPayout(order: Order, onTransfer: (transferRef: string) => Promise<void>): Promise<Report>
  /** A payout by the provider's own name; null for one that is not ours. */
  findPayout(reference: string, account: string): Promise<Report | null>
  /** Money of a payout that came back lies in the member's account there: it is fetched from it. */
  takeBack(report: Report): Promise<void>
  sendRefund(order: Order): Promise<Report>
  /** Returns the same account to the same session; another session never gets the account of a stranger. */
  openAccount(person: {
    profileId: string
    email: string
    country: string
    sessionId: string
  }): Promise<string>
  findAccount(account: string): Promise<AccountState>
  /** The page on which the member gives what is missing. */
  accountLink(account: string, returnUrl: string): Promise<string>
}
