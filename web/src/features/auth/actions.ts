import { useMutation } from '@tanstack/react-query'
import { paths } from '@/lib/paths.ts'
import { supabase } from '@/lib/supabase.ts'
import type { SignupInput } from './schemas.ts'

function here(path: string): string {
  return `${window.location.origin}${path}`
}

export function useLogin() {
  return useMutation({
    async mutationFn(input: { email: string; password: string }) {
      const { error } = await supabase.auth.signInWithPassword(input)
      if (error) throw error
    },
  })
}

export function useSignup() {
  return useMutation({
    async mutationFn({ email, password, role, inviteCode }: SignupInput) {
      const { data, error } = await supabase.auth.signUp({
        email,
        password,
        options: {
          data: { invite_code: inviteCode, ...(role ? { role } : {}) },
          emailRedirectTo: here(paths.authCallback),
        },
      })
      if (error) throw error
      return data
    },
  })
}

export function useResendConfirmation() {
  return useMutation({
    async mutationFn(email: string) {
      const { error } = await supabase.auth.resend({
        type: 'signup',
        email,
        options: { emailRedirectTo: here(paths.authCallback) },
      })
      if (error) throw error
    },
  })
}

export function useRequestReset() {
  return useMutation({
    async mutationFn({ email }: { email: string }) {
      const { error } = await supabase.auth.resetPasswordForEmail(email, {
        redirectTo: here(paths.resetPassword),
      })
      if (error) throw error
    },
  })
}

export function useSetPassword() {
  return useMutation({
    async mutationFn({ password }: { password: string }) {
      const { error } = await supabase.auth.updateUser({ password })
      if (error) throw error
    },
  })
}
