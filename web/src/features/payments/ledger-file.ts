import { eventKey, type MoneyMove, type MoneyPlace } from '@/domain/money/ledger.ts'
import { decimalsOf, toDecimalString } from '@/domain/money/money.ts'
import { isOnChain } from '@/domain/money/on-chain.ts'
import { everyRow, FILE_PAGE, MOST_ROWS } from '@/lib/api/every-row.ts'
import { csvFile } from '@/lib/csv.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { fetchMoves, type MoveSearch } from './queries.ts'

const PLACES: readonly MoneyPlace[] = [
  'wallet',
  'escrow',
  'pending',
  'available',
  'in_transit',
  'fee',
  'card',
]

/** A line for each move, what each place gained or lost by it, and the balance of all accounts after it. */
function ledgerRows(moves: readonly MoneyMove[], role: 'brand' | 'kol') {
  const lines = moves.map(({ parts, currency, ...move }) => {
    const amount = (minor: number) => toDecimalString(minor, decimalsOf(currency))
    const sumOf = (place: MoneyPlace) =>
      parts.reduce((sum, { kind, amount_minor }) => sum + (kind === place ? amount_minor : 0), 0)
    return [
      move.created_at,
      textOr(eventKey(move.event, role), move.event),
      move.order_number,
      move.pack_title,
      move.partner_name,
      currency,
      ...PLACES.map((place) => amount(sumOf(place))),
      // Money on a chain is never ours.
      isOnChain(currency) ? '' : amount(move.balance_minor),
      // Last, as columns keep their places.
      amount(sumOf('chain')),
    ]
  })
  return [
    ['time', 'event', 'order', 'pack', 'with', 'currency', ...PLACES, 'balance', 'chain'],
    ...lines,
  ]
}

/** Every move that the search finds, the newest first. */
export async function fetchLedgerFile(search: MoveSearch, role: 'brand' | 'kol'): Promise<Blob> {
  const moves = await everyRow(async (after: number | null) => {
    const rows = await fetchMoves(search, after ?? undefined, FILE_PAGE)
    return { rows, next: rows.length < FILE_PAGE ? null : rows.at(-1)!.transfer_id }
  }, MOST_ROWS)
  return csvFile(ledgerRows(moves, role))
}
