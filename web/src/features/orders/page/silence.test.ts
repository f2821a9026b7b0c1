import { expect, test } from 'vitest'
import { ORDER_STATUSES, hasDeadline, hasGracePeriod } from '@/domain/orders/orders.ts'
import { DEFAULT_TERMS } from '@/domain/terms.ts'
import orders from '@/locales/en/orders.json'
import { isLate, silenceOf } from './silence.ts'

const due_at = '2030-01-10T12:00:00.000Z'
const of = (status: (typeof ORDER_STATUSES)[number], due: string | null = due_at) =>
  silenceOf({ status, due_at: due }, 'brand', DEFAULT_TERMS)

test('each state with a time limit has a text on what happens if nobody acts, and a date if it has a grace period', () => {
  for (const status of ORDER_STATUSES) {
    const late = hasGracePeriod(status) ? '2030-01-17T12:00:00.000Z' : null
    expect(of(status)?.at, status).toBe(hasDeadline(status) ? late : undefined)
  }
})

test('a dispute without a share by its deadline says that staff will rule', () => {
  const textOf = (share?: number | null) =>
    silenceOf({ status: 'disputed', due_at }, 'brand', DEFAULT_TERMS, share)?.textKey
  expect(textOf(null)).toBe('silence_staff')
  expect(textOf(0)).toBe('silence_answers')
  expect(textOf()).toBe('silence_answers')
})

test('the texts for staff on what happens at the deadline do not contain "you"', () => {
  for (const status of ORDER_STATUSES.filter(hasDeadline)) {
    const key = silenceOf({ status, due_at }, null, DEFAULT_TERMS)?.textKey ?? 'silence'
    expect(orders[key], status).not.toMatch(/\byou/i)
  }
})

test('silenceOf returns no text while the time limit is paused', () => {
  expect(of('in_progress', null)).toBeNull()
})

test('an order is late from its deadline on', () => {
  const late = (at: string, due: string | null = due_at) => isLate({ due_at: due }, new Date(at))
  expect(late('2030-01-10T11:59:59Z')).toBe(false)
  expect(late('2030-01-10T12:00:00Z')).toBe(true)
  expect(late('2030-01-10T12:00:00Z', null)).toBe(false)
})
