import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportSignIn } from '../online.ts'
import { listen, useRealtimeStatus } from './realtime.ts'

type Callback = (status: string, error?: Error) => void
const joins: { topic: string; at: number; report: Callback }[] = []
const removed = vi.fn<(channel: unknown) => void>()
let isConnected = true

vi.mock('../first-screen.ts', () => ({ afterFirstScreen: Promise.resolve() }))
vi.mock('./supabase.ts', () => ({
  loadBackend: async () => ({
    REALTIME_SUBSCRIBE_STATES: { SUBSCRIBED: 'SUBSCRIBED' },
    backend: {
      realtime: { isConnected: () => isConnected },
      removeChannel: async (channel: unknown) => removed(channel),
      channel: (topic: string) => ({
        on: () => {},
        subscribe: (report: Callback) => joins.push({ topic, at: Date.now(), report }),
      }),
    },
  }),
}))

const last = () => joins.at(-1) ?? { topic: '', at: 0, report: () => {} }
const refuse = () => last().report('CHANNEL_ERROR', new Error('Unauthorized'))
let stop = () => {}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  joins.length = 0
  removed.mockReset()
  isConnected = true
  stop = listen('changes:ann:member', [], () => {})
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a refused subscription is retried after 5 s, then after longer and longer pauses', async () => {
  const waits: number[] = []
  for (let count = 0; count < 7; count += 1) {
    const refusedAt = Date.now()
    refuse()
    await vi.advanceTimersByTimeAsync(0)
    // The channel is removed, so that the library does not join it a second time.
    expect(removed).toHaveBeenCalledTimes(count + 1)
    while (joins.length === count + 1) await vi.advanceTimersByTimeAsync(1_000)
    expect(joins).toHaveLength(count + 2)
    waits.push((last().at - refusedAt) / 1000)
  }
  expect(waits).toEqual([5, 10, 20, 40, 60, 60, 60])
})

test('neither another listener nor an event of a removed channel makes the next retry earlier', async () => {
  const first = last()
  refuse()
  const stopOther = listen('changes:ann:member', [], () => {})
  first.report('CLOSED')
  await vi.advanceTimersByTimeAsync(4_900)
  expect(joins).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(joins).toHaveLength(2)
  stopOther()
})

test('after a successful subscription the next refusal waits 5 s again', async () => {
  refuse()
  await vi.advanceTimersByTimeAsync(5_000)
  last().report('SUBSCRIBED')
  refuse()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(joins).toHaveLength(3)
})

test('after a lost socket the client leaves the retry to the library', async () => {
  isConnected = false
  refuse()
  expect(useRealtimeStatus.getState().waiting).toBe(1)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(joins).toHaveLength(1)
  expect(removed).not.toHaveBeenCalled()
  last().report('SUBSCRIBED')
  expect(useRealtimeStatus.getState().waiting).toBe(0)
})

test('a refused subscription is retried at once when the backend is reachable again', async () => {
  for (let count = 0; count < 5; count += 1) {
    refuse()
    await vi.advanceTimersByTimeAsync(60_000)
  }
  const count = joins.length
  refuse()
  reportSignIn(false)
  reportSignIn(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(joins).toHaveLength(count + 1)
})
