import * as z from 'zod/mini'

/** The server has the last word on passwords; this only spares an obvious round trip. */
export const PASSWORD_MIN = 10

const email = z.string().check(z.trim(), z.email('auth:field.email_invalid'))
const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, 'auth:field.password_short'),
    z.regex(/[A-Za-z]/, 'auth:field.password_letters'),
    z.regex(/[0-9]/, 'auth:field.password_digits'),
  )

export const loginSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, 'auth:field.password_missing')),
})

export const signupSchema = z.object({
  inviteCode: z.string().check(z.trim(), z.minLength(1, 'auth:field.invite_missing')),
  email,
  password: newPassword,
  role: z.enum(['', 'brand', 'kol']),
})
export type SignupInput = z.infer<typeof signupSchema>

export const emailSchema = z.object({ email })

export const passwordSchema = z.object({ password: newPassword, again: z.string() }).check(
  z.refine((input) => input.password === input.again, {
    path: ['again'],
    error: 'auth:field.password_differs',
  }),
)
