import { AsyncLocalStorage } from 'node:async_hooks'
import { createPostgresConnection } from '@supabase/lite/postgres'
import { openDatabase } from './dialect.ts'

/** Data of a request that the embedded server does not pass on to queries. */
export type Scope = {
  claims?: Record<string, unknown>
  method?: string
  path?: string
  headers?: Record<string, string>
  redirectTo?: string | undefined
  databaseError?: unknown
}

export const scope = new AsyncLocalStorage<Scope>()

/** A connection for the embedded server that behaves as PostgREST's and GoTrue's do. */
export function connect(url: string, jsonStrings: 'encoded' | 'plain', atBegin?: () => string) {
  const connection = createPostgresConnection({ url })
  const { kysely, forget, close } = openDatabase({ url, jsonStrings, atBegin })
  connection.kysely = kysely
  Object.assign(connection, {
    // Without this setting the server would grant all rights to all roles to "prepare" row-level security.
    rlsState: 'active',
    // These functions run eleven statements for each request. Instead, one statement sets all (role-settings.ts).
    applyJwtSessionContext: async () => {},
    applyRpcRequestGucs: async () => {},
  })
  return { connection, forget, close }
}

/** Keeps the embedded server from printing failed queries, because the response contains the error. */
export function quietConsole() {
  const { error } = console
  console.error = (...args: unknown[]) => {
    if (scope.getStore() === undefined) error(...args)
  }
}
