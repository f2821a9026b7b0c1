import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Subject } from '../access/claims.ts'
import { Refused } from '../connections.ts'
import { compileFilter, NO_FILTER, type Filter, type Image } from './filters.ts'
import type { JsonObject } from '../wire/protocol.ts'
import { NO_ACCESS, type Tables } from '../access/tables.ts'

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** Somebody who is told of changes: a channel. */
export type Subscriber = {
  readonly subject: Subject
  readonly joinRef: string
  readonly topic: string
  /** Equal for those who are reached by the same message. */
  readonly address: string
  /** Takes whole WebSocket frames. */
  write(frames: Buffer): void
}

/** One binding of a channel to one table (or to every table of a schema). */
export type Binding = {
  readonly id: number
  readonly subscriber: Subscriber
  readonly event: ChangeType | '*'
  readonly filter: Filter
  /** The columns asked for; null for all that the role may select. */
  readonly columns: readonly string[] | null
}

/** What a client asks for in `phx_join`, with the id that it is answered. */
export type Request = { id: number; params: JsonObject }

/** Equal requests have equal ids, so that what is sent to many is the same for all of them. */
export function numbered(list: JsonObject[]): Request[] {
  const taken = new Set<number>()
  return list.map((params) => {
    let id = createHash('sha1').update(JSON.stringify(params)).digest().readUInt32BE()
    while (taken.has(id)) id += 1
    taken.add(id)
    return { id, params }
  })
}

export type Subscriptions = {
  /** Throws when a request cannot be met, and then keeps none. */
  add(subscriber: Subscriber, requests: Request[]): Promise<void>
  remove(subscriber: Subscriber): void
  /** The bindings whose filter the row passes, as far as that can be told without asking. */
  matching(oid: number, schema: string, type: ChangeType, image: Image): Binding[]
  /** Whether anybody may have asked for changes of the table. */
  concern(table: { oid: number; schema: string }): boolean
  isEmpty(): boolean
}

type Filed = { place: number | string; binding: Binding }

/** Bindings of one table, those with `column=eq.value` filed under column and value. */
type Shelf = { open: Set<Binding>; exact: Map<string, Map<string, Set<Binding>>> }

export function createSubscriptions(pool: pg.Pool, tables: Tables): Subscriptions {
  const shelves = new Map<number | string, Shelf>()
  const kept = new Map<Subscriber, (() => void)[]>()

  async function add(subscriber: Subscriber, requests: Request[]) {
    const prepared = await Promise.all(requests.map((request) => prepare(subscriber, request)))
    remove(subscriber)
    kept.set(
      subscriber,
      prepared.flat().map(({ place, binding }) => file(shelfOf(place), binding)),
    )
  }

  function remove(subscriber: Subscriber) {
    for (const takeOut of kept.get(subscriber) ?? []) takeOut()
    kept.delete(subscriber)
  }

  async function prepare(subscriber: Subscriber, { id, params }: Request): Promise<Filed[]> {
    const { schema, table: name, event, filter, columns } = readParams(params)
    const binding = { id, subscriber, event, columns, filter: NO_FILTER }
    const found = await tables.published(schema, name)
    if (found.length === 0) {
      throw new Refused(
        'Unable to subscribe to changes with given parameters. Please check Realtime is enabled ' +
          `for the given connect parameters: [event: ${event}, schema: ${schema}, table: ${name}]`,
      )
    }
    // A plain subscription to a whole schema follows tables that are published later.
    if (name === '*' && !filter && !columns) return [{ place: schema, binding }]
    const { role } = subscriber.subject
    return Promise.all(
      found.map(async (table) => {
        const { selectable } = table.roles.get(role) ?? NO_ACCESS
        const strange = columns?.find((column) => !selectable.has(column))
        if (strange !== undefined) throw new Refused(`invalid column for select ${strange}`)
        const compiled = await compileFilter(pool, table, role, filter)
        return { place: table.oid, binding: { ...binding, filter: compiled } }
      }),
    )
  }

  function shelfOf(place: number | string): Shelf {
    const shelf = shelves.get(place) ?? { open: new Set(), exact: new Map() }
    shelves.set(place, shelf)
    return shelf
  }

  function matching(oid: number, schema: string, type: ChangeType, image: Image): Binding[] {
    const found: Binding[] = []
    const look = (bindings: Iterable<Binding>) => {
      for (const binding of bindings) {
        if (binding.event !== '*' && binding.event !== type) continue
        if (binding.filter.matches(image)) found.push(binding)
      }
    }
    for (const place of [oid, schema, '*']) {
      const shelf = shelves.get(place)
      if (!shelf) continue
      look(shelf.open)
      for (const [column, byValue] of shelf.exact) look(byValue.get(image[column] ?? '') ?? [])
    }
    return found
  }

  function concern({ oid, schema }: { oid: number; schema: string }): boolean {
    return [oid, schema, '*'].some((place) => shelves.has(place))
  }

  return { add, remove, matching, concern, isEmpty: () => kept.size === 0 }
}

function file(shelf: Shelf, binding: Binding): () => void {
  const { exact } = binding.filter
  const set = exact ? exactSet(shelf, exact) : shelf.open
  set.add(binding)
  return () => {
    set.delete(binding)
    if (exact && set.size === 0) shelf.exact.get(exact.column)?.delete(exact.value)
  }
}

function exactSet(shelf: Shelf, { column, value }: { column: string; value: string }) {
  const byValue = shelf.exact.get(column) ?? new Map<string, Set<Binding>>()
  shelf.exact.set(column, byValue)
  const set = byValue.get(value) ?? new Set<Binding>()
  byValue.set(value, set)
  return set
}

function readParams({ event, schema, table, filter, select }: JsonObject) {
  if (typeof schema !== 'string' && typeof table !== 'string') {
    throw new Refused(
      'No subscription params provided. Please provide at least a `schema` or `table`',
    )
  }
  const action = typeof event === 'string' ? event.toUpperCase() : '*'
  const columns = Array.isArray(select) ? select.filter((item) => typeof item === 'string') : []
  return {
    event: action === 'INSERT' || action === 'UPDATE' || action === 'DELETE' ? action : '*',
    schema: typeof schema === 'string' ? schema : 'public',
    table: typeof table === 'string' ? table : '*',
    filter: typeof filter === 'string' ? filter.trim() : '',
    columns: columns.length > 0 ? columns : null,
  } as const
}
