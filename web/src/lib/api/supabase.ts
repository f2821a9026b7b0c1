import { PostgrestClient } from '@supabase/postgrest-js'
import { CLIENT_NAME, CONNECTIVITY_AGAIN_MS } from '../constants.ts'
import type { Database } from '../database.types.ts'
import { env } from '../env.ts'
import { fetchWithRetry, type Fetch } from './fetch.ts'
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

/** As `loadBackend`; without a connection it tries again until it succeeds. */
export async function backendWhenReachable(): Promise<Loaded> {
  for (;;) {
    try {
      return await loadBackend()
    } catch {
      await new Promise((done) => setTimeout(done, CONNECTIVITY_AGAIN_MS))
    }
  }
}

export const loadAuth = async () => (await loadBackend()).backend.auth

const tokens = tokenSource(loadAuth, isSignedIn)

/** Access token of the signed-in member, renewed if it is about to expire; null for a visitor. */
export const accessToken = tokens.current

/** Value of the `Authorization` header. For a member without a token it rejects, instead of acting as a visitor. */
export const authorization = async () => `Bearer ${(await accessToken()) ?? env.supabaseKey}`

/** Retries failed requests for a while, renews the token and asks for the second factor. */
export const fetchWithRetryAndAuth = withFreshToken(
  withFactor(fetchWithRetry, accessToken),
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
