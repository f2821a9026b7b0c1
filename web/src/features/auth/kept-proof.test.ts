import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storageOf } from '@/lib/storage/testing.ts'
import { keepProof, keptAddress } from './kept-proof.ts'
import type { ProvedMailbox } from './proof.ts'

const stored = new Map<string, string>()
const getSession = async () => ({ data: { session: { access_token: 'a', refresh_token: 'r' } } })
const proved = {
  email: 'Cem@example.com',
  client: { auth: { getSession } },
} as unknown as ProvedMailbox
const entry = {
  state: null as unknown,
  replaceState: (state: unknown) => {
    entry.state = state
  },
}

beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  entry.state = { sentTo: 'cem@example.com' }
  vi.stubGlobal('history', entry)
  vi.stubGlobal('sessionStorage', storageOf(stored))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a proof is kept for ten minutes, which a reload of its page does not prolong', async () => {
  keepProof(proved)
  await pass(599_000)
  expect(keptAddress()).toBe('cem@example.com')
  keepProof(proved)
  await pass(2_000)
  expect(keptAddress()).toBeNull()
  expect(stored.size).toBe(0)
})

test('leaving the page deletes the proof, even if that was not stored yet', async () => {
  const leave = keepProof(proved)
  await pass(0)
  leave()
  expect(keptAddress()).toBeNull()
  keepProof(proved)()
  await pass(0)
  expect(keptAddress()).toBeNull()
})

test('a kept proof of another address than the given one is deleted', async () => {
  keepProof(proved)
  await pass(0)
  expect(keptAddress(' CEM@example.com')).toBe('cem@example.com')
  expect(entry.state).toEqual({ sentTo: 'cem@example.com', provedFor: 'cem@example.com' })
  expect(keptAddress('ada@example.com')).toBeNull()
  expect(stored.size).toBe(0)
})

test('a kept proof is deleted on a page whose history entry does not name its address', async () => {
  keepProof(proved)
  await pass(0)
  entry.state = null
  expect(keptAddress()).toBeNull()
  expect(stored.size).toBe(0)
})
