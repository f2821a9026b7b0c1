import pg from 'pg'

/** Settings with which the replication stream and every query print values in one format, so that they compare equal. */
const SESSION = '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1'

export function streamConfig(url: string): pg.ClientConfig {
  return { connectionString: url, application_name: 'realtime stream', options: SESSION }
}

/** A small pool of superuser connections; each query switches to the subscriber's role. */
export function openPool(url: string, log: (line: string) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'realtime',
    // Repeatable read, so that all checks of one call use the same snapshot.
    options: `${SESSION} -c statement_timeout=5000 -c default_transaction_isolation=repeatable\\ read`,
    max: 4,
    connectionTimeoutMillis: 5000,
    // Sessions are kept long, because a new one has to read the catalogue again.
    idleTimeoutMillis: 300_000,
  })
  // The pool replaces a connection that dies, for instance when the database restarts.
  pool.on('error', (error) => {
    if (!pool.ending) log(`realtime: a database connection was lost (${error.message})`)
  })
  // The pool does not listen to clients in use. Without a listener, the error of a lost one would end the whole stack.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** An error whose message is sent to the client: the request cannot be fulfilled. */
export class Refused extends Error {}

/** True if the error means that the database is not reachable. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P|53300)/.test(error.code ?? '')
  if (!(error instanceof Error) || error instanceof Refused) return false
  return 'code' in error || /connection|terminated|timeout/i.test(error.message)
}

/** Runs `work` in a transaction that is rolled back. */
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
