import type { CompositeTypes } from '../../lib/database.types.ts'
import type { Filled } from '../../lib/rows.ts'
import { PAID_OUT_CURRENCIES } from '../vocabulary.generated.ts'
import { isOnChain } from './on-chain.ts'

/** Whether there is a way to pay out a currency. */
export const isPaidOut = (currency: string): boolean =>
  PAID_OUT_CURRENCIES.some((each) => each === currency)

/** Whether what a creator earns in a currency cannot reach them. */
export const isStuck = (currency: string) => !isPaidOut(currency) && !isOnChain(currency)

/** The accounts of a member, as the database names them. */
export type BalanceKind = 'wallet' | 'escrow' | 'available' | 'pending' | 'in_transit'

/** Money that its member can spend or take out, unless the account is frozen. */
export const isFree = (kind: BalanceKind) => kind === 'available' || kind === 'wallet'

/** Where money of a member is; `card`: still with the payment provider, `chain`: in a wallet of theirs on a chain, `fee`: held as the brand's fee. */
export type MoneyPlace = BalanceKind | 'card' | 'chain' | 'fee'
type Part = { kind: MoneyPlace; amount_minor: number }

/**
 * One move of the member's money, without an order where they are no side of it; `balance_minor`: all their
 * accounts in this currency together, after the move.
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

/** Pairs what one account lost with what another gained as a move; the rest is a gain or a cost. */
export function eventOf({ parts, ...rest }: MoneyMove): LedgerEvent {
  const sums = new Map<MoneyPlace, number>()
  for (const { kind, amount_minor } of parts) {
    sums.set(kind, (sums.get(kind) ?? 0) + amount_minor)
  }
  const left = [...sums].map(([kind, amount_minor]) => ({ kind, amount_minor }))
  const moved: LedgerEvent['moved'] = []
  // The fee first: what it does not bring to the wallet came from escrow.
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

/** Balances by currency: the main accounts of the role, and others when they hold money; on a chain only those. */
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

/** Amounts of one kind that a member has, by currency; else none of dollars, since a currency on a chain may not have the kind. */
export function amountsOf(kind: string, balances: Amount[]) {
  const held = balances.filter((each) => each.kind === kind && each.amount_minor !== 0)
  return held.length > 0 ? held : [{ currency: 'USD', amount_minor: 0 }]
}

/** The name of an event in words: what leaves the wallet of a brand is returned to it, and no payout. */
export const eventKey = (event: string, role: 'brand' | 'kol') =>
  `payments:event_${event}${role === 'brand' && event.startsWith('payout_') ? '_brand' : ''}`

/** Events by what a person looks for, in the order of the filter; words: `payments:group_<name>`. */
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

export const groupsOf = (role: 'brand' | 'kol') => GROUPS[role]
