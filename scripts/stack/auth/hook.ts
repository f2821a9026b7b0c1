import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { AuthError } from './errors.ts'

const answer = z.object({
  error: z.object({ http_code: z.number().optional(), message: z.string() }).optional(),
})

type NewUser = { email: string; data: Record<string, unknown>; address: string }

/** Runs the `before_user_created` hook; a refusal is thrown in the shape that GoTrue gives it. */
export async function askHook(
  pool: pg.Pool,
  uri: string,
  { email, data, address }: NewUser,
): Promise<void> {
  const [, schema, name] = /^pg-functions:\/\/[^/]+\/([^/]+)\/([^/]+)$/.exec(uri) ?? []
  if (!schema || !name) throw new Error(`supabase/config.toml: "${uri}" is no pg-functions URI`)
  const event = {
    metadata: {
      uuid: randomUUID(),
      time: new Date().toISOString(),
      name: 'before-user-created',
      ip_address: address,
    },
    user: {
      id: randomUUID(),
      aud: 'authenticated',
      role: '',
      email: email.toLowerCase(),
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: data,
      identities: [],
      created_at: '0001-01-01T00:00:00Z',
      updated_at: '0001-01-01T00:00:00Z',
      is_anonymous: false,
    },
  }
  const hook = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
  const result = await pool.query<{ answer: unknown }>(`select ${hook}($1::jsonb) as answer`, [
    event,
  ])
  const { error } = answer.parse(result.rows[0]?.answer ?? {})
  if (error?.message) throw new AuthError(error.http_code ?? 500, 'unknown', error.message)
}
