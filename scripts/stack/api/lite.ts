import { AsyncLocalStorage } from 'node:async_hooks'
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres'

/** What a request carries past the embedded server, which has no room for it. */
type Scope = {
  claims?: Record<string, unknown>
  redirectTo?: string | undefined
  databaseError?: unknown
}

export const scope = new AsyncLocalStorage<Scope>()

/** A connection whose values look as PostgREST and GoTrue send them. */
export function connect(url: string): PostgresConnection {
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max: 20,
      onnotice: () => {},
      // A server that restarts is back in a second: try again soon, not after a long back-off.
      backoff: () => 0.2,
      connect_timeout: 5,
      types: {
        timestamptz: { to: 1184, from: [1184], serialize: String, parse: isoTimestamp },
        timestamp: { to: 1114, from: [1114], serialize: String, parse: (text: string) => text.replace(' ', 'T') },
        numeric: { to: 1700, from: [1700], serialize: String, parse: number },
      },
    },
  })
  // Left alone it would "prepare" row-level security by granting everything to everybody.
  Object.assign(connection, { rlsState: 'active' })
  return connection
}

function isoTimestamp(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
}

function number(text: string): number | string {
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

/** The embedded server prints every refused query; inside its requests we answer for those. */
export function quietConsole() {
  const { error } = console
  console.error = (...args: unknown[]) => {
    if (scope.getStore() === undefined) error(...args)
  }
}
