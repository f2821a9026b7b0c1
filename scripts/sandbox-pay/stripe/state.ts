import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type Stripe from 'stripe'

/** The answer of the member's bank to a payout, as chosen on the page of the account. */
export type BankAnswer = 'pays' | 'account_closed' | 'no_account'

export type Account = {
  id: string
  email: string
  country: string
  status: 'active' | 'restricted' | 'rejected'
  bank: BankAnswer
  balance: number
  metadata: Stripe.Metadata
}
export type Transfer = {
  id: string
  amount: number
  amount_reversed: number
  currency: string
  destination: string
  transfer_group: string | null
  metadata: Stripe.Metadata
  created: number
}
export type Payout = {
  id: string
  account: string
  amount: number
  currency: string
  status: 'pending' | 'in_transit' | 'paid' | 'failed'
  failure_code: string | null
  trace: string | null
  arrival_date: number
  metadata: Stripe.Metadata
  created: number
}
export type Refund = {
  id: string
  session: string
  amount: number
  currency: string
  status: 'pending' | 'succeeded' | 'failed'
  metadata: Stripe.Metadata
  created: number
  failed_at?: number
}
export type Reversal = {
  id: string
  transfer: string
  amount: number
  currency: string
  created: number
}
/** An event that the receiver has not accepted yet. */
export type Waiting = { id: string; body: string; attempts: number }

export type State = {
  accounts: Account[]
  transfers: Transfer[]
  reversals: Reversal[]
  payouts: Payout[]
  refunds: Refund[]
  /** The platform's balance at the start, before any payment. */
  opening: Record<string, number>
  events: Waiting[]
}

export type StripeState = ReturnType<typeof openStripeState>

/** Opens the provider's data: one file that is replaced atomically, so that a crash leaves no partial file. */
export function openStripeState(file: string, opening: Record<string, number>) {
  const state: State = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as State)
    : { accounts: [], transfers: [], reversals: [], payouts: [], refunds: [], opening, events: [] }
  return {
    ...state,
    // Data saved by an older version has no reversals.
    reversals: state.reversals ?? [],
    save() {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify(this, null, 2))
      renameSync(`${file}.new`, file)
    },
  }
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`
