import { AsyncLocalStorage } from 'node:async_hooks'
import { createPostgresConnection } from '@supabase/lite/postgres'
import { openDatabase } from './dialect.ts'

/** Data of a request that the embedded server does not pass along. */
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
    // Left alone it would "prepare" row-level security by granting everything to everybody.
    rlsState: 'active',
    // Eleven statements a request, whose settings the transaction begins with (role-settings.ts).
    applyJwtSessionContext: async () => {},
    applyRpcRequestGucs: async () => {},
  })
  return { connection, forget, close }
}

/** The embedded server prints every query that fails; in requests we return the error instead. */
export function quietConsole() {
  const { error } = console
  console.error = (...args: unknown[]) => {
    if (scope.getStore() === undefined) error(...args)
  }
}
