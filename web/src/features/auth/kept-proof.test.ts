import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isProofKept, keepProof } from './kept-proof.ts'
import type { Proved } from './proof.ts'

const stored = new Map<string, string>()
const getSession = async () => ({ data: { session: { access_token: 'a', refresh_token: 'r' } } })
const proved = { client: { auth: { getSession } } } as unknown as Proved

beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a proof is kept for ten minutes, however often its page is loaded again', async () => {
  keepProof(proved)
  await pass(599_000)
  expect(isProofKept()).toBe(true)
  keepProof(proved)
  await pass(2_000)
  expect(isProofKept()).toBe(false)
  expect(stored.size).toBe(0)
})

test('who leaves the page leaves no proof, at once neither', async () => {
  const leave = keepProof(proved)
  await pass(0)
  leave()
  expect(isProofKept()).toBe(false)
  keepProof(proved)()
  await pass(0)
  expect(isProofKept()).toBe(false)
})
