import { PostgrestClient } from '@supabase/postgrest-js'
import { ADDRESS_MAX, CLIENT_NAME } from '../constants.ts'
import type { Database } from '../database.types.ts'
import { env } from '../env.ts'
import { untilLoaded } from '../first-screen.ts'
import { fetchWithRetry, type Fetch } from './fetch.ts'
import { withReplica } from './replica.ts'
import { withFreshToken } from '../session/fresh-token.ts'
import { withFactor } from '../session/step-up.ts'
import { isSignedIn } from '../session/stored-session.ts'
import { tokenSource } from '../session/token.ts'

type Loaded = typeof import('./backend.ts')
let loading: Promise<Loaded> | undefined

/** Loads the rest of the library when it is first needed; after a failure the next call tries again. */
export function loadBackend(): Promise<Loaded> {
  loading ??= import('./backend.ts').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Like `loadBackend`, but repeats until the code has loaded. */
export const backendWhenReachable = () => untilLoaded(loadBackend)

export const loadAuth = async () => (await loadBackend()).backend.auth

const tokens = tokenSource(loadAuth, isSignedIn)

/** Access token of the signed-in member, renewed if it is about to expire; null for a visitor. */
export const accessToken = tokens.current

/** The `Authorization` header. Rejects for a member without a valid token, because the request must not be sent as a visitor's. */
export const authorization = async () => `Bearer ${(await accessToken()) ?? env.supabaseKey}`

/** Retries failed requests for a while; with replicas configured, reads go to them. */
export const fetchWithReplica = import.meta.env.VITE_SUPABASE_READ_URL
  ? withReplica(fetchWithRetry)
  : fetchWithRetry

/** Retries failed requests for a while, renews the token and asks for the second factor. */
export const fetchWithRetryAndAuth = withFreshToken(
  withFactor(fetchWithReplica, accessToken),
  tokens.replaced,
)

const signed =
  (send: Fetch): Fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('Authorization', await authorization())
    return send(input, { ...init, headers })
  }

/** The client for tables and functions of the database. Every screen needs it, so it is loaded without the rest of the library. */
export const supabase = new PostgrestClient<Database>(`${env.supabaseUrl}/rest/v1`, {
  headers: { apikey: env.supabaseKey, 'X-Client-Info': CLIENT_NAME },
  schema: 'public',
  fetch: signed(fetchWithRetryAndAuth),
  // The library would repeat failed reads on top of fetchWithRetry.
  retry: false,
})

/** An element of an array in the syntax of Postgres. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

/** A value in a URL: a list of texts as a Postgres array, a text as it is, all others as JSON. */
function inText(value: unknown): string {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return `{${value.map(quoted).join(',')}}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Arguments in a URL. Absent ones are left out, so that the function uses its default. */
export const argumentsInUrl = (args: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, inText(value)]),
  )

/** True if the arguments contain a search text typed by a member, which must not be in a URL because servers log URLs. */
const isTyped = (args: object): boolean =>
  Object.entries(args).some(([name, value]) =>
    value !== null && typeof value === 'object'
      ? isTyped(value as object)
      : (name === 'query' || name === 'term') && Boolean(value),
  )

/**
 * Calls a function that only reads. It uses GET, so that a replica may answer; typed search texts, and arguments that
 * are too long for a URL, are sent by POST.
 */
export const read = ((name: 'inbox', args: object = {}) => {
  const texts = argumentsInUrl(args)
  const get = !isTyped(args) && Object.values(texts).join('').length <= ADDRESS_MAX
  return supabase.rpc(name, get ? texts : args, { get })
}) as typeof supabase.rpc

type Request<T> = PromiseLike<{ data: T; error: unknown }> & {
  abortSignal?: (signal: AbortSignal) => unknown
}

/** Returns the data of a response, or throws its error: supabase-js returns both as `{ data, error }`. */
export async function unwrap<T>(
  request: Request<T>,
  signal?: AbortSignal,
): Promise<NonNullable<T>> {
  if (signal) request.abortSignal?.(signal)
  const { data, error } = await request
  if (error) throw error
  return data as NonNullable<T>
}

/** The `queryFn` of a query: sends the request, and cancels it when the result is not needed any more. */
export const asking =
  <T>(ask: () => Request<T | null>) =>
  ({ signal }: { signal: AbortSignal }) =>
    unwrap(ask(), signal)

/** Like `asking`, for an answer of a narrower type than the generated one. */
export const askingFor = <T>(ask: () => Request<unknown>) =>
  asking(ask) as (context: { signal: AbortSignal }) => Promise<T>
