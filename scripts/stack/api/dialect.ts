import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { openPool } from '../pool.ts'
import { describeParameters } from './describe.ts'
import { types } from './values.ts'

type Options = {
  url: string
  /** How a string for a json column is read: as encoded JSON (as the auth server sends it), or as a plain string. */
  jsonStrings: 'encoded' | 'plain'
  /** SQL that runs in each transaction directly after `begin`. */
  atBegin?: (() => string) | undefined
}

export type Database = {
  kysely: Kysely<unknown>
  /** Drops cached statements after a change of the schema. */
  forget(): void
  close(): Promise<void>
}

type Encode = (client: pg.PoolClient, query: CompiledQuery) => Promise<unknown[]>

const JSON_TYPES = new Set([114, 3802])

/**
 * Runs the embedded server's queries with `pg`. The server's own driver fails after a restart of the
 * database, and encodes JSON values a second time.
 */
export function openDatabase({ url, jsonStrings, atBegin = () => '' }: Options): Database {
  // PostgREST has ten connections, too. More would be slower, because each session makes its own plans.
  const pool = openPool(url, { max: 10, types })

  const parameterTypes = createTypeCache()
  const encode: Encode = (client, query) => encodeValues(client, query, jsonStrings, parameterTypes)
  const driver = createDriver(pool, encode, atBegin)
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return { kysely: new Kysely({ dialect }), forget: parameterTypes.forget, close: () => pool.end() }
}

/** The types of a statement's parameters; each statement is described once. */
function createTypeCache() {
  const known = new Map<string, Promise<number[]>>()
  return {
    read(client: pg.PoolClient, sql: string): Promise<number[]> {
      const types = known.get(sql) ?? describeParameters(client, sql)
      known.set(sql, types)
      types.catch(() => known.delete(sql))
      return types
    },
    forget: () => known.clear(),
  }
}

async function encodeValues(
  client: pg.PoolClient,
  { sql, parameters }: CompiledQuery,
  jsonStrings: Options['jsonStrings'],
  parameterTypes: ReturnType<typeof createTypeCache>,
): Promise<unknown[]> {
  if (
    parameters.every((value) => value === null || typeof value !== 'object') &&
    jsonStrings === 'encoded'
  ) {
    return [...parameters]
  }
  const types = parameters.length > 0 ? await parameterTypes.read(client, sql) : []
  return parameters.map((value, index) => {
    if (value === null || value === undefined || !JSON_TYPES.has(types[index] ?? 0)) return value
    // Arguments of functions are already encoded; they are recognised by their cast to json.
    const isEncoded =
      jsonStrings === 'encoded' || new RegExp(`\\$${index + 1}::jsonb?\\b`).test(sql)
    return typeof value === 'string' && isEncoded ? value : JSON.stringify(value)
  })
}

class Connection implements DatabaseConnection {
  readonly client: pg.PoolClient
  readonly #encode: Encode
  isBroken = false

  constructor(client: pg.PoolClient, encode: Encode) {
    this.client = client
    this.#encode = encode
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const values = await this.#encode(this.client, query)
    const { command, rowCount, rows } = await this.client.query<pg.QueryResultRow>(
      query.sql,
      values,
    )
    const isWrite = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
    return { rows: rows as Row[], ...(isWrite && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  streamQuery(): never {
    throw new Error('Nothing here streams.')
  }
}

function createDriver(pool: pg.Pool, encode: Encode, atBegin: () => string): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => new Connection(await pool.connect(), encode),
    async beginTransaction(connection) {
      const { client } = connection as Connection
      try {
        await client.query(`begin; ${atBegin()}`)
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      }
    },
    commitTransaction: async (connection) =>
      void (await connection.executeQuery(CompiledQuery.raw('commit'))),
    async rollbackTransaction(connection) {
      try {
        await connection.executeQuery(CompiledQuery.raw('rollback'))
      } catch {
        // The error that caused the rollback is reported, not this one.
        if (connection instanceof Connection) connection.isBroken = true
      }
    },
    async releaseConnection(connection) {
      if (connection instanceof Connection) connection.client.release(connection.isBroken)
    },
    destroy: () => pool.end(),
  }
}
