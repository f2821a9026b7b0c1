import type { RealtimeChannel, RealtimePostgresChangesPayload } from '@supabase/supabase-js'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { REALTIME_RETRY_MS } from '../constants.ts'
import { afterFirstScreen } from '../first-screen.ts'
import { onReachable, useOnline } from '../online.ts'
import { useUser } from '../session/session.ts'
import { noteChange } from './replica.ts'
import { loadBackend } from './supabase.ts'

export type TableEvent = 'INSERT' | 'UPDATE' | 'DELETE' | '*'
type Row = Record<string, unknown>
export type TableChange<Of extends Row = Row> = RealtimePostgresChangesPayload<Of>

/** A table's rows that match a filter on one column, for which a channel reports changes. */
export interface Binding {
  table: string
  /** One comparison in the syntax of Realtime, for example `receiver_id=eq.<id>`. */
  filter: string
  event?: TableEvent
}

type Status = 'joining' | 'joined' | 'waiting'
type Listener = (change: TableChange) => void
interface Subscription {
  channel: RealtimeChannel | null
  status: Status
  bindings: readonly Binding[]
  listeners: Set<Listener>
  /** Number of refused subscriptions since the last successful one. */
  failures: number
  retry?: ReturnType<typeof setTimeout>
}

/** State of the live subscriptions: how many wait to be accepted, and how often one was accepted. */
export const useRealtimeStatus = create<{ waiting: number; joins: number }>(() => ({
  waiting: 0,
  /** Number of accepted subscriptions, including the first one. Changes before each may have been missed. */
  joins: 0,
}))

/** Channels by topic; all listeners of a topic share one channel. */
const subscriptions = new Map<string, Subscription>()

function showStatus() {
  const waiting = [...subscriptions.values()].filter((each) => each.status === 'waiting').length
  if (useRealtimeStatus.getState().waiting !== waiting) useRealtimeStatus.setState({ waiting })
}

/** Schedules a retry and removes the channel, because the library would otherwise join it as well. */
function tryLater(topic: string, subscription: Subscription) {
  const { channel, failures } = subscription
  subscription.status = 'waiting'
  subscription.channel = null
  subscription.failures += 1
  if (channel) void remove(channel)
  clearTimeout(subscription.retry)
  const wait = REALTIME_RETRY_MS[failures] ?? REALTIME_RETRY_MS.at(-1)
  subscription.retry = setTimeout(() => void connect(topic), wait)
}

async function connect(topic: string) {
  const subscription = subscriptions.get(topic)
  if (!subscription || subscription.status === 'joined') return
  clearTimeout(subscription.retry)
  subscription.status = 'joining'
  await afterFirstScreen
  const loaded = await loadBackend().catch(() => null)
  if (subscriptions.get(topic) !== subscription || subscription.channel) return
  if (loaded) open(topic, subscription, loaded)
  else tryLater(topic, subscription)
  showStatus()
}

function open(
  topic: string,
  subscription: Subscription,
  { backend, REALTIME_SUBSCRIBE_STATES }: Awaited<ReturnType<typeof loadBackend>>,
) {
  const channel = backend.channel(topic, { config: { private: true } })
  subscription.channel = channel
  for (const { table, filter, event = '*' } of subscription.bindings) {
    channel.on(
      'postgres_changes',
      { event: event as '*', schema: 'public', table, filter },
      (change) => {
        if (import.meta.env.VITE_SUPABASE_READ_URL) noteChange()
        subscription.listeners.forEach((listener) => listener(change))
      },
    )
  }
  channel.subscribe((status, error) => {
    // A removed channel reports its end here. It is no longer the channel of the subscription, so it is ignored.
    if (subscription.channel !== channel) return
    if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) {
      subscription.status = 'joined'
      if (import.meta.env.VITE_SUPABASE_READ_URL) noteChange()
      subscription.failures = 0
      useRealtimeStatus.setState(({ joins }) => ({ joins: joins + 1 }))
    } else if (subscriptions.get(topic) === subscription) {
      if (error) console.warn(`live subscription ${topic}: ${error.message}`)
      // If the socket is lost, the library joins again by itself once it has a new socket.
      if (backend.realtime.isConnected()) tryLater(topic, subscription)
      else subscription.status = 'waiting'
    }
    showStatus()
  })
}

const remove = async (channel: RealtimeChannel) =>
  (await loadBackend()).backend.removeChannel(channel)

onReachable(() => {
  for (const [topic, subscription] of subscriptions) {
    if (subscription.status !== 'waiting' || subscription.channel) continue
    subscription.failures = 0
    void connect(topic)
  }
})

/** Subscribes a listener to a topic and returns a function that ends it. Exported only for the test. */
export function listen(
  topic: string,
  bindings: readonly Binding[],
  listener: Listener,
): () => void {
  const known = subscriptions.get(topic)
  if (known) known.listeners.add(listener)
  else {
    const listeners = new Set([listener])
    subscriptions.set(topic, { channel: null, status: 'joining', bindings, listeners, failures: 0 })
    void connect(topic)
  }
  return () => {
    const subscription = subscriptions.get(topic)
    if (!subscription) return
    subscription.listeners.delete(listener)
    if (subscription.listeners.size > 0) return
    subscriptions.delete(topic)
    clearTimeout(subscription.retry)
    if (subscription.channel) void remove(subscription.channel)
    showStatus()
  }
}

/**
 * Calls the handler for every change that matches a binding and that the member may read.
 * Each set of bindings needs its own name. The channel is private: Realtime lets a
 * member join only topics that begin with their own id, and the policies of the table decide which
 * changes they receive.
 * Without a connection to the internet nothing is set up. A refused subscription is retried
 * after five seconds, then after twice as long each time, up to a minute, and at once when the browser or
 * the backend is reachable again. Changes may be lost,
 * so the screen is also refreshed at every join and at an interval (`refresh.ts`).
 */
export function useTableChanges(
  name: string | null,
  bindings: readonly Binding[],
  handler: (change: TableChange) => void,
): void {
  const online = useOnline()
  const userId = useUser()?.id
  const topic = name !== null && userId ? `changes:${userId}:${name}` : null
  const latest = useRef({ handler, bindings })
  useEffect(() => {
    latest.current = { handler, bindings }
  })
  useEffect(() => {
    if (topic === null || !online) return undefined
    return listen(topic, latest.current.bindings, (change) => latest.current.handler(change))
  }, [topic, online])
}
