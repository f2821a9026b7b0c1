import { expect, test } from 'vitest'
import type { Message } from '@/domain/messages/thread-state.ts'
import type { Delivery, OrderEvent } from '../queries.ts'
import { streamEntries, gainsAndLosses } from './stream-entries.ts'

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00+00:00`
const message = (minute: number) =>
  ({ id: `m${minute}`, created_at: at(minute).replace('+00:00', 'Z') }) as Message
const event = (id: number, minute: number, to_status: string) =>
  ({ id, kind: 'move', to_status, created_at: at(minute) }) as OrderEvent
const delivery = (id: string, minute: number) => ({ id, created_at: at(minute) }) as Delivery
const money = (transfer_id: number, minute: number) => ({
  transfer_id,
  created_at: at(minute),
  event: 'escrow',
  order_id: 'o',
  order_number: null,
  pack_title: null,
  partner_name: null,
  balance_minor: 0,
  currency: 'USD',
  moved: [],
  changed: [],
})
const parts = {
  messages: [message(5), message(20)],
  hasOlderMessages: false,
  events: [
    event(1, 1, 'funded'),
    event(2, 10, 'draft_review'),
    event(3, 15, 'in_progress'),
    event(4, 30, 'delivered'),
  ],
  deliveries: [delivery('work', 30), delivery('draft', 10)],
  money: [money(7, 1), money(8, 12)],
}
const keys = (entries: ReturnType<typeof streamEntries>) => entries.map(({ key }) => key)

test('events and messages are sorted by their times', () => {
  expect(keys(streamEntries(parts))).toEqual([
    'event 1',
    'm5',
    'event 2',
    'event 3',
    'm20',
    'event 4',
  ])
})

test('money is shown with the move that was written at the same time', () => {
  const found = streamEntries(parts).flatMap((entry) =>
    entry.kind === 'event'
      ? entry.money.map(({ transfer_id }) => [entry.event.id, transfer_id])
      : [],
  )
  expect(found).toEqual([[1, 7]])
})

test('events older than the oldest loaded message are left out while older messages exist', () => {
  const loaded = { ...parts, messages: [message(20)], hasOlderMessages: true }
  expect(keys(streamEntries(loaded))).toEqual(['m20', 'event 4'])
})

test('each delivery and each draft is shown with the move that submitted it', () => {
  const found = streamEntries(parts).flatMap((entry) =>
    entry.kind === 'event' && entry.delivery ? [[entry.event.to_status, entry.delivery.id]] : [],
  )
  expect(found).toEqual([
    ['draft_review', 'draft'],
    ['delivered', 'work'],
  ])
})

test("gainsAndLosses returns what the reader gained or lost, but not moves between the reader's own accounts", () => {
  const tip = { ...money(1, 1), changed: [{ kind: 'wallet' as const, amount_minor: -2000 }] }
  const held = {
    ...money(2, 1),
    changed: [{ kind: 'escrow' as const, amount_minor: -500 }],
    moved: [{ from: 'wallet' as const, to: 'escrow' as const, amount_minor: 500 }],
  }
  expect(gainsAndLosses([tip, held])).toEqual(tip.changed)
})
