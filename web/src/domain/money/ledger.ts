import { PAID_OUT_CURRENCIES } from '../vocabulary.generated.ts'

/** Whether there is a way to pay out a currency. */
export const isPaidOut = (currency: string): boolean =>
  PAID_OUT_CURRENCIES.some((each) => each === currency)

/** The accounts of a member, as the database names them. */
export type BalanceKind = 'wallet' | 'escrow' | 'available' | 'pending' | 'in_transit'

export type LedgerLine = {
  transfer_id: number
  created_at: string
  event: string
  order_id: string | null
  order_number: string | null
  currency: string
  kind: BalanceKind
  amount_minor: number
  /** The part of the amount that is the brand's fee: held beside escrow if negative, or returned. */
  fee_minor: number
}

/** Where money of a member is; `card`: still with the payment provider, `fee`: held as the brand's fee. */
export type MoneyPlace = BalanceKind | 'card' | 'fee'
type Part = { kind: MoneyPlace; amount_minor: number }

type EventOf = Omit<LedgerLine, 'kind' | 'amount_minor' | 'fee_minor'>

export type LedgerEvent = EventOf & {
  /** Amounts that moved between the member's own accounts: neither gained nor spent. */
  moved: { from: MoneyPlace; to: MoneyPlace; amount_minor: number }[]
  /** Amounts that the member gained or, if negative, spent. */
  changed: Part[]
}

const withoutLast = (lines: LedgerLine[]) =>
  lines.filter((line) => line.transfer_id !== lines.at(-1)?.transfer_id)

/**
 * A full page may end in the middle of a transfer, or between an escrow and the payment that filled
 * it: those lines wait for the next page.
 */
export function cutToWhole(lines: LedgerLine[], limit: number) {
  if (lines.length < limit || lines.length === 0) return { lines, hasMore: false }
  const whole = withoutLast(lines)
  const cut = whole.at(-1)?.event === 'escrow' ? withoutLast(whole) : whole
  return { lines: [cut, whole, lines].find((each) => each.length > 0) ?? lines, hasMore: true }
}

type Transfer = EventOf & { parts: Part[] }

function transfersOf(lines: LedgerLine[]): Transfer[] {
  const transfers = new Map<number, Transfer>()
  for (const { kind, amount_minor, fee_minor, ...rest } of lines) {
    const known = transfers.get(rest.transfer_id)
    const transfer = known ?? { ...rest, parts: [] }
    if (!known) transfers.set(rest.transfer_id, transfer)
    transfer.parts.push({ kind, amount_minor })
    if (fee_minor !== 0) transfer.parts.push({ kind: 'fee', amount_minor: -fee_minor })
    // The other side of a payment is the member's card.
    if (rest.event === 'payment') transfer.parts.push({ kind: 'card', amount_minor: -amount_minor })
  }
  return [...transfers.values()]
}

/** Pairs what one account lost with what another gained as a move; the rest is a gain or a cost. */
function settle({ parts, ...rest }: Transfer): LedgerEvent {
  const sums = new Map<MoneyPlace, number>()
  for (const { kind, amount_minor } of parts) sums.set(kind, (sums.get(kind) ?? 0) + amount_minor)
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

/**
 * Groups ledger lines into events. A payment and the escrow that it filled are one event. Lines of
 * zero, such as a fee of zero, are left out.
 */
export function byTransfer(lines: LedgerLine[]): LedgerEvent[] {
  const transfers = transfersOf(lines)
  const filled = (payment: Transfer) =>
    transfers.find(
      ({ event, order_id, created_at }) =>
        event === 'escrow' && order_id === payment.order_id && created_at === payment.created_at,
    )
  const joined = transfers.filter((transfer) => {
    const escrow = transfer.event === 'payment' ? filled(transfer) : undefined
    escrow?.parts.push(...transfer.parts)
    return !escrow
  })
  return joined.map(settle).filter(({ moved, changed }) => moved.length + changed.length > 0)
}

const KINDS: Record<'brand' | 'kol', readonly BalanceKind[]> = {
  brand: ['wallet', 'escrow', 'in_transit'],
  kol: ['available', 'pending', 'in_transit'],
}

type Amount = { currency: string; kind: BalanceKind; amount_minor: number }

/** Balances by currency: the main accounts of the role always, others only when they hold money. */
export function balanceTable(role: 'brand' | 'kol', balances: Amount[]) {
  const currencies = [...new Set(['USD', ...balances.map((each) => each.currency)])].toSorted()
  const of = (currency: string, kind: BalanceKind) =>
    balances.find((each) => each.currency === currency && each.kind === kind)?.amount_minor ?? 0
  return currencies.map((currency) => {
    const others = balances
      .filter((each) => each.currency === currency && each.amount_minor !== 0)
      .map((each) => each.kind)
    const kinds = [...new Set([...KINDS[role], ...others])]
    return { currency, amounts: kinds.map((kind) => ({ kind, amount: of(currency, kind) })) }
  })
}

/** The name of an event in words: what leaves the wallet of a brand is returned to it, and no payout. */
export const eventKey = (event: string, role: 'brand' | 'kol') =>
  `payments:event_${event}${role === 'brand' && event.startsWith('payout_') ? '_brand' : ''}`
