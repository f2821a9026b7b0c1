import { expect, test } from 'vitest'
import { caseHistory, caseEventTitle } from './case-history.ts'
import type { DisputeFile } from './staff-rows.ts'

const at = (minute: number) => `2026-01-01T10:0${minute}:00+00:00`
const event = (id: number) => ({ id, created_at: at(id) }) as DisputeFile['events'][number]
const work = (minute: number, is_draft: boolean) =>
  ({ id: `w${minute}`, created_at: at(minute), is_draft }) as DisputeFile['deliveries'][number]

test('deliveries and events are sorted by time, and drafts and deliveries are numbered separately', () => {
  const history = caseHistory({
    events: [event(3), event(6)],
    deliveries: [work(1, true), work(2, false), work(4, false)],
  })
  expect(history.map(({ key, number }) => [key, number])).toEqual([
    ['w1', 1],
    ['w2', 1],
    ['event 3', undefined],
    ['w4', 2],
    ['event 6', undefined],
  ])
})

test('the event in which a milestone is accepted has another title than that of an accepted order', () => {
  const move = (from_status: string) =>
    ({ kind: 'move', from_status, to_status: 'in_progress' }) as DisputeFile['events'][number]
  expect(caseEventTitle(move('delivered'))).toBe('orders:event_milestone')
  expect(caseEventTitle(move('funded'))).toBe('order-states:in_progress_event')
})
