import { useEffect, useRef } from 'react'
import type { Tables } from '@/lib/database.types.ts'
import { useTableChanges, type Binding, type TableChange } from '@/lib/api/realtime.ts'
import type { Profile } from './profile.tsx'

// Opens one Realtime channel for all changes that concern a member, because a project's channels are limited and the
// server checks permissions for each channel. Components subscribe here to the changes of one table.

type Watched = 'profiles' | 'messages' | 'pack_orders' | 'notifications'
type Listener = (change: TableChange) => void

const listeners = new Map<Watched, Set<Listener>>()

/** Filters on one column each, because Realtime can compare only one. */
function bindingsOf({ id, user_id: userId, role }: Profile): Binding[] {
  const side = role === 'kol' ? 'kol' : 'brand'
  return [
    { table: 'profiles', event: 'UPDATE', filter: `id=eq.${id}` },
    { table: 'messages', filter: `receiver_id=eq.${id}` },
    { table: 'pack_orders', filter: `${side}_id=eq.${id}` },
    { table: 'notifications', filter: `user_id=eq.${userId}` },
  ]
}

/** Keeps the member's channel open. Called once. */
export function useMemberChannel(profile: Profile): void {
  const topic = `member:${profile.id}:${profile.role ?? 'none'}`
  useTableChanges(topic, bindingsOf(profile), (change) => {
    listeners.get(change.table as Watched)?.forEach((listener) => listener(change))
  })
}

/** Calls the handler for every change of the member's own rows in a table. */
export function useMemberChanges<Table extends Watched>(
  table: Table,
  handler: (change: TableChange<Tables<Table>>) => void,
): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    const listener: Listener = (change) => latest.current(change as TableChange<Tables<Table>>)
    const ofTable = listeners.get(table) ?? new Set()
    listeners.set(table, ofTable.add(listener))
    return () => void ofTable.delete(listener)
  }, [table])
}
