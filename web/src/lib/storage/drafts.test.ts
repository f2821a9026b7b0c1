import { beforeEach, expect, test, vi } from 'vitest'
import {
  dropAllDrafts,
  dropDraft,
  dropOldDrafts,
  keepDraft,
  readDraft,
  requestKey,
  sendOnce,
} from './drafts.ts'
import { KeyedStorage } from './testing.ts'

beforeEach(() => {
  vi.useRealTimers()
  vi.stubGlobal('localStorage', new KeyedStorage())
})

const start = { title: '', days: 5 }
const DAY = 86_400_000

test('a typed text is restored for the same member and the same place', () => {
  keepDraft('ann', 'pack:new', { title: 'A thread' })
  expect(readDraft('ann', 'pack:new', start)).toEqual({ title: 'A thread', days: 5 })
  expect(readDraft('bob', 'pack:new', start)).toBeNull()
  expect(readDraft('ann', 'pack:1', start)).toBeNull()
})

test('a draft that another version stored fills only the fields that still exist with the same type', () => {
  keepDraft('ann', 'pack:new', { title: 'A thread', days: 'five', gone: true })
  expect(readDraft('ann', 'pack:new', start)).toEqual({ title: 'A thread', days: 5 })
  localStorage.setItem('kolpact-draft:ann:pack:new', 'no JSON')
  expect(readDraft('ann', 'pack:new', start)).toBeNull()
})

test('a draft is deleted when its form is sent, after thirty days, and at a sign-out', () => {
  keepDraft('ann', 'one', { title: 'A' })
  dropDraft('ann', 'one')
  expect(readDraft('ann', 'one', start)).toBeNull()

  keepDraft('ann', 'two', { title: 'A' })
  vi.useFakeTimers({ now: Date.now() + 29 * DAY })
  dropOldDrafts()
  expect(readDraft('ann', 'two', start)).not.toBeNull()
  vi.setSystemTime(Date.now() + DAY)
  expect(readDraft('ann', 'two', start)).toBeNull()
  dropOldDrafts()
  expect(Object.keys(localStorage)).toEqual([])

  keepDraft('ann', 'three', { title: 'A' })
  localStorage.setItem('kolpact-colors', 'dark')
  dropAllDrafts()
  expect(Object.keys(localStorage)).toEqual(['kolpact-colors'])
})

test('a request keeps its idempotency key until it is known to have arrived, even if its draft is deleted', async () => {
  const keys: string[] = []
  const send = (problem?: Error) =>
    sendOnce('ann', 'payout', (key) => {
      keys.push(key)
      return problem ? Promise.reject(problem) : Promise.resolve('sent')
    })
  await expect(send(new Error('offline'))).rejects.toThrow('offline')
  dropDraft('ann', 'payout')
  expect(requestKey('ann', 'refund')).not.toBe(requestKey('ann', 'payout'))
  await expect(send()).resolves.toBe('sent')
  const arrived = Object.assign(new Error('idempotency_key_reused'), { code: 'PT409' })
  await expect(send(arrived)).rejects.toThrow(arrived)
  await send()
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys.slice(1)).size).toBe(3)
})

test('the idempotency key of a request whose response was lost is not used again after a day', () => {
  vi.useFakeTimers()
  const key = requestKey('ann', 'payout')
  vi.advanceTimersByTime(DAY - 1)
  expect(requestKey('ann', 'payout')).toBe(key)
  vi.advanceTimersByTime(1)
  expect(requestKey('ann', 'payout')).not.toBe(key)
})
