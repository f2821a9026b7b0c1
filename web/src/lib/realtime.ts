import type { RealtimeChannel, RealtimePostgresChangesPayload } from '@supabase/supabase-js'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { REALTIME_RETRY_MS } from './constants.ts'
import { afterFirstScreen } from './first-screen.ts'
import { isOnline, useOnline } from './online.ts'
import { useUser } from './session.ts'
import { loadBackend } from './supabase.ts'

export type TableEvent = 'INSERT' | 'UPDATE' | 'DELETE' | '*'
type Row = Record<string, unknown>
export type TableChange<Of extends Row = Row> = RealtimePostgresChangesPayload<Of>

/** What a channel listens to: one table, and its rows, as far as the server can select them by a column. */
export interface Binding {
  table: string
  /** One comparison as Realtime writes it, for example `receiver_id=eq.<id>`. */
  filter: string
  event?: TableEvent
}

type Status = 'joining' | 'joined' | 'waiting'
type Listener = (change: TableChange) => void
interface Subscription {
  channel: RealtimeChannel | null
  status: Status
  listeners: Set<Listener>
  retry?: ReturnType<typeof setTimeout>
}

/** How the live subscriptions stand, for who wants to show it. */
export const useRealtimeStatus = create<{ waiting: number; joins: number }>(() => ({
  waiting: 0,
  /** Grows with every join, the first one included: what happened before it is unknown. */
  joins: 0,
}))

/** One channel per topic, however many parts of the screen listen. */
const subscriptions = new Map<string, Subscription>()

function showStatus() {
  const waiting = [...subscriptions.values()].filter((each) => each.status === 'waiting').length
  if (useRealtimeStatus.getState().waiting !== waiting) useRealtimeStatus.setState({ waiting })
}

function tryLater(topic: string, bindings: readonly Binding[], subscription: Subscription) {
  subscription.status = 'waiting'
  clearTimeout(subscription.retry)
  subscription.retry = setTimeout(() => void reconnect(topic, bindings), REALTIME_RETRY_MS)
}

async function connect(topic: string, bindings: readonly Binding[]) {
  const subscription = subscriptions.get(topic)
  if (!subscription || subscription.status === 'joined') return
  subscription.status = 'joining'
  await afterFirstScreen
  const loaded = await loadBackend().catch(() => null)
  if (subscriptions.get(topic) !== subscription || subscription.channel) return
  if (loaded) open(topic, bindings, subscription, loaded)
  else tryLater(topic, bindings, subscription)
  showStatus()
}

function open(
  topic: string,
  bindings: readonly Binding[],
  subscription: Subscription,
  { backend, REALTIME_SUBSCRIBE_STATES }: Awaited<ReturnType<typeof loadBackend>>,
) {
  const channel = backend.channel(topic, { config: { private: true } })
  subscription.channel = channel
  for (const { table, filter, event = '*' } of bindings) {
    channel.on(
      'postgres_changes',
      { event: event as '*', schema: 'public', table, filter },
      (change) => subscription.listeners.forEach((listener) => listener(change)),
    )
  }
  channel.subscribe((status, error) => {
    if (subscription.channel !== channel) return
    if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) {
      subscription.status = 'joined'
      useRealtimeStatus.setState(({ joins }) => ({ joins: joins + 1 }))
    } else if (subscriptions.get(topic) === subscription) {
      if (error) console.warn(`live subscription ${topic}: ${error.message}`)
      tryLater(topic, bindings, subscription)
    }
    showStatus()
  })
}

const remove = async (channel: RealtimeChannel) =>
  (await loadBackend()).backend.removeChannel(channel)

async function reconnect(topic: string, bindings: readonly Binding[]) {
  const subscription = subscriptions.get(topic)
  if (!subscription || subscription.status === 'joined' || !isOnline()) return
  clearTimeout(subscription.retry)
  const old = subscription.channel
  // The library joins again by itself after a lost socket; only a dead channel is replaced.
  if (old?.state === 'joined') {
    subscription.status = 'joined'
    showStatus()
    return
  }
  // Removing fires the old channel's callback once more; ignore it.
  subscription.channel = null
  if (old) await remove(old)
  if (subscriptions.get(topic) === subscription) void connect(topic, bindings)
}

function listen(topic: string, bindings: readonly Binding[], listener: Listener): () => void {
  const known = subscriptions.get(topic)
  if (known) {
    known.listeners.add(listener)
    if (known.status === 'waiting') void reconnect(topic, bindings)
  } else {
    subscriptions.set(topic, {
      channel: null,
      status: 'joining',
      listeners: new Set([listener]),
    })
    void connect(topic, bindings)
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
 * Calls the handler for every change that passes a binding and that the member may read.
 * Other bindings need another name. The channel is private: Realtime lets a
 * member join only topics that begin with their own id, and the policies of the table decide which
 * changes come over it.
 * Nothing is set up without a connection to the internet; a failed subscription is tried again
 * after five seconds, and at once when the browser is back online. A change may be lost at any
 * time: what is on the screen is refreshed at every join and at an interval (`refresh.ts`).
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
