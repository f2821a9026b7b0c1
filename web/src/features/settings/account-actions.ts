import { useMutation, useQueryClient } from '@tanstack/react-query'
import { paths } from '@/domain/paths.ts'
import { hasFactor } from '@/lib/claims.ts'
import { authCode, unwrap } from '@/lib/errors.ts'
import { useSession } from '@/lib/session.ts'
import { loadAuth, loadBackend, supabase } from '@/lib/supabase.ts'
import { sessionsQuery } from './sessions.ts'

/** The forms show themselves what was wrong. */
const quiet = { silent: true }

/** Where the sign-in is too old for the server, it wants a code that it mails. */
async function mailCode(): Promise<'code-sent'> {
  const { error } = await (await loadAuth()).reauthenticate()
  if (error) throw error
  return 'code-sent'
}

interface NewPassword {
  current: string
  password: string
  /** The digits of the mail, once they were requested. */
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
    // The other sign-ins have ended with the old password.
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
 * The server changes the address only for a sign-in of the last minutes: the password opens one that
 * lasts no longer than it takes to approve the address. Where there is a second factor, that one can
 * do nothing, and the code of the last minutes approves it here.
 */
async function approveWithPassword({ email, present, current, captchaToken }: NewEmail) {
  const { passingClient } = await loadBackend()
  const passing = passingClient()
  const { error } = await passing.auth.signInWithPassword({
    email: present,
    password: current,
    options: captchaToken ? { captchaToken } : {},
  })
  if (error) throw error
  try {
    const { user } = useSession.getState()
    await unwrap(
      hasFactor(user)
        ? supabase.rpc('approve_new_address', { email })
        : passing.rpc('approve_new_address', { email }),
    )
  } finally {
    await passing.auth.signOut({ scope: 'local' })
  }
}

async function changeEmail(email: string): Promise<void> {
  const auth = await loadAuth()
  const { error } = await auth.updateUser(
    { email },
    { emailRedirectTo: `${window.location.origin}${paths.authCallback}` },
  )
  if (error) throw error
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
