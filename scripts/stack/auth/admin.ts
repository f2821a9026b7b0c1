import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Asked, Context } from './context.ts'
import { AuthError, invalid, notFound } from './errors.ts'
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

/** The routes `/admin/users`, which only the service role may use. */
export async function answerAdmin(context: Context, asked: Asked): Promise<Response> {
  if (asked.keyRole !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
  const [, , resource, id, relation, relationId] = asked.path.split('/')
  if (resource !== 'users') throw new AuthError(404, 'not_found', 'Not found')
  if (id === undefined) {
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
  if (asked.method === 'DELETE') return remove(context, user)
  throw notAllowed()
}

const notAllowed = () => new AuthError(405, 'method_not_allowed', 'Method not allowed')

const shown = async ({ pool }: Context, user: User) => Response.json(await shownUser(pool, user))

/** Lists or removes a user's second factors, for example after a lost authenticator. */
async function answerFactors(context: Context, asked: Asked, user: User, id: string | undefined) {
  const factors = await factorsOf(context.pool, user.id)
  if (id === undefined && asked.method === 'GET') return Response.json(factors.map(shownFactor))
  const factor = factors.find((one) => one.id === id)
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  if (asked.method !== 'DELETE') throw notAllowed()
  await removeFactor(context, factor)
  return Response.json(shownFactor(factor))
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

async function remove(context: Context, user: User): Promise<Response> {
  const answer = await shownUser(context.pool, user)
  await context.pool.query('delete from auth.users where id = $1', [user.id])
  return Response.json(answer)
}
