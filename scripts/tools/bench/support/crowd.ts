// Simulates many members who pause between their acts, with the assumptions of docs/realtime.md.
import type { SupabaseClient } from '@supabase/supabase-js'
import { setTimeout as delay } from 'node:timers/promises'
import type { Started } from './load-stack.ts'
import { actsOn, listen, type Pair, type Side } from './members.ts'

/** One in ten members is connected, with 1.2 tabs, half of them visible. These reload once and act twice a minute. */
export const PEAK = 0.1
export const TABS = 1.2
export const ACT_S = 30
const VISIBLE = 0.5
const REFRESH_S = 60
/** The number of connected members whose acts one actor does. */
export const SHARE = 20
const VISIBLE_TABS = SHARE * TABS * VISIBLE
/** How often each act occurs among 72 acts, which is an hour of a connected member. */
export const OFTEN: Record<string, number> = {
  search: 20,
  'page of a creator': 20,
  'conversation, and its mark as read': 19,
  message: 10,
  'page of an order': 2,
  order: 1,
}
const HAND = Object.entries(OFTEN).flatMap(([name, often]) => Array<string>(often).fill(name))

type Crowd = {
  /** Adds actors until there are this many. */
  grow(actors: number): Promise<void>
  /** The milliseconds of each act since `forget`; infinite for a failed one. */
  samples(): Map<string, number[]>
  forget(): void
  stop(): Promise<void>
}

export function startCrowd(stack: Started, pairs: Pair[], onChange: () => void): Crowd {
  const acts = actsOn(stack)
  const over = new AbortController()
  const loops: Promise<unknown>[] = []
  const clients: SupabaseClient[] = []
  let samples = new Map<string, number[]>()

  async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
    const list = samples.get(name) ?? []
    samples.set(name, list)
    const begun = performance.now()
    try {
      const result = await work()
      list.push(performance.now() - begun)
      return result
    } catch (error) {
      list.push(Infinity)
      throw error
    }
  }
  const pause = (milliseconds: number) =>
    delay(milliseconds, undefined, { signal: over.signal }).catch(() => {})
  async function again(everyMs: number, work: () => Promise<unknown>) {
    await pause(Math.random() * everyMs)
    while (!over.signal.aborted) {
      await work().catch((error: Error) => console.error(error.message))
      await pause(-Math.log(1 - Math.random()) * everyMs)
    }
  }
  function begin(pair: Pair, side: Side) {
    const act = async (name: string) => {
      const work = async () => acts[name]?.(pair, side, timed)
      // A whole order is not timed, because nobody waits for it; its steps are.
      return name === 'order' ? work() : timed(name, work)
    }
    const next = () => act(HAND[Math.floor(Math.random() * HAND.length)] ?? 'search')
    loops.push(
      again((ACT_S * 1000) / VISIBLE_TABS, next),
      again((REFRESH_S * 1000) / VISIBLE_TABS, () => act('refresh')),
    )
  }
  const sides = pairs.flatMap((pair) =>
    [pair.brand, pair.creator].map((side) => [pair, side] as const),
  )
  return {
    async grow(actors) {
      for (const [pair, side] of sides.slice(clients.length, actors)) {
        clients.push(await listen(stack, side, onChange))
        begin(pair, side)
      }
    },
    samples: () => samples,
    forget() {
      samples = new Map()
    },
    async stop() {
      over.abort()
      await Promise.all(loops)
      await Promise.all(clients.map((client) => client.realtime.disconnect()))
    },
  }
}
