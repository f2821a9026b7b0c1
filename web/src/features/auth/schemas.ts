import * as z from 'zod/mini'
import { emailAddress as email, newPassword, typedTwice } from '@/domain/accounts/passwords.ts'
import { MAIL_CODE_DIGITS } from '@/lib/constants.ts'
import { textKey } from '@/lib/i18n/text.ts'

export const loginSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, textKey('auth:field.password_missing'))),
})

export const signupSchema = z.object({
  inviteCode: z.string().check(z.trim(), z.minLength(1, textKey('auth:field.invite_missing'))),
  email,
  password: newPassword,
  role: z.enum(['', 'brand', 'kol']),
})
export type SignupInput = z.infer<typeof signupSchema>

export const emailSchema = z.object({ email })

export const mailCodeSchema = z.object({
  email,
  token: z.string().check(z.length(MAIL_CODE_DIGITS, textKey('auth:mail_code.short'))),
})

export const passwordSchema = z
  .object({ password: newPassword, again: z.string() })
  .check(typedTwice)
