import type pg from 'pg'
import { withGenerated } from '../access/row-images.ts'
import { NO_ACCESS, type Table, type Tables } from '../access/tables.ts'
import { becomeVisible, visibleChanges } from '../access/visible-rows.ts'
import type { Change, Image } from '../replication/transactions.ts'
import { encodeChange } from '../wire/protocol.ts'
import { renderChange } from '../wire/rendering.ts'
import { passing } from './filters.ts'
import type { Binding, Subscriber, Subscriptions } from './subscriptions.ts'

/** One event for one subscriber; `at` is the index of its change. */
type Message = { at: number; subscriber: Subscriber; text: string }

type Database = { pool: pg.Pool; log(line: string): void }

/**
 * Sends changes, in order, to the subscribers whose filter matches the row and
 * who may read it. All queries run before the first event is sent, so that a failure leaves nothing half sent.
 */
export function createDelivery(
  pool: pg.Pool,
  tables: Tables,
  subscriptions: Subscriptions,
  log: (line: string) => void,
  /** The limit of events per second, as for a Supabase project. Further events are dropped. */
  eventsPerSecond = Infinity,
) {
  const mayDeliver = limitEvents(eventsPerSecond)
  return async function deliver(changes: Change[]): Promise<void> {
    const messages: Message[] = []
    await becomeVisible(pool, changes)
    for (const [oid, entries] of Map.groupBy(changes.entries(), ([, { oid }]) => oid)) {
      const table = await tables.byOid(oid)
      if (!table) continue
      const places = entries.map(([at]) => at)
      const own = entries.map(([, change]) => change)
      const found = await messagesOf({ pool, log }, table, subscriptions.of(table), own)
      messages.push(...found.map((message) => ({ ...message, at: places[message.at] ?? 0 })))
    }
    const now = Date.now() / 1000
    for (const { subscriber, text } of messages.toSorted((left, right) => left.at - right.at)) {
      if (subscriber.subject.expiresAt > now && mayDeliver()) subscriber.send(text)
    }
  }
}

async function messagesOf(
  { pool, log }: Database,
  table: Table,
  bindings: Binding[],
  written: Change[],
): Promise<Message[]> {
  const readable = bindings.filter((binding) => mayReadKey(table, binding))
  if (readable.length === 0) return []
  const changes = await withGenerated(pool, table, written)
  const matches = await matchesOf(pool, table, readable, changes)
  const visible = await visibleBySubject({ pool, log }, table, matches, changes)
  return [...changes.entries()].flatMap(([at, change]) => {
    const matching = readable.filter(
      (binding) => matches.get(binding)?.has(at) && visible.get(subjectKey(binding))?.has(change),
    )
    return eventsOf(table, change, matching).map((event) => ({ at, ...event }))
  })
}

/** The indexes of the changes that match each binding. */
async function matchesOf(pool: pg.Pool, table: Table, bindings: Binding[], changes: Change[]) {
  const images = changes.map((change) => imageForFilters(change, table))
  const matches = new Map<Binding, Set<number>>()
  for (const binding of bindings) {
    const passed = await passing(pool, table, binding.filter, images)
    const ofKind = [...passed].filter(
      (at) => binding.event === '*' || binding.event === changes[at]?.type,
    )
    matches.set(binding, new Set(ofKind))
  }
  return matches
}

/** The visible changes by subject. Policies cannot be checked for a deleted row, so every subscriber gets its key. */
async function visibleBySubject(
  { pool, log }: Database,
  table: Table,
  matches: Map<Binding, Set<number>>,
  changes: Change[],
) {
  const visible = new Map<string, Set<Change>>()
  for (const bindings of Map.groupBy(matches.keys(), subjectKey).values()) {
    const [first] = bindings
    if (!first) continue
    const places = new Set(bindings.flatMap((binding) => [...(matches.get(binding) ?? [])]))
    const wanted = changes.filter((_, at) => places.has(at))
    const written = wanted.filter(({ record }) => record)
    const { subject } = first
    const allowed =
      written.length > 0 ? await visibleChanges(pool, table, subject, written, log) : []
    const deleted = wanted.filter(({ record }) => !record)
    visible.set(subject.key, new Set([...allowed, ...deleted]))
  }
  return visible
}

function limitEvents(perSecond: number): () => boolean {
  let second = 0
  let sent = 0
  return () => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) [second, sent] = [now, 0]
    sent += 1
    return sent <= perSecond
  }
}

const subjectKey = ({ subject }: Binding) => subject.key

/** The events of a change: each channel gets one, for all its bindings. */
function eventsOf(table: Table, change: Change, bindings: Binding[]) {
  return [...Map.groupBy(bindings, ({ subscriber }) => subscriber)].map(([subscriber, own]) => {
    const access = table.roles.get(own[0]?.subject.role ?? '') ?? NO_ACCESS
    const ids = own.map(({ id }) => id)
    const data = renderChange(change, table, access)
    return { subscriber, text: encodeChange(subscriber.joinRef, subscriber.topic, ids, data) }
  })
}

/** True if the subject may read the primary key. Otherwise its rows cannot be looked up, and none are sent. */
function mayReadKey({ primaryKey, roles }: Table, { subject }: Binding): boolean {
  const { selectable } = roles.get(subject.role) ?? NO_ACCESS
  return primaryKey.length > 0 && primaryKey.every(({ name }) => selectable.has(name))
}

/** The values for filters: of a deleted row under row-level security the key alone, so that they reveal nothing else. */
function imageForFilters(change: Change, table: Table): Image {
  if (change.record) return change.record
  const old = change.old ?? {}
  if (!table.hasRls) return old
  return Object.fromEntries(table.primaryKey.map(({ name }) => [name, old[name]]))
}
