import { z } from 'zod'
import { transaction, type Asked, type Context } from './context.ts'
import { AuthError, badCredentials, invalid, read } from './errors.ts'
import { isPassword } from './passwords.ts'
import { endSessions, openSession } from './sessions.ts'
import { isBanned, userByEmail } from './users.ts'

const body = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
})

/** The route `grant_type=password`. The response to an unknown address takes as long as to a wrong password. */
export async function signIn(context: Context, asked: Asked): Promise<Response> {
  const { pool, hooks } = context
  const { email, phone, password } = read(body, asked.body)
  if (!email) {
    throw phone
      ? new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
      : invalid('missing email or phone')
  }
  const user = await userByEmail(pool, email)
  const isValid = await isPassword(pool, password, user?.encrypted_password)
  if (!user?.encrypted_password) throw badCredentials()
  const decision = await hooks.passwordAttempt(user.id, isValid, asked.address)
  if (decision.isRejected) {
    if (decision.logsOut) await endSessions(pool, user.id)
    throw badCredentials(decision.message || undefined)
  }
  if (!isValid) throw badCredentials()
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
  if (!user.email_confirmed_at) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  const answer = await transaction(pool, (db) => openSession(context, db, user, 'password', asked))
  return Response.json(answer)
}
