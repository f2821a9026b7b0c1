import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Asked, Context } from './context.ts'
import { AuthError, invalid, notFound, read } from './errors.ts'
import { removeFactor } from './factors.ts'
import { hashPassword } from './passwords.ts'
import { makeUser } from './sign-up.ts'
import {
  factorsOf,
  normalEmail,
  shownFactor,
  shownUser,
  userByEmail,
  userById,
  type User,
} from './users.ts'

const uuid = z.guid()
const attributes = z.object({
  email: z.email().optional(),
  password: z.string().optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: z.record(z.string(), z.unknown()).optional(),
  app_metadata: z.record(z.string(), z.unknown()).optional(),
})

/** `/admin/users`: for the service role alone. */
export async function answerAdmin(context: Context, asked: Asked): Promise<Response> {
  if (asked.keyRole !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
  const [, , resource, id, relation, relationId] = asked.path.split('/')
  if (resource !== 'users') throw new AuthError(404, 'not_found', 'Not found')
  if (id === undefined) {
    if (asked.method === 'GET') return list(context, asked)
    if (asked.method === 'POST') return create(context, asked)
    throw notAllowed()
  }
  if (!uuid.safeParse(id).success) {
    throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  }
  const user = await userById(context.pool, id)
  if (!user) throw notFound()
  if (relation === 'factors') return answerFactors(context, asked, user, relationId)
  if (asked.method === 'GET') return shown(context, user)
  if (asked.method === 'PUT') return update(context, asked, user)
  if (asked.method === 'DELETE') return remove(context, user)
  throw notAllowed()
}

const notAllowed = () => new AuthError(405, 'method_not_allowed', 'Method not allowed')

const shown = async ({ pool }: Context, user: User) => Response.json(await shownUser(pool, user))

/** For a user whose authenticator is lost: an administrator removes the factor. */
async function answerFactors(context: Context, asked: Asked, user: User, id: string | undefined) {
  const factors = await factorsOf(context.pool, user.id)
  if (id === undefined && asked.method === 'GET') return Response.json(factors.map(shownFactor))
  const factor = factors.find((one) => one.id === id)
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  if (asked.method !== 'DELETE') throw notAllowed()
  await removeFactor(context, factor)
  return Response.json(shownFactor(factor))
}

async function list({ pool }: Context, asked: Asked): Promise<Response> {
  const size = Number(asked.query.get('per_page') ?? 50)
  const page = Number(asked.query.get('page') ?? 1)
  const [found, all] = await Promise.all([
    pool.query<User>('select * from auth.users order by created_at desc, id limit $1 offset $2', [
      size,
      (page - 1) * size,
    ]),
    pool.query<{ count: string }>('select count(*) from auth.users'),
  ])
  const users = await Promise.all(found.rows.map((user) => shownUser(pool, user)))
  const total = all.rows[0]?.count ?? '0'
  return Response.json({ users, aud: 'authenticated' }, { headers: { 'x-total-count': total } })
}

async function create(context: Context, asked: Asked): Promise<Response> {
  const given = attributes.safeParse(asked.body)
  if (!given.success || !given.data.email) {
    throw invalid('Cannot create a user without either an email or phone')
  }
  const { password, email_confirm, user_metadata = {}, app_metadata = {} } = given.data
  const email = normalEmail(given.data.email)
  if (await userByEmail(context.pool, email)) {
    throw new AuthError(
      422,
      'email_exists',
      'A user with this email address has already been registered',
    )
  }
  const user = await makeUser(context, {
    id: randomUUID(),
    email,
    hash: await hashPassword(context, password ?? randomUUID()),
    data: user_metadata,
    appData: app_metadata,
    isConfirmed: email_confirm ?? false,
  })
  return shown(context, user)
}

async function update(context: Context, asked: Asked, user: User): Promise<Response> {
  const given = read(attributes, asked.body)
  const hash = given.password ? await hashPassword(context, given.password) : null
  await context.pool.query(
    `update auth.users set
       email = coalesce(lower($2), email),
       encrypted_password = coalesce($3, encrypted_password),
       email_confirmed_at = case when $4 then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || coalesce($5, '{}'),
       raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || coalesce($6, '{}'),
       updated_at = now()
     where id = $1`,
    [
      user.id,
      given.email,
      hash,
      given.email_confirm ?? false,
      given.user_metadata,
      given.app_metadata,
    ],
  )
  return shown(context, (await userById(context.pool, user.id)) ?? user)
}

async function remove(context: Context, user: User): Promise<Response> {
  const answer = await shownUser(context.pool, user)
  await context.pool.query('delete from auth.users where id = $1', [user.id])
  return Response.json(answer)
}
