import { messageOf } from '../_shared/errors.ts'
import type { BalanceKeeper, Line } from '../_shared/payments/provider.ts'

/** The database's functions that record movements and balances. Each call may be repeated. */
export type Books = {
  begin(): Promise<unknown>
  readFrom(provider: string): Promise<string>
  /** Records movements. `through` is a time: every movement before it has now been recorded. */
  recordLines(provider: string, lines: Line[], through?: string): Promise<unknown>
  recordBalances(provider: string, balances: Record<string, number>): Promise<unknown>
  finish(): Promise<unknown>
}

/** Movements are read in windows of this length. A completed window is not read again, so a long day takes several runs. */
const WINDOW_SECONDS = 600

/** Reads every provider. A provider that cannot be reached does not stop the others. */
export async function reconcile(
  providers: BalanceKeeper[],
  books: Books,
  until: number,
  log: (fault: string) => void,
) {
  await books.begin()
  const counts = { read: 0, failed: 0 }
  for (const provider of providers) {
    let failed = false
    const attempt = (step: Promise<unknown>) =>
      step.catch((error: unknown) => {
        log(messageOf(error))
        failed = true
      })
    await attempt(readLines(provider, books, until))
    // The balance is recorded even if the movements could not be read, because it is published.
    await attempt(
      provider.findBalances().then((balances) => books.recordBalances(provider.name, balances)),
    )
    counts[failed ? 'failed' : 'read'] += 1
  }
  await books.finish()
  return counts
}

async function readLines({ name, listLines }: BalanceKeeper, books: Books, until: number) {
  // The current second is included. The next run reads the last hour again, with movements that came later in it.
  const now = Math.floor(Date.now() / 1000) + 1
  let from = Math.floor(Date.parse(await books.readFrom(name)) / 1000)
  while (from < now && Date.now() < until) {
    const end = Math.min(from + WINDOW_SECONDS, now)
    for await (const lines of listLines(from, end)) {
      if (lines.length > 0) await books.recordLines(name, lines)
      if (Date.now() >= until) return
    }
    await books.recordLines(name, [], new Date(end * 1000).toISOString())
    from = end
  }
}

/** A line as the SQL function record_provider_lines takes it. */
export const rowOf = (line: Line) => ({
  ref: line.reference,
  kind: line.kind,
  subject: line.subject,
  amount_minor: line.amountMinor,
  fee_minor: line.feeMinor,
  currency: line.currency,
  occurred_at: line.occurredAt,
})
