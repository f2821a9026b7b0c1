import {
  REALTIME_SUBSCRIBE_STATES,
  type RealtimeChannel,
  type RealtimePostgresChangesPayload,
} from '@supabase/supabase-js'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { REALTIME_RETRY_MS } from './constants.ts'
import { isOnline, useOnline } from './online.ts'
import { supabase } from './supabase.ts'

export type TableEvent = 'INSERT' | 'UPDATE' | 'DELETE' | '*'
export type TableChange<Row extends Record<string, unknown>> = RealtimePostgresChangesPayload<Row>

export interface TableChanges {
  table: string
  /** One comparison as Realtime writes it, for example `receiver_id=eq.<id>`. */
  filter?: string
  event?: TableEvent
  enabled?: boolean
  /** Called when the subscription stands again after a gap: what happened meanwhile is unknown. */
  onResume?: () => void
}

type Status = 'joining' | 'joined' | 'waiting'
type Listener = {
  change: (payload: TableChange<Record<string, unknown>>) => void
  resume: () => void
}
interface Subscription {
  channel: RealtimeChannel
  status: Status
  joinedBefore: boolean
  listeners: Set<Listener>
  retry?: ReturnType<typeof setTimeout>
}

/** How the live subscriptions stand, for who wants to show it. */
export const useRealtimeStatus = create<{ waiting: number }>(() => ({ waiting: 0 }))

/** One channel per (table, event, filter), however many parts of the screen listen. */
const subscriptions = new Map<string, Subscription>()

function showStatus() {
  const waiting = [...subscriptions.values()].filter((each) => each.status === 'waiting').length
  if (useRealtimeStatus.getState().waiting !== waiting) useRealtimeStatus.setState({ waiting })
}

function connect(key: string, { table, filter, event = '*' }: TableChanges) {
  const subscription = subscriptions.get(key)
  if (!subscription || subscription.status === 'joined') return
  const channel = supabase.channel(`changes:${key}`)
  subscription.channel = channel
  subscription.status = 'joining'
  channel
    .on(
      'postgres_changes',
      { event: event as '*', schema: 'public', table, ...(filter ? { filter } : {}) },
      (payload) => {
        for (const listener of subscription.listeners) listener.change(payload)
      },
    )
    .subscribe((status, error) => {
      if (subscription.channel !== channel) return
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) {
        subscription.status = 'joined'
        if (subscription.joinedBefore)
          for (const listener of subscription.listeners) listener.resume()
        subscription.joinedBefore = true
      } else if (subscriptions.get(key) === subscription) {
        if (error) console.warn(`live subscription ${key}: ${error.message}`)
        subscription.status = 'waiting'
        clearTimeout(subscription.retry)
        subscription.retry = setTimeout(
          () => void reconnect(key, { table, filter, event }),
          REALTIME_RETRY_MS,
        )
      }
      showStatus()
    })
}

async function reconnect(key: string, changes: TableChanges) {
  const subscription = subscriptions.get(key)
  if (!subscription || subscription.status === 'joined' || !isOnline()) return
  clearTimeout(subscription.retry)
  const old = subscription.channel
  // The library joins again by itself after a lost socket; only a dead channel is replaced.
  if (old.state === 'joined') {
    subscription.status = 'joined'
    showStatus()
    return
  }
  // Removing fires the old channel's callback once more; it is no longer ours.
  subscription.channel = null as unknown as RealtimeChannel
  await supabase.removeChannel(old)
  if (subscriptions.get(key) === subscription) connect(key, changes)
}

function listen(key: string, changes: TableChanges, listener: Listener): () => void {
  const known = subscriptions.get(key)
  if (known) {
    known.listeners.add(listener)
    if (known.status === 'waiting') void reconnect(key, changes)
  } else {
    subscriptions.set(key, {
      channel: null as unknown as RealtimeChannel,
      status: 'joining',
      joinedBefore: false,
      listeners: new Set([listener]),
    })
    connect(key, changes)
  }
  return () => {
    const subscription = subscriptions.get(key)
    if (!subscription) return
    subscription.listeners.delete(listener)
    if (subscription.listeners.size > 0) return
    subscriptions.delete(key)
    clearTimeout(subscription.retry)
    if (subscription.channel) void supabase.removeChannel(subscription.channel)
    showStatus()
  }
}

/**
 * Calls the handler for every change of the table that the filter lets through and that the
 * member may read. Nothing is set up without a connection to the internet; a failed subscription
 * is tried again after five seconds, and at once when the browser is back online.
 */
export function useTableChanges<Row extends Record<string, unknown> = Record<string, unknown>>(
  { table, filter, event = '*', enabled = true, onResume }: TableChanges,
  handler: (change: TableChange<Row>) => void,
): void {
  const online = useOnline()
  const latest = useRef({ handler, onResume })
  useEffect(() => {
    latest.current = { handler, onResume }
  })
  useEffect(() => {
    if (!enabled || !online) return undefined
    const key = [table, event, filter ?? 'all'].join(':')
    return listen(
      key,
      { table, filter, event },
      {
        change: (payload) => latest.current.handler(payload as TableChange<Row>),
        resume: () => latest.current.onResume?.(),
      },
    )
  }, [table, filter, event, enabled, online])
}
