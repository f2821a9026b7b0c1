import { z } from 'zod'
import { transaction, type Asked, type Context } from './context.ts'
import { invalid, read } from './errors.ts'
import { issueToken } from './one-time-tokens.ts'
import { sendConfirmation } from './sign-up.ts'
import { sendEmailChange } from './email-change.ts'
import { normalEmail, userByEmail } from './users.ts'

const body = z.object({ email: z.string().default(''), type: z.string().default('') })

/** Mails a link that lets the owner of the address choose a new password. */
export async function recover(context: Context, asked: Asked): Promise<Response> {
  const wish = read(body, asked.body)
  if (!wish.email) throw invalid('Password recovery requires an email')
  const email = normalEmail(wish.email)
  context.limits.mail('recovery', email, asked.address)
  const user = await userByEmail(context.pool, email)
  if (!user) return Response.json({})
  context.limits.sent()
  const token = await transaction(context.pool, (db) =>
    issueToken(context, db, user.id, 'recovery_token', email),
  )
  context.limits.forget(`codes of ${email}`)
  context.mailer.link('recovery', user, token, context.redirects.of(asked))
  return Response.json({})
}

/** Mails the link of a sign-up or of a change of address again. */
export async function resend(context: Context, asked: Asked): Promise<Response> {
  const wish = read(body, asked.body)
  if (!['signup', 'email_change'].includes(wish.type)) {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (!wish.email) throw invalid('Type provided requires an email address')
  const email = normalEmail(wish.email)
  context.limits.mail(wish.type, email, asked.address)
  const user = await userByEmail(context.pool, email)
  if (user && wish.type === 'signup' && !user.email_confirmed_at) {
    await sendConfirmation(context, user, asked)
  }
  if (user?.email_change && wish.type === 'email_change') {
    await sendEmailChange(context, user, user.email_change, asked)
  }
  return Response.json({})
}
