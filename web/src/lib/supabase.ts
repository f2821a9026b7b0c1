import { PostgrestClient } from '@supabase/postgrest-js'
import { CLIENT_NAME } from './constants.ts'
import type { Database } from './database.types.ts'
import { env } from './env.ts'
import { readError } from './errors.ts'
import { fetchWithRetry, type Fetch } from './fetch.ts'
import { withFreshToken } from './fresh-token.ts'
import { withFactor } from './step-up.ts'
import { isRemembered, storedSession } from './stored-session.ts'

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

export const loadAuth = async () => (await loadBackend()).backend.auth

async function freshToken(): Promise<string | null> {
  const { data } = await (await loadAuth()).getSession()
  return data.session?.access_token ?? null
}

/** Null when the session is lost; throws when the service could not be reached. */
async function refreshedToken(): Promise<string | null> {
  const { data, error } = await (await loadAuth()).refreshSession()
  if (error && readError(error).canRetry) throw error
  return data.session?.access_token ?? null
}

/** The token of whoever is signed in, renewed where it is about to end. */
export async function accessToken(): Promise<string | null> {
  if (!isRemembered()) return null
  return storedSession()?.access_token ?? freshToken()
}

/** Repeats what fails for a while, renews the token and asks for the second factor. */
export const patientFetch = withFreshToken(withFactor(fetchWithRetry, freshToken), refreshedToken)

const signed =
  (send: Fetch): Fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('Authorization', `Bearer ${(await accessToken()) ?? env.supabaseKey}`)
    return send(input, { ...init, headers })
  }

/** Tables and functions of the database: what every screen needs of the library, and all that is loaded with it. */
export const supabase = new PostgrestClient<Database>(`${env.supabaseUrl}/rest/v1`, {
  headers: { apikey: env.supabaseKey, 'X-Client-Info': CLIENT_NAME },
  schema: 'public',
  fetch: signed(patientFetch),
  // The library would repeat failed reads on top of fetchWithRetry.
  retry: false,
})
