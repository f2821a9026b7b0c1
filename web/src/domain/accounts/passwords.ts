import * as z from 'zod/mini'

/** The server has the last word on passwords; this only spares an obvious round trip. */
export const PASSWORD_MIN = 10

export const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, 'auth:field.password_short'),
    z.regex(/[A-Za-z]/, 'auth:field.password_letters'),
    z.regex(/[0-9]/, 'auth:field.password_digits'),
  )

export const emailAddress = z.string().check(z.trim(), z.email('auth:field.email_invalid'))
