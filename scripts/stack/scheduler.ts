import { isConnectionError } from './api/errors.ts'
import { startListener } from './listener.ts'

type Options = {
  /** The channel of Postgres notifications that start a run at once. */
  channel?: string
  /** SQL statements that each run executes. */
  statements: string[]
  /** A query that returns the names (`name`) of the edge functions that have work; each run calls them. */
  due: string
  databaseUrl: string
  call: (functionName: string) => Promise<void>
  log: (line: string) => void
  everyMs?: number
}

/**
 * Runs scheduled work regularly, as pg_cron does on Supabase, and also at once when the database sends a notification.
 */
export function startScheduler(options: Options): { stop(): Promise<void> } {
  const { databaseUrl, channel, statements, due, call, log, everyMs = 5000 } = options
  let isStopped = false
  let working: Promise<void> | undefined
  let isDueAgain = false
  const listener = startListener({ databaseUrl, name: 'scheduler', channel, onNotification: run })
  const timer = setInterval(run, everyMs)

  /** Starts a run if none is running. A notification during a run causes one more after it. */
  function run() {
    if (working) {
      isDueAgain = true
      return
    }
    working = work().finally(() => {
      working = undefined
      if (!isDueAgain || isStopped) return
      isDueAgain = false
      run()
    })
  }

  async function work() {
    const client = listener.client()
    if (!client || isStopped) return
    try {
      for (const statement of statements) await client.query(statement)
      const { rows } = await client.query<{ name: string }>(due)
      for (const { name } of rows) await call(name)
    } catch (error) {
      // A lost connection is no failure, because a run follows the reconnection.
      if (isStopped || isConnectionError(error)) return
      log(`scheduler: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await working
      await listener.stop()
    },
  }
}

/** Calls an edge function with the secret key, as a job of pg_cron does by pg_net. */
export async function callFunction(apiUrl: string, secretKey: string, name: string): Promise<void> {
  const response = await fetch(`${apiUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
    signal: AbortSignal.timeout(60_000),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`${name} returned ${response.status}`)
}
