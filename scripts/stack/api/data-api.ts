import { App } from '@supabase/lite'
import { startListener } from '../listener.ts'
import type { Claims } from '../tokens.ts'
import { answer, errorResponse } from './errors.ts'
import { connect, scope, type Scope } from './lite.ts'
import { readRoleSettings } from './role-settings.ts'

/** Query parameters that are not filters. For an embedded table, its name stands in front of them. */
const NO_FILTER = /^(.+\.)?(select|columns|on_conflict|order|limit|offset)$/
const VERB: Record<string, string> = { PATCH: 'UPDATE', DELETE: 'DELETE' }

/**
 * Refuses an `update` or `delete` without a filter. On Supabase the extension safeupdate does this in each session
 * of the API, but Postgres from npm lacks it. Statements inside of functions are not checked here:
 * a project needs a check of its own for those.
 */
function refuseUnfiltered(request: Request): Response | null {
  const verb = VERB[request.method]
  if (!verb) return null
  const names = [...new URL(request.url).searchParams.keys()]
  if (names.some((name) => !NO_FILTER.test(name))) return null
  return answer(400, { code: '21000', message: `${verb} requires a WHERE clause` })
}

export type DataApi = {
  /** Handles a request under `/rest/v1` on behalf of `claims`. */
  fetch(request: Request, claims: Claims): Promise<Response>
  /** Reads the schema again; to be called after a change. */
  reload(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  /** The login role of requests, whose only right is to switch to the caller's role. */
  authenticatorUrl: string
  /** A connection that may read the catalogue, because the login role may not. */
  adminUrl: string
  schemas: string[]
  maxRows: number
}

const INTERNAL_KEY = 'internal'
const NO_CATALOGUE = 'Could not query the database for the schema cache. Retrying.'

export async function startDataApi(options: Options): Promise<DataApi> {
  let settings = await readRoleSettings(options.adminUrl, options.schemas)
  const { connection, ...database } = connect(options.authenticatorUrl, 'plain', () =>
    settings(scope.getStore() ?? {}),
  )
  const { connection: catalogue, ...admin } = connect(options.adminUrl, 'plain')
  type Catalogue = Awaited<ReturnType<typeof catalogue.introspect>>
  let known: Promise<Catalogue> | undefined
  connection.introspect = () =>
    (known ??= readExposed(() => catalogue.introspect({ useCache: false }), options.schemas).catch(
      forgetAndThrow,
    ))
  connection.normalizeDbError = (error) => {
    const current = scope.getStore()
    if (current) current.databaseError = error
    return error
  }
  const app = embeddedServer(connection, options)
  await app.init()

  function forgetAndThrow(error: unknown): never {
    known = undefined // asked again with the next request
    throw error
  }

  async function reload() {
    known = undefined
    database.forget()
    await connection.clearSchemaCache()
    // If the database does not answer, the old settings are kept; the listener calls again after the reconnection.
    settings = await readRoleSettings(options.adminUrl, options.schemas).catch(() => settings)
  }
  // A migration announces a change of the schema with `notify pgrst, 'reload schema'` (or `'reload config'`).
  const listener = startListener({
    databaseUrl: options.adminUrl,
    name: 'data api',
    channel: 'pgrst',
    onNotification: () => void reload(),
  })

  return {
    fetch: (request, claims) =>
      scope.run(scopeOf(request, claims), () =>
        respond(request, claims, async (forwarded) => {
          await connection.introspect()
          return app.fetch(forwarded)
        }),
      ),
    reload,
    async stop() {
      await listener.stop()
      await Promise.all([database.close(), admin.close()])
    },
  }
}

/** The data of the request that SQL functions can read. */
function scopeOf(request: Request, claims: Claims): Scope {
  const path = new URL(request.url).pathname.replace('/rest/v1', '')
  return { claims, method: request.method, path, headers: Object.fromEntries(request.headers) }
}

function embeddedServer(
  connection: ReturnType<typeof connect>['connection'],
  { schemas, maxRows }: Options,
): App {
  return new App({
    connection,
    api: { enabled: true, schemas, max_rows: maxRows },
    auth: { enabled: false },
    storage: { enabled: false },
    options: {
      server: {
        disableStudio: true,
        disableFallback: true,
        // The gateway has already checked key and token, so they are accepted here.
        apiKeys: {
          resolver: async () => ({
            type: 'publishable',
            claims: scope.getStore()?.claims ?? { role: 'anon' },
          }),
        },
      },
    },
  })
}

type Named = { schema: string }
type Catalogue = Record<
  'tables' | 'columns' | 'indexes' | 'foreign_keys' | 'primary_keys' | 'views',
  Named[]
> & { functions?: Named[] }

/** Reads the part of the catalogue that is in the exposed schemas. */
async function readExposed<T extends Catalogue>(
  read: () => Promise<T>,
  schemas: string[],
): Promise<T> {
  const all = await read()
  if (all.tables.length === 0) throw new Error(NO_CATALOGUE) // the database did not answer
  const exposed = (items: Named[]) => items.filter(({ schema }) => schemas.includes(schema))
  return {
    ...all,
    tables: exposed(all.tables),
    columns: exposed(all.columns),
    indexes: exposed(all.indexes),
    foreign_keys: exposed(all.foreign_keys),
    primary_keys: exposed(all.primary_keys),
    views: exposed(all.views),
    functions: exposed(all.functions ?? []),
  }
}

/** Passes a request to the embedded server, and converts its errors to those of PostgREST. */
async function respond(
  request: Request,
  claims: Claims,
  forward: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.delete('authorization')
  headers.set('apikey', INTERNAL_KEY)
  const refused = refuseUnfiltered(request)
  if (refused) return refused
  const body = ['GET', 'HEAD'].includes(request.method) ? null : await request.arrayBuffer()
  try {
    const response = await forward(
      new Request(request.url, { method: request.method, headers, body }),
    )
    if (response.status < 400) return response
    return errorResponse(scope.getStore()?.databaseError, claims.role) ?? response
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (message === NO_CATALOGUE) return answer(503, { code: 'PGRST002', message })
    return errorResponse(error, claims.role) ?? answer(500, { code: 'XX000', message })
  }
}
