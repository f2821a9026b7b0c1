import { beforeEach, expect, test, vi } from 'vitest'
import { fileStore, outboxStore } from '../storage/device-store.ts'
import { keepDraft, requestKey } from '../storage/drafts.ts'
import { KeyedStorage } from '../storage/testing.ts'
import { answerLeaving, askToLeave, useLeaving } from './leaving.ts'

const fake = vi.hoisted(() => ({ messages: [] as object[], files: [] as string[] }))
vi.mock('../storage/device-store.ts', () => ({
  outboxStore: { all: async () => fake.messages },
  fileStore: { keys: async () => fake.files },
}))
vi.mock('./session.ts', () => ({ signOut: () => {} }))

beforeEach(() => {
  answerLeaving(false)
  vi.stubGlobal('localStorage', new KeyedStorage())
  Object.assign(fake, { messages: [], files: [] })
})

test('a sign-out without unsent messages or drafts asks nothing', async () => {
  requestKey('ann', 'payout')
  const leave = vi.fn<() => void>()
  await askToLeave(leave)
  expect(leave).toHaveBeenCalledTimes(1)
  expect(useLeaving.getState().unsent).toBeNull()
})

test('a sign-out asks before it deletes messages and drafts, and counts a text with its files as one draft', async () => {
  keepDraft('ann', 'brief:1', { goal: 'Reach' })
  Object.assign(fake, {
    messages: [{}, {}],
    files: ['kolpact-draft:ann:brief:1', 'kolpact-draft:ann:work:new'],
  })
  const leave = vi.fn<() => void>()
  await askToLeave(leave)
  expect(useLeaving.getState().unsent).toEqual({ messages: 2, drafts: 2 })
  answerLeaving(false)
  expect(useLeaving.getState().unsent).toBeNull()
  expect(leave).not.toHaveBeenCalled()

  await askToLeave(leave)
  answerLeaving(true)
  expect(useLeaving.getState().unsent).toBeNull()
  expect(leave).toHaveBeenCalledTimes(1)
})

test('a sign-out succeeds after a second if the store of the browser does not respond', async () => {
  vi.useFakeTimers()
  vi.spyOn(outboxStore, 'all').mockReturnValueOnce(new Promise(() => {}))
  const leave = vi.fn<() => void>()
  void askToLeave(leave)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(leave).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})

test('a sign-out succeeds in a browser without storage', async () => {
  const fails = () => Promise.reject(new Error('no database'))
  vi.spyOn(outboxStore, 'all').mockImplementationOnce(fails)
  vi.spyOn(fileStore, 'keys').mockImplementationOnce(fails)
  const leave = vi.fn<() => void>()
  await askToLeave(leave)
  expect(leave).toHaveBeenCalledTimes(1)
})
