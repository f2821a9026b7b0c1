import pg from 'pg'

/**
 * A pool that outlives a restart of its server: a connection that breaks, idle or in use, fails
 * its own query and is replaced; the process goes on.
 */
export function openPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: 5000,
    // A new session compiles and plans every function anew: a sign-up takes 200 ms in it, then 3.
    idleTimeoutMillis: 300_000,
    ...options,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
