import type pg from 'pg'
import type { Subject } from '../access/claims.ts'
import type { Tables } from '../access/tables.ts'
import { Refused } from '../connections.ts'
import type { ChangeType } from '../replication/transactions.ts'
import type { JsonObject } from '../wire/protocol.ts'
import { compileFilter, type Filter } from './filters.ts'

/** A channel that receives changes. */
export type Subscriber = {
  /** The subject of the latest token. What is sent is decided by the subjects of the bindings. */
  readonly subject: Subject
  readonly joinRef: string
  readonly topic: string
  send(data: string): void
}

/** One binding of a channel to one table, or to every table of a schema. */
export type Binding = {
  readonly id: number
  readonly subscriber: Subscriber
  /** The subject whose rights decide. A new token makes new bindings, so that a running delivery is not affected. */
  readonly subject: Subject
  readonly event: ChangeType | '*'
  /** The table's oid, or the schema (`*` for any). */
  readonly scope: number | string
  readonly filter: Filter | null
}

/** A subscription requested in `phx_join`, with the id that its events carry. */
export type Request = { id: number; params: JsonObject }

export type Subscriptions = {
  /** Adds all requests, or throws and adds none if one is invalid. */
  add(subscriber: Subscriber, requests: Request[]): Promise<void>
  remove(subscriber: Subscriber): void
  of(table: { oid: number; schema: string }): Binding[]
}

export function createSubscriptions(pool: pg.Pool, tables: Tables): Subscriptions {
  const bindings = new Map<Subscriber, Binding[]>()

  async function add(subscriber: Subscriber, requests: Request[]) {
    const prepared = await Promise.all(requests.map((request) => prepare(subscriber, request)))
    bindings.set(subscriber, prepared.flat())
  }

  async function prepare(subscriber: Subscriber, { id, params }: Request): Promise<Binding[]> {
    const { schema, table: name, event, filter } = readParams(params)
    const { subject } = subscriber
    const binding = { id, subscriber, subject, event, filter: null }
    const found = await tables.published(schema, name)
    if (found.length === 0) {
      throw new Refused(
        'Unable to subscribe to changes with given parameters. Please check Realtime is enabled ' +
          `for the given connect parameters: [event: ${event}, schema: ${schema}, table: ${name}]`,
      )
    }
    // A subscription to a whole schema without a filter includes tables that are published later.
    if (name === '*' && !filter) return [{ ...binding, scope: schema }]
    return Promise.all(
      found.map(async (table) => {
        const compiled = await compileFilter(pool, table, subject.role, filter)
        return { ...binding, scope: table.oid, filter: compiled }
      }),
    )
  }

  return {
    add,
    remove: (subscriber) => void bindings.delete(subscriber),
    of: ({ oid, schema }) =>
      [...bindings.values()].flat().filter(({ scope }) => [oid, schema, '*'].includes(scope)),
  }
}

function readParams({ event, schema, table, filter }: JsonObject) {
  if (typeof schema !== 'string' && typeof table !== 'string') {
    throw new Refused(
      'No subscription params provided. Please provide at least a `schema` or `table`',
    )
  }
  const action = typeof event === 'string' ? event.toUpperCase() : '*'
  return {
    event: action === 'INSERT' || action === 'UPDATE' || action === 'DELETE' ? action : '*',
    schema: typeof schema === 'string' ? schema : 'public',
    table: typeof table === 'string' ? table : '*',
    filter: typeof filter === 'string' ? filter.trim() : '',
  } as const
}
