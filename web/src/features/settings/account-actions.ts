import { useMutation, useQueryClient } from '@tanstack/react-query'
import { paths } from '@/domain/paths.ts'
import { hasFactor } from '@/lib/session/claims.ts'
import { authCode } from '@/lib/api/errors.ts'
import { useSession } from '@/lib/session/session.ts'
import { loadAuth, loadBackend, supabase, unwrap } from '@/lib/api/supabase.ts'
import { sessionsQuery } from './sessions.ts'

/** `meta` of a mutation without an error toast, because its form shows the error. */
const quiet = { silent: true }

/** Requests a code by e-mail, which the server requires if the sign-in is too long ago. */
async function mailCode(): Promise<'code-sent'> {
  await unwrap((await loadAuth()).reauthenticate())
  return 'code-sent'
}

interface NewPassword {
  current: string
  password: string
  /** The code in the e-mail, once one was requested. */
  nonce: string
}

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    meta: quiet,
    async mutationFn({ current, password, nonce }: NewPassword): Promise<'changed' | 'code-sent'> {
      const auth = await loadAuth()
      const { error } = await auth.updateUser({
        password,
        current_password: current,
        ...(nonce ? { nonce } : {}),
      })
      if (authCode(error) === 'reauthentication_needed') return mailCode()
      if (error) throw error
      return 'changed'
    },
    // The new password ended the other sessions, so their list is loaded again.
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  })
}

interface NewEmail {
  present: string
  current: string
  email: string
  captchaToken?: string | undefined
}

/**
 * Approves a new address. The server requires a sign-in within the last minutes, so the password opens a
 * temporary session for it. A member with a second factor cannot use that session and approves the
 * address with the present one, in which a code was entered minutes ago.
 */
async function approveWithPassword({ email, present, current, captchaToken }: NewEmail) {
  const { memoryOnlyClient } = await loadBackend()
  const temporary = memoryOnlyClient()
  const options = captchaToken ? { captchaToken } : {}
  await unwrap<unknown>(
    temporary.auth.signInWithPassword({ email: present, password: current, options }),
  )
  try {
    const { user } = useSession.getState()
    await unwrap(
      hasFactor(user)
        ? supabase.rpc('approve_new_address', { email })
        : temporary.rpc('approve_new_address', { email }),
    )
  } finally {
    await temporary.auth.signOut({ scope: 'local' })
  }
}

async function changeEmail(email: string): Promise<void> {
  const auth = await loadAuth()
  const emailRedirectTo = `${window.location.origin}${paths.authCallback}`
  await unwrap<unknown>(auth.updateUser({ email }, { emailRedirectTo }))
}

export function useChangeEmail() {
  return useMutation({
    meta: quiet,
    async mutationFn(asked: NewEmail) {
      await approveWithPassword(asked)
      await changeEmail(asked.email)
    },
  })
}
