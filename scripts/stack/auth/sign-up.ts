import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { transaction, type Asked, type Context, type Db } from './context.ts'
import { AuthError, invalid, read } from './errors.ts'
import { issueToken } from './one-time-tokens.ts'
import { assertStrong, hashPassword } from './passwords.ts'
import { openSession } from './sessions.ts'
import {
  normalEmail,
  shownIdentity,
  shownUser,
  userByEmail,
  userById,
  withoutRelations,
  type User,
} from './users.ts'

const body = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
  data: z.record(z.string(), z.unknown()).nullish(),
})

/**
 * The route of sign-up, which must not reveal who has an account: a known address gets the same response, after
 * the same calls of the hook. Only the owner of the address gets a mail, if one is useful.
 */
export async function signUp(context: Context, asked: Asked): Promise<Response> {
  const { config } = context
  if (!config.enable_signup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const wish = read(body, asked.body)
  if (!wish.password) throw invalid('Signup requires a valid password')
  assertStrong(wish.password, config)
  if (!wish.email) {
    throw wish.phone
      ? new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
      : new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  const email = normalEmail(wish.email)
  const id = randomUUID()
  const data = wish.data ?? {}
  await context.hooks.beforeUserCreated({ id, email, data }, asked.address)
  context.limits.mail('signup', email, asked.address)
  const hash = await hashPassword(context, wish.password)
  const known = await userByEmail(context.pool, email)
  if (known?.email_confirmed_at) return Response.json(madeUpUser(email, data))
  const user = known ?? (await makeUser(context, { id, email, hash, data }))
  if (!config.email.enable_confirmations) return signedUp(context, user, asked)
  await sendConfirmation(context, user, asked)
  if (known) return Response.json(madeUpUser(email, data))
  return Response.json(await shownUser(context.pool, (await userById(context.pool, id)) ?? user))
}

/** Mails a new code and link to confirm the address; earlier ones become invalid. */
export async function sendConfirmation(context: Context, user: User, asked: Asked) {
  const email = user.email ?? ''
  context.limits.sent()
  const token = await transaction(context.pool, (db) =>
    issueToken(context, db, user.id, 'confirmation_token', email),
  )
  context.limits.forget(`codes of ${email}`)
  context.mailer.link('signup', user, token, context.redirects.of(asked))
}

export type NewUser = {
  id: string
  email: string
  hash: string
  data: Record<string, unknown>
  appData?: Record<string, unknown>
  isConfirmed?: boolean
}

/** Inserts the rows of a new user. The message of a refusing trigger is hidden, as in GoTrue. */
export async function makeUser({ pool }: Context, user: NewUser): Promise<User> {
  try {
    return await transaction(pool, (db) => insertUser(db, user))
  } catch (cause) {
    throw new AuthError(500, 'unexpected_failure', 'Database error saving new user', { cause })
  }
}

async function insertUser(db: Db, { id, email, hash, data, appData, isConfirmed }: NewUser) {
  await db.query(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password,
       email_confirmed_at, confirmation_token, recovery_token, email_change_token_new, email_change,
       raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3,
       case when $6 then now() end, '', '', '', '', $5, $4, now(), now())`,
    [
      id,
      email,
      hash,
      data,
      { provider: 'email', providers: ['email'], ...appData },
      isConfirmed ?? false,
    ],
  )
  await db.query(
    `insert into auth.identities
       (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::text, $1::uuid, $2, 'email', now(), now(), now())`,
    [id, { sub: id, email, email_verified: isConfirmed ?? false, phone_verified: false, ...data }],
  )
  const user = await userById(db, id)
  if (!user) throw new Error('The new user is gone.')
  return user
}

async function signedUp(context: Context, user: User, asked: Asked): Promise<Response> {
  const answer = await transaction(context.pool, async (db) => {
    await db.query('update auth.users set email_confirmed_at = now() where id = $1', [user.id])
    return openSession(context, db, user, 'password', asked)
  })
  return Response.json(answer)
}

function madeUpUser(email: string, data: Record<string, unknown>) {
  const id = randomUUID()
  const now = new Date()
  const times = { last_sign_in_at: now, created_at: now, updated_at: now }
  const identity_data = { sub: id, email, email_verified: false, phone_verified: false, ...data }
  return {
    ...withoutRelations({
      id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      confirmation_sent_at: now,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: data,
      created_at: now,
      updated_at: now,
    }),
    identities: [
      shownIdentity({
        id: randomUUID(),
        provider_id: id,
        user_id: id,
        identity_data,
        provider: 'email',
        email,
        ...times,
      }),
    ],
  }
}
