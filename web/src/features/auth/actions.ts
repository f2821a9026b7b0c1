import { useMutation } from '@tanstack/react-query'
import { paths } from '@/domain/paths.ts'
import { i18n } from '@/lib/i18n/i18n.ts'
import { loadAuth, unwrap } from '@/lib/api/supabase.ts'
import type { SignupInput } from './schemas.ts'
import { forgetProof } from './kept-proof.ts'
import { keepSigningUp } from './signing-up.ts'

/** Input of a form with a captcha: its token, if a captcha is configured. */
interface Checked {
  captchaToken?: string | undefined
}

function here(path: string): string {
  return `${window.location.origin}${path}`
}

const optional = ({ captchaToken }: Checked) => (captchaToken ? { captchaToken } : {})

export function useLogin() {
  return useMutation({
    // No toast: the form itself shows the error.
    meta: { silent: true },
    async mutationFn(input: { email: string; password: string } & Checked) {
      const { email, password } = input
      const auth = await loadAuth()
      await unwrap<unknown>(auth.signInWithPassword({ email, password, options: optional(input) }))
    },
  })
}

export function useSignup() {
  return useMutation({
    async mutationFn({ email, password, role, inviteCode, ...checked }: SignupInput & Checked) {
      const auth = await loadAuth()
      const data = await unwrap(
        auth.signUp({
          email,
          password,
          options: {
            data: { invite_code: inviteCode, locale: i18n.language, ...(role ? { role } : {}) },
            emailRedirectTo: here(paths.authCallback),
            ...optional(checked),
          },
        }),
      )
      forgetProof()
      keepSigningUp(email)
      return data
    },
  })
}

export function useResendConfirmation() {
  return useMutation({
    async mutationFn({ email, ...checked }: { email: string } & Checked) {
      const auth = await loadAuth()
      const options = { emailRedirectTo: here(paths.authCallback), ...optional(checked) }
      await unwrap(auth.resend({ type: 'signup', email, options }))
    },
  })
}

export function useRequestPasswordReset() {
  return useMutation({
    async mutationFn({ email, ...checked }: { email: string } & Checked) {
      const auth = await loadAuth()
      const options = { redirectTo: here(paths.resetPassword), ...optional(checked) }
      await unwrap(auth.resetPasswordForEmail(email, options))
    },
  })
}
