import { CONNECTIVITY_RETRY_MS } from '../constants.ts'
import { readError } from '../api/errors.ts'
import { isRemembered, USABLE_S, type Tokens } from './stored-session.ts'
import { backendWhenReachable } from '../api/supabase.ts'

/**
 * Ends a session that this browser has forgotten, by its tokens in memory. While Auth cannot be reached
 * it tries again, as long as the page is open; the library renews a token at most once in a minute.
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
    // Auth takes only a valid token.
    if ((session.expires_at ?? 0) - USABLE_S < Date.now() / 1000) session = await renewed()
    // A person who has signed in again meanwhile stays signed in: only the old session ends.
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
      // Every other answer means that there is no such session.
      if (!readError(error).canRetry) return
      await new Promise((done) => setTimeout(done, CONNECTIVITY_RETRY_MS))
    }
  }
}
