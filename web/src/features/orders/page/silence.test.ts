import { expect, test } from 'vitest'
import { ORDER_STATUSES, hasDeadline, hasGracePeriod } from '@/domain/orders/orders.ts'
import { DEFAULT_TERMS } from '@/domain/terms.ts'
import orders from '@/locales/en/orders.json'
import { isLate, silenceOf } from './silence.ts'

const due_at = '2030-01-10T12:00:00.000Z'
const of = (status: (typeof ORDER_STATUSES)[number], due: string | null = due_at) =>
  silenceOf({ status, due_at: due }, 'brand', DEFAULT_TERMS)

test('each state with a time limit says what happens if nobody acts, and when, if that is after its deadline', () => {
  for (const status of ORDER_STATUSES) {
    const late = hasGracePeriod(status) ? '2030-01-17T12:00:00.000Z' : null
    expect(of(status)?.at, status).toBe(hasDeadline(status) ? late : undefined)
  }
})

test('staff rule in a dispute that the deadline does not decide', () => {
  const textOf = (share?: number | null) =>
    silenceOf({ status: 'disputed', due_at }, 'brand', DEFAULT_TERMS, share)?.textKey
  expect(textOf(null)).toBe('silence_staff')
  expect(textOf(0)).toBe('silence_answers')
  expect(textOf()).toBe('silence_answers')
})

test('staff read what happens at the deadline in words that address neither side', () => {
  for (const status of ORDER_STATUSES.filter(hasDeadline)) {
    const key = silenceOf({ status, due_at }, null, DEFAULT_TERMS)?.textKey ?? 'silence'
    expect(orders[key], status).not.toMatch(/\byou/i)
  }
})

test('there is no text while the time limit is paused', () => {
  expect(of('in_progress', null)).toBeNull()
})

test('an order is late from its deadline on', () => {
  const late = (at: string, due: string | null = due_at) => isLate({ due_at: due }, new Date(at))
  expect(late('2030-01-10T11:59:59Z')).toBe(false)
  expect(late('2030-01-10T12:00:00Z')).toBe(true)
  expect(late('2030-01-10T12:00:00Z', null)).toBe(false)
})
