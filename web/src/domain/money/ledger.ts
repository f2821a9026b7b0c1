import type { CompositeTypes } from '../../lib/database.types.ts'
import type { Filled } from '../../lib/rows.ts'
import { PAID_OUT_CURRENCIES } from '../vocabulary.generated.ts'
import { isOnChain } from './on-chain.ts'

/** Whether a currency can be paid out. */
export const isPaidOut = (currency: string): boolean =>
  PAID_OUT_CURRENCIES.some((each) => each === currency)

/** Whether a creator's earnings in a currency cannot be paid to them at all. */
export const hasNoPayout = (currency: string) => !isPaidOut(currency) && !isOnChain(currency)

/** The member's accounts, as the database names them. */
export type BalanceKind = 'wallet' | 'escrow' | 'available' | 'pending' | 'in_transit'

/** Money that the member can spend or withdraw, unless the account is frozen. */
export const isFree = (kind: BalanceKind) => kind === 'available' || kind === 'wallet'

/** Place of a member's money. `card`: at the provider; `chain`: in a wallet on a chain; `fee`: the brand's held fee. */
export type MoneyPlace = BalanceKind | 'card' | 'chain' | 'fee'
type Part = { kind: MoneyPlace; amount_minor: number }

/**
 * One move of the member's money. The order is missing if the member is no side of it. `balance_minor` is the total of
 * all the member's accounts in this currency after the move.
 */
export type MoneyMove = Omit<
  Filled<CompositeTypes<'money_move'>, 'order_id' | 'order_number' | 'pack_title' | 'partner_name'>,
  'parts'
> & { parts: Part[] }

export type LedgerEvent = Omit<MoneyMove, 'parts'> & {
  /** Amounts that moved between the member's own accounts: neither gained nor spent. */
  moved: { from: MoneyPlace; to: MoneyPlace; amount_minor: number }[]
  /** Amounts that the member gained or, if negative, spent. */
  changed: Part[]
}

/** Pairs the loss of one account with the gain of another as a transfer; the rest is gained or spent. */
export function eventOf({ parts, ...rest }: MoneyMove): LedgerEvent {
  const sums = new Map<MoneyPlace, number>()
  for (const { kind, amount_minor } of parts) {
    sums.set(kind, (sums.get(kind) ?? 0) + amount_minor)
  }
  const left = [...sums].map(([kind, amount_minor]) => ({ kind, amount_minor }))
  const moved: LedgerEvent['moved'] = []
  // Pairs the held fee first, so that the rest of an amount in the wallet comes from escrow.
  for (const from of left.toSorted((a, b) => Number(b.kind === 'fee') - Number(a.kind === 'fee'))) {
    for (const to of left) {
      const amount_minor = Math.min(-from.amount_minor, to.amount_minor)
      if (amount_minor <= 0) continue
      moved.push({ from: from.kind, to: to.kind, amount_minor })
      from.amount_minor += amount_minor
      to.amount_minor -= amount_minor
    }
  }
  moved.sort((a, b) => Number(a.from === 'fee') - Number(b.from === 'fee'))
  return { ...rest, moved, changed: left.filter(({ amount_minor }) => amount_minor !== 0) }
}

const KINDS: Record<'brand' | 'kol', readonly BalanceKind[]> = {
  brand: ['wallet', 'escrow', 'in_transit'],
  kol: ['available', 'pending', 'in_transit'],
}

export type Amount = { currency: string; kind: BalanceKind; amount_minor: number }

/** Balances by currency: the role's main accounts, and others that hold money. A currency on a chain has only the others. */
export function balanceTable(role: 'brand' | 'kol', balances: Amount[]) {
  const currencies = [...new Set(['USD', ...balances.map((each) => each.currency)])].toSorted()
  const of = (currency: string, kind: BalanceKind) =>
    balances.find((each) => each.currency === currency && each.kind === kind)?.amount_minor ?? 0
  return currencies.flatMap((currency) => {
    const others = balances
      .filter((each) => each.currency === currency && each.amount_minor !== 0)
      .map((each) => each.kind)
    const kinds = [...new Set([...(isOnChain(currency) ? [] : KINDS[role]), ...others])]
    if (kinds.length === 0) return []
    return [{ currency, amounts: kinds.map((kind) => ({ kind, amount: of(currency, kind) })) }]
  })
}

/** The member's amounts of one kind, by currency; zero dollars if there is none. */
export function amountsOf(kind: string, balances: Amount[]) {
  const held = balances.filter((each) => each.kind === kind && each.amount_minor !== 0)
  return held.length > 0 ? held : [{ currency: 'USD', amount_minor: 0 }]
}

/** The translation key of an event. Money that leaves a brand's wallet is called a return, not a payout. */
export const eventKey = (event: string, role: 'brand' | 'kol') =>
  `payments:event_${event}${role === 'brand' && event.startsWith('payout_') ? '_brand' : ''}`

/** Groups of events by which readers filter, in the order of the filter. Their texts are `payments:group_<name>`. */
export const EVENT_GROUPS = {
  paid: ['payment', 'escrow', 'suspense', 'suspense_resolved'],
  work: ['completion', 'settlement', 'milestone', 'tip'],
  refunds: ['refund', 'adjustment'],
  holds: ['clearing', 'held_again'],
  payouts: [
    'payout_requested',
    'payout_sent',
    'payout_failed',
    'payout_withdrawn',
    'payout_returned',
  ],
  rewards: ['referral_reward', 'reward_given_up'],
  chargebacks: ['chargeback', 'chargeback_won', 'loss_recovered', 'creator_repaid'],
} as const satisfies Record<string, readonly string[]>
type EventGroup = keyof typeof EVENT_GROUPS

const GROUPS: Record<'brand' | 'kol', readonly EventGroup[]> = {
  brand: ['paid', 'work', 'refunds', 'payouts', 'rewards', 'chargebacks'],
  kol: ['work', 'holds', 'payouts', 'rewards', 'chargebacks'],
}

export const eventGroupsOf = (role: 'brand' | 'kol') => GROUPS[role]
