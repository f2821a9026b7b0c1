import type { Message } from '@/domain/messages/thread-state.ts'
import type { LedgerEvent, MoneyPlace } from '@/domain/money/ledger.ts'
import { bringsWork, type Delivery, type OrderEvent } from '../queries.ts'

export type StreamEntry = { key: string; at: string } & (
  | { kind: 'message'; message: Message }
  | { kind: 'event'; event: OrderEvent; delivery: Delivery | undefined; money: LedgerEvent[] }
)

interface Parts {
  /** The messages, oldest first; older pages may not be loaded. */
  messages: Message[]
  hasOlderMessages: boolean
  /** All events of the order, oldest first. */
  events: OrderEvent[]
  deliveries: Delivery[]
  money: LedgerEvent[]
}

const RANK = { event: 0, message: 1 }

/**
 * Merges the events and messages of an order, oldest first. Events before the oldest loaded message
 * are left out until the messages of that time are loaded.
 */
export function streamEntries(parts: Parts): StreamEntry[] {
  const { messages, hasOlderMessages, events, deliveries, money } = parts
  // Each move that submits work has one delivery, so the deliveries sorted by time belong to these moves in order.
  const work = deliveries.toSorted((a, b) => a.created_at.localeCompare(b.created_at)).values()
  const entries: StreamEntry[] = [
    ...events.map((event) => ({
      key: `event ${event.id}`,
      at: event.created_at,
      kind: 'event' as const,
      event,
      delivery: bringsWork(event) ? work.next().value : undefined,
      // A move and its money have the same time, because one transaction wrote them, and are shown as one entry.
      money: money.filter(({ created_at }) => created_at === event.created_at),
    })),
    ...messages.map((message) => ({
      key: message.id,
      at: message.created_at,
      kind: 'message' as const,
      message,
    })),
  ]
  const from = time(hasOlderMessages ? (messages[0]?.created_at ?? '') : '')
  return entries
    .map((entry) => ({ entry, ms: time(entry.at) }))
    .filter(({ ms }) => ms >= from)
    .toSorted((a, b) => a.ms - b.ms || RANK[a.entry.kind] - RANK[b.entry.kind])
    .map(({ entry }) => entry)
}

/** Amounts that the reader gained or lost by a move; changes in escrow and between the reader's own accounts are left out. */
export const gainsAndLosses = (money: LedgerEvent[]) =>
  money.flatMap(({ changed }) => changed).filter(({ kind }) => !HELD.includes(kind))

const HELD: readonly MoneyPlace[] = ['escrow', 'fee']

/** Converts a time to a number, because the server and the browser write times in different formats. */
const time = (at: string) => (at === '' ? 0 : new Date(at).getTime())
