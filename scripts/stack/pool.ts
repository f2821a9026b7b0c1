import pg from 'pg'

/**
 * Opens a connection pool that works after a restart of the server. A broken connection only fails
 * its own query and is replaced.
 */
export function openPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: 5000,
    // Sessions are kept long. In a new one, which compiles and plans every function, a sign-up takes 200 ms, later 3 ms.
    idleTimeoutMillis: 300_000,
    ...options,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
