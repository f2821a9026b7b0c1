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

/** The rest of the library, loaded when first needed; a failed load is tried again. */
export function loadBackend(): Promise<Loaded> {
  loading ??= import('./backend.ts').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Loads the backend like `loadBackend`, and tries again until there is a connection. */
export const backendWhenReachable = () => untilLoaded(loadBackend)

export const loadAuth = async () => (await loadBackend()).backend.auth

const tokens = tokenSource(loadAuth, isSignedIn)

/** Access token of the signed-in member, renewed if it is about to expire; null for a visitor. */
export const accessToken = tokens.current

/** Value of the `Authorization` header. For a member without a token it rejects, instead of acting as a visitor. */
export const authorization = async () => `Bearer ${(await accessToken()) ?? env.supabaseKey}`

/** Retries failed requests for a while; with replicas they answer what only reads. */
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

/** Tables and functions of the database: what every screen needs of the library, and all that is loaded with it. */
export const supabase = new PostgrestClient<Database>(`${env.supabaseUrl}/rest/v1`, {
  headers: { apikey: env.supabaseKey, 'X-Client-Info': CLIENT_NAME },
  schema: 'public',
  fetch: signed(fetchWithRetryAndAuth),
  // The library would repeat failed reads on top of fetchWithRetry.
  retry: false,
})

/** An element of an array as Postgres reads it. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

/** A value in an address: a list of texts as an array of Postgres, all else as JSON, also a page key that begins with a number. */
function inText(value: unknown): string {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return `{${value.map(quoted).join(',')}}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Arguments as they stand in an address: an absent one is left out, so that it has its default. */
export const inAddress = (args: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, inText(value)]),
  )

/** True for words that a member types to find something of their own: servers keep addresses in their logs. */
const isTyped = (args: object): boolean =>
  Object.entries(args).some(([name, value]) =>
    value !== null && typeof value === 'object'
      ? isTyped(value as object)
      : (name === 'query' || name === 'term') && Boolean(value),
  )

/**
 * Calls a function that only reads. By GET, so that a replica may answer; typed words, and what is too long for an
 * address, go by POST.
 */
export const read = ((name: 'inbox', args: object = {}) => {
  const texts = inAddress(args)
  const get = !isTyped(args) && Object.values(texts).join('').length <= ADDRESS_MAX
  return supabase.rpc(name, get ? texts : args, { get })
}) as typeof supabase.rpc

type Request<T> = PromiseLike<{ data: T; error: unknown }> & {
  abortSignal?: (signal: AbortSignal) => unknown
}

/** supabase-js returns `{ data, error }`; queries and mutations want one or the other. */
export async function unwrap<T>(
  request: Request<T>,
  signal?: AbortSignal,
): Promise<NonNullable<T>> {
  if (signal) request.abortSignal?.(signal)
  const { data, error } = await request
  if (error) throw error
  return data as NonNullable<T>
}

/** The function of a query: asks, and stops when nobody waits for the answer any more. */
export const asking =
  <T>(ask: () => Request<T | null>) =>
  ({ signal }: { signal: AbortSignal }) =>
    unwrap(ask(), signal)

/** Like `asking`, for an answer of a narrower type than the generated one. */
export const askingFor = <T>(ask: () => Request<unknown>) =>
  asking(ask) as (context: { signal: AbortSignal }) => Promise<T>
