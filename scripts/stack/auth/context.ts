import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Tokens } from '../tokens.ts'
import type { Hooks } from './hooks.ts'
import type { Mailer } from './mailer.ts'
import type { Limits } from './limits.ts'
import type { Redirects } from './redirects.ts'

/** Services and settings that every route needs. */
export type Context = {
  pool: pg.Pool
  config: Config['auth']
  tokens: Tokens
  /** The claim `iss` of tokens. */
  issuer: string
  siteUrl: string
  redirects: Redirects
  mailer: Mailer
  limits: Limits
  /** The cost factor of bcrypt. */
  hashRounds: number
  hooks: Hooks
  log: (line: string) => void
}

/** One request, as the routes read it. */
export type Asked = {
  method: string
  /** The path after `/auth/v1`. */
  path: string
  query: URLSearchParams
  /** The parsed JSON body; an empty object without a body. */
  body: unknown
  headers: Headers
  /** The caller's network address. */
  address: string
  userAgent: string | null
  /** The role that the API key gives: `anon` or `service_role`. */
  keyRole: string
}

export type Db = Pick<pg.Pool | pg.PoolClient, 'query'>

export async function transaction<T>(pool: pg.Pool, work: (db: pg.PoolClient) => Promise<T>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
