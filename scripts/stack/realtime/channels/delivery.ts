import type pg from 'pg'
import { createBundles } from '../wire/bundles.ts'
import type { Change } from '../replication/changes.ts'
import { decideInDatabase, type Image } from './filters.ts'
import { withGenerated } from '../access/row-images.ts'
import { encodeChange } from '../wire/protocol.ts'
import { renderChange } from '../wire/rendering.ts'
import { createRowAccess } from '../access/row-access.ts'
import type { Binding, Subscriber, Subscriptions } from './subscriptions.ts'
import { NO_ACCESS, type Access, type Table, type Tables } from '../access/tables.ts'

/** One change for one subscriber. */
type Parcel = {
  change: Change
  table: Table
  access: Access
  subscriber: Subscriber
  columns: readonly string[] | null
  ids: number[]
}

/**
 * Tells subscribers of a batch of changes, in order. Filters are looked at first and cost no
 * query; then the database is asked once for every row and everyone who is left.
 */
export function createDelivery(
  pool: pg.Pool,
  tables: Tables,
  subscriptions: Subscriptions,
  log: (line: string) => void,
) {
  return async function deliver(changes: Change[], unfinished: bigint | null): Promise<void> {
    if (subscriptions.isEmpty()) return
    const rows = createRowAccess(pool, unfinished, log)
    const parcels: Parcel[] = []
    for (const { change, table } of await completed(changes)) {
      const image = imageForFilters(change, table)
      const bindings = subscriptions.matching(table.oid, table.schema, change.type, image)
      for (const parcel of pack(change, table, await decided(table, bindings, image))) {
        parcels.push(parcel)
        if (change.record) rows.want(parcel.subscriber.subject, table, change)
      }
    }
    await rows.ask()
    const now = Date.now() / 1000
    const bundles = createBundles()
    for (const { change, table, access, subscriber, columns, ids } of parcels) {
      const { subject, topic, joinRef } = subscriber
      if (subject.expiresAt <= now) continue
      // A deleted row can be asked for no more: as on Supabase its key is told to everyone.
      if (change.record && !rows.isVisible(subject, table, change)) continue
      // The ids stand for what was asked for, columns included.
      const message = [change.commit, change.place, ids.join(), subject.role, subscriber.address]
      const key = message.join(' ')
      bundles.add(subscriber, key, () => {
        const data = renderChange(change, table, subject.role, access, columns)
        return encodeChange(joinRef, topic, ids, data)
      })
    }
    bundles.send()
  }

  /** The changes that anybody could be told of, each with its table and all its columns. */
  async function completed(changes: Change[]): Promise<{ change: Change; table: Table }[]> {
    const byTable = Map.groupBy(changes.entries(), ([, { oid }]) => oid)
    const done = await Promise.all(
      [...byTable].map(async ([oid, own]) => {
        const table = await tables.byOid(oid)
        if (!table || !subscriptions.concern(table)) return []
        const whole = await withGenerated(
          pool,
          table,
          own.map(([, change]) => change),
        )
        return whole.map((change, no) => ({ at: own[no]?.[0] ?? 0, change, table }))
      }),
    )
    return done.flat().toSorted((left, right) => left.at - right.at)
  }

  async function decided(table: Table, bindings: Binding[], image: Image): Promise<Binding[]> {
    const kept: Binding[] = []
    for (const binding of bindings) {
      const { undecided } = binding.filter
      if (undecided.length === 0 || (await decideInDatabase(pool, table, undecided, image))) {
        kept.push(binding)
      }
    }
    return kept
  }
}

/** Nobody may find out by a filter what a deleted row held beside its key. */
function imageForFilters(change: Change, table: Table): Image {
  if (change.record) return change.record
  const old = change.old ?? {}
  if (!table.hasRls) return old
  return Object.fromEntries(table.primaryKey.map(({ name }) => [name, old[name]]))
}

/** One parcel a subscriber, or several when its bindings ask for different columns. */
function pack(change: Change, table: Table, bindings: Binding[]): Parcel[] {
  const parcels = new Map<Subscriber, Parcel[]>()
  for (const { id, subscriber, columns } of bindings) {
    const access = table.roles.get(subscriber.subject.role) ?? NO_ACCESS
    // Without the key no row can be looked up, and none is told.
    if (table.primaryKey.length === 0) continue
    if (!table.primaryKey.every(({ name }) => access.selectable.has(name))) continue
    const own = parcels.get(subscriber) ?? []
    parcels.set(subscriber, own)
    const same = own.find((parcel) => String(parcel.columns) === String(columns))
    if (same) same.ids.push(id)
    else own.push({ change, table, access, subscriber, columns, ids: [id] })
  }
  return [...parcels.values()].flat()
}
