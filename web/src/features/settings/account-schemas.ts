import * as z from 'zod/mini'
import { emailAddress, newPassword, typedTwice } from '@/domain/accounts/passwords.ts'
import { textKey } from '@/lib/i18n/text.ts'

const current = z.string().check(z.minLength(1, textKey('security:password.current_missing')))

export const changePasswordSchema = z
  .object({ current, password: newPassword, again: z.string() })
  .check(typedTwice)

export const changeEmailSchema = z.object({ current, email: emailAddress })
