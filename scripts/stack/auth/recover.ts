import { z } from 'zod'
import { transaction, type Asked, type Context } from './context.ts'
import { invalid, read } from './errors.ts'
import { issueToken } from './one-time-tokens.ts'
import { beginFlow, challengeFields, isPkce } from './pkce.ts'
import { sendConfirmation } from './sign-up.ts'
import { steady } from './steady.ts'
import { sendEmailChange } from './email-change.ts'
import { normalEmail, userByEmail } from './users.ts'

/** Longer than it takes to write a code and its mail. */
const ANSWER_AFTER_MS = 120

const body = z.object({
  email: z.string().default(''),
  type: z.string().default(''),
  ...challengeFields,
})

/** Mails a link that lets the owner of the address choose a new password. */
export function recover(context: Context, asked: Asked): Promise<Response> {
  return mailTo(context, asked, 'recovery')
}

/** Mails a link that signs in. An address without an account gets none. */
export function magicLink(context: Context, asked: Asked): Promise<Response> {
  return mailTo(context, asked, 'magiclink')
}

async function mailTo(context: Context, asked: Asked, kind: 'recovery' | 'magiclink') {
  const wish = read(body, asked.body)
  if (!wish.email) throw invalid('Password recovery requires an email')
  const email = normalEmail(wish.email)
  const usesPkce = isPkce(wish)
  return steady(ANSWER_AFTER_MS, async () => {
    context.limits.mail('recovery', email, asked.address)
    const user = await userByEmail(context.pool, email)
    if (!user) return Response.json({})
    context.limits.sent()
    const token = await transaction(context.pool, async (db) => {
      if (usesPkce) await beginFlow(db, user.id, kind, wish)
      return issueToken(context, db, user.id, 'recovery_token', email, usesPkce)
    })
    context.limits.forget(`codes of ${email}`)
    context.mailer.link(kind, user, token, context.redirects.of(asked))
    return Response.json({})
  })
}

/** Mails the last link of a sign-up or of a change of address once more. */
export async function resend(context: Context, asked: Asked): Promise<Response> {
  const wish = read(body, asked.body)
  if (!['signup', 'email_change'].includes(wish.type)) {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (!wish.email) throw invalid('Type provided requires an email address')
  const email = normalEmail(wish.email)
  const challenge = isPkce(wish) ? wish : undefined
  return steady(ANSWER_AFTER_MS, async () => {
    context.limits.mail(wish.type, email, asked.address)
    const user = await userByEmail(context.pool, email)
    if (user && wish.type === 'signup' && !user.email_confirmed_at) {
      await sendConfirmation(context, user, asked, challenge)
    }
    if (user?.email_change && wish.type === 'email_change') {
      await sendEmailChange(context, user, user.email_change, asked, challenge)
    }
    return Response.json({})
  })
}
