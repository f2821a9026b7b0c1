import { CONNECTIVITY_RETRY_MS } from '../constants.ts'
import { readError } from '../api/errors.ts'
import { isRemembered, USABLE_S, type Tokens } from './stored-session.ts'
import { backendWhenReachable } from '../api/supabase.ts'

/**
 * Ends a session that this browser no longer stores, by its tokens in memory. While Auth cannot be reached
 * it repeats that, as long as the page is open; a token is renewed at most once a minute.
 */
export async function endOnServer(session: Tokens, scope: 'local' | 'global'): Promise<void> {
  const { auth } = (await backendWhenReachable()).memoryOnlyClient()

  async function renewed(): Promise<Tokens> {
    const { refresh_token } = session
    const { data, error } = await auth.refreshSession({ refresh_token })
    if (!data.session) throw error
    return data.session
  }
  async function end() {
    // Auth accepts only a valid token.
    if ((session.expires_at ?? 0) - USABLE_S < Date.now() / 1000) session = await renewed()
    // If the member has signed in again meanwhile, only the old session ends.
    const { error } = await auth.admin.signOut(
      session.access_token,
      isRemembered() ? 'local' : scope,
    )
    if (error) throw error
  }

  for (;;) {
    try {
      return await end()
    } catch (error) {
      // Any other error means that the session does not exist.
      if (!readError(error).canRetry) return
      await new Promise((done) => setTimeout(done, CONNECTIVITY_RETRY_MS))
    }
  }
}
