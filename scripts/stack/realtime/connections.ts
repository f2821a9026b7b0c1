import pg from 'pg'

/** Both sides of a comparison must print alike: in the stream and in every query. */
const SESSION = '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1'

export function streamConfig(url: string): pg.ClientConfig {
  return { connectionString: url, application_name: 'realtime stream', options: SESSION }
}

/** A few connections of the superuser; each query steps down to the subscriber's role. */
export function openPool(url: string, log: (line: string) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'realtime',
    // One snapshot for all the checks of one call.
    options: `${SESSION} -c statement_timeout=5000 -c default_transaction_isolation=repeatable\\ read`,
    max: 4,
    connectionTimeoutMillis: 5000,
    // A new session reads the catalogue anew.
    idleTimeoutMillis: 300_000,
  })
  // The pool replaces a connection that dies, for instance when the database restarts.
  pool.on('error', (error) => {
    if (!pool.ending) log(`realtime: a database connection was lost (${error.message})`)
  })
  // A client in use has no listener of the pool; without one its loss would end the whole stack.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A request that cannot be met; the message is for the client. */
export class Refused extends Error {}

/** True when the database went away, as opposed to something that was refused or is wrong. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P|53300)/.test(error.code ?? '')
  if (!(error instanceof Error) || error instanceof Refused) return false
  return 'code' in error || /connection|terminated|timeout/i.test(error.message)
}

/** Runs `work` in a transaction that leaves nothing behind. */
export async function rolledBack<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('rollback')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
