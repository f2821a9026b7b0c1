import * as z from 'zod/mini'
import { PASSWORD_MIN } from '@/lib/constants.ts'
import { textKey } from '@/lib/i18n/text.ts'

/** Schema of a new password. The server decides whether it is allowed; this check only saves a refused request. */
export const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, textKey('common:too_short', { min: PASSWORD_MIN })),
    z.regex(/[A-Za-z]/, textKey('auth:field.password_letters')),
    z.regex(/[0-9]/, textKey('auth:field.password_digits')),
  )

/** Refuses a new password that was typed differently the second time. */
export const typedTwice = z.refine<{ password: string; again: string }>(
  ({ password, again }) => password === again,
  { path: ['again'], error: textKey('auth:field.password_differs') },
)

export const emailAddress = z.string().check(z.trim(), z.email(textKey('auth:field.email_invalid')))
