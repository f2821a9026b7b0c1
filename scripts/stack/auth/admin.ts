import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import type { Claims } from '../tokens.ts'
import { AuthError, notFound } from './errors.ts'

const uuid = z.guid()
const attributes = z.object({
  email: z.email().optional(),
  password: z.string().optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: z.record(z.string(), z.unknown()).optional(),
  app_metadata: z.record(z.string(), z.unknown()).optional(),
})

// The user as GoTrue shows it to an administrator.
const shown = `
  select jsonb_build_object(
    'id', u.id,
    'aud', u.aud,
    'role', u.role,
    'email', coalesce(u.email, ''),
    'phone', coalesce(u.phone, ''),
    'email_confirmed_at', u.email_confirmed_at,
    'confirmed_at', u.confirmed_at,
    'confirmation_sent_at', u.confirmation_sent_at,
    'last_sign_in_at', u.last_sign_in_at,
    'app_metadata', u.raw_app_meta_data,
    'user_metadata', u.raw_user_meta_data,
    'identities', coalesce((
      select jsonb_agg(to_jsonb(i) - 'id' - 'provider_id' || jsonb_build_object('identity_id', i.id, 'id', i.provider_id))
      from auth.identities i where i.user_id = u.id
    ), '[]'),
    'created_at', u.created_at,
    'updated_at', u.updated_at,
    'is_anonymous', u.is_anonymous
  ) as user
  from auth.users u`

/** `/auth/v1/admin/users`: for the service role alone. */
export async function answerAdmin(
  request: Request,
  path: string,
  claims: Claims,
  pool: pg.Pool,
): Promise<Response> {
  if (claims.role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
  const [, , resource, id] = path.split('/')
  if (resource !== 'users') throw new AuthError(404, 'not_found', 'Not found')
  if (id !== undefined && !uuid.safeParse(id).success) {
    throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  }
  switch (`${request.method} ${id === undefined ? 'all' : 'one'}`) {
    case 'GET all':
      return list(request, pool)
    case 'POST all':
      return create(await request.json(), pool)
    case 'GET one':
      return Response.json(await find(pool, id ?? ''))
    case 'PUT one':
      return update(id ?? '', await request.json(), pool)
    case 'DELETE one':
      return remove(id ?? '', pool)
    default:
      throw new AuthError(405, 'method_not_allowed', 'Method not allowed')
  }
}

async function find(pool: pg.Pool, id: string): Promise<unknown> {
  const found = await pool.query<{ user: unknown }>(`${shown} where u.id = $1`, [id])
  if (!found.rows[0]) throw notFound()
  return found.rows[0].user
}

async function list(request: Request, pool: pg.Pool): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const size = Number(searchParams.get('per_page') ?? 50)
  const page = Number(searchParams.get('page') ?? 1)
  const [found, all] = await Promise.all([
    pool.query<{ user: unknown }>(`${shown} order by u.created_at desc, u.id limit $1 offset $2`, [
      size,
      (page - 1) * size,
    ]),
    pool.query<{ count: string }>('select count(*) from auth.users'),
  ])
  const users = found.rows.map(({ user }) => user)
  const total = all.rows[0]?.count ?? '0'
  return Response.json({ users, aud: 'authenticated' }, { headers: { 'x-total-count': total } })
}

async function create(body: unknown, pool: pg.Pool): Promise<Response> {
  const given = attributes.safeParse(body)
  const email = given.data?.email?.toLowerCase()
  if (!given.success || !email) {
    throw new AuthError(
      400,
      'validation_failed',
      'Cannot create a user without either an email or phone',
    )
  }
  const { password, email_confirm, user_metadata = {}, app_metadata = {} } = given.data
  const id = randomUUID()
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data, raw_app_meta_data)
       values ($1, $2, extensions.crypt($3, extensions.gen_salt('bf', 10)), case when $4 then now() end, $5, $6)`,
      [
        id,
        email,
        password ?? randomUUID(),
        email_confirm ?? false,
        user_metadata,
        { provider: 'email', providers: ['email'], ...app_metadata },
      ],
    )
    await client.query(
      `insert into auth.identities (id, provider, provider_id, user_id, identity_data) values ($1, 'email', $2::uuid, $2::uuid, $3)`,
      [randomUUID(), id, { sub: id, email, email_verified: email_confirm ?? false }],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === '23505') {
      throw new AuthError(
        422,
        'email_exists',
        'A user with this email address has already been registered',
      )
    }
    throw new AuthError(500, 'unexpected_failure', 'Database error creating new user', {
      cause: error,
    })
  } finally {
    client.release()
  }
  return Response.json(await find(pool, id))
}

async function update(id: string, body: unknown, pool: pg.Pool): Promise<Response> {
  const given = attributes.parse(body)
  await pool.query(
    `update auth.users set
       email = coalesce(lower($2), email),
       encrypted_password = coalesce(extensions.crypt($3, extensions.gen_salt('bf', 10)), encrypted_password),
       email_confirmed_at = case when $4 then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
       raw_user_meta_data = raw_user_meta_data || coalesce($5, '{}'),
       raw_app_meta_data = raw_app_meta_data || coalesce($6, '{}'),
       updated_at = now()
     where id = $1`,
    [
      id,
      given.email,
      given.password,
      given.email_confirm ?? false,
      given.user_metadata,
      given.app_metadata,
    ],
  )
  return Response.json(await find(pool, id))
}

async function remove(id: string, pool: pg.Pool): Promise<Response> {
  const user = await find(pool, id)
  await pool.query('delete from auth.users where id = $1', [id])
  return Response.json(user)
}
