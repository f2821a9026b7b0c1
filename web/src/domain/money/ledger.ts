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
}

export type LedgerEvent = Omit<LedgerLine, 'kind' | 'amount_minor'> & {
  parts: { kind: BalanceKind; amount_minor: number }[]
}

/** A full page may end in the middle of a transfer: its lines wait for the next page. */
export function cutToWhole(lines: LedgerLine[], limit: number) {
  const last = lines.at(-1)
  if (lines.length < limit || !last) return { lines, hasMore: false }
  const whole = lines.filter((line) => line.transfer_id !== last.transfer_id)
  return { lines: whole.length > 0 ? whole : lines, hasMore: true }
}

/** One entry an event. Lines of nothing (a fee of zero) are not news. */
export function byTransfer(lines: LedgerLine[]): LedgerEvent[] {
  const events = new Map<number, LedgerEvent>()
  for (const { kind, amount_minor, ...rest } of lines) {
    const known = events.get(rest.transfer_id)
    const event = known ?? { ...rest, parts: [] }
    if (!known) events.set(rest.transfer_id, event)
    if (amount_minor !== 0) event.parts.push({ kind, amount_minor })
  }
  return [...events.values()].filter((event) => event.parts.length > 0)
}

const KINDS: Record<'brand' | 'kol', readonly BalanceKind[]> = {
  brand: ['wallet', 'escrow', 'in_transit'],
  kol: ['available', 'pending', 'in_transit'],
}

type Amount = { currency: string; kind: BalanceKind; amount_minor: number }

/** Per currency what a role wants to see, zeros included; other places only when money is there. */
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
