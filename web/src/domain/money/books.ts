import { decimalsOf, toDecimalString } from '../../../../supabase/functions/_shared/money.ts'
import type { CompositeTypes } from '../../lib/database.types.ts'
import type { Filled } from '../../lib/rows.ts'

/** One movement of a kind of account, a row of the database's function `journal`. */
export type JournalLine = Filled<CompositeTypes<'journal_line'>, 'order_number'>

const COLUMNS = ['transfer', 'time', 'event', 'order', 'currency', 'account', 'amount'] as const

/** The account of each kind in an accountant's chart of accounts. */
const CHART: Record<string, string> = {
  cash: 'assets:providers',
  loss: 'expenses:losses',
  revenue: 'revenues:fees',
  costs: 'expenses:providers',
  capital: 'equity:capital',
}
export const accountOf = (kind: string) => CHART[kind] ?? `liabilities:${kind.replace('_', ' ')}`

const amountOf = ({ amount_minor: minor, currency }: JournalLine) =>
  toDecimalString(minor, decimalsOf(currency))

/**
 * The journal as comma-separated values (RFC 4180), a line for each movement. An amount is positive if the
 * account received it; accountants write assets and expenses with the opposite sign.
 */
export function journalCsv(lines: readonly JournalLine[]): string {
  const rows = lines.map((line) => [
    line.transfer_id,
    line.created_at,
    line.event,
    line.order_number ?? '',
    line.currency,
    line.kind,
    amountOf(line),
  ])
  return [COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/**
 * The journal in the format of hledger. In our ledger, money that leaves an account is negative, and `cash` is
 * the world outside; in hledger, assets are positive. So every sign is reversed.
 */
export function hledgerJournal(lines: readonly JournalLine[]): string {
  const transfers = Map.groupBy(lines, (line) => line.transfer_id)
  const entries = Array.from(transfers, ([id, parts]) => {
    const { created_at: at, event, order_number: order } = parts[0]!
    const title = `${at.slice(0, 10)} (${id}) ${event}${order ? ` ${order}` : ''}`
    const postings = parts.map((line) => {
      const turned = amountOf({ ...line, amount_minor: -line.amount_minor })
      return `    ${accountOf(line.kind)}  ${turned} ${line.currency}`
    })
    return [title, ...postings].join('\n')
  })
  return `${entries.join('\n\n')}\n`
}
