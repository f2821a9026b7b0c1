import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { transaction, type Asked, type Context, type Db } from './context.ts'
import { AuthError, invalid, read } from './errors.ts'
import { openSession, type Method } from './sessions.ts'
import { userById } from './users.ts'

/** A flow that began elsewhere ends within this time. */
const EXPIRY_S = 5 * 60

export const challengeFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
}

type Challenge = {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}

const grantBody = z.object({
  auth_code: z.string().default(''),
  code_verifier: z.string().default(''),
})

type Flow = {
  id: string
  user_id: string | null
  code_challenge: string
  code_challenge_method: 's256' | 'plain'
  authentication_method: Method
  is_expired: boolean
}

/** True when the request begins a PKCE flow; refuses a challenge that is none. */
export function isPkce({ code_challenge: code, code_challenge_method: method }: Challenge) {
  if (!code !== !method) {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (!code) return false
  if (code.length < 43 || code.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters')
  }
  if (!/^[a-zA-Z._~0-9-]+$/.test(code)) {
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
  if (!['s256', 'plain'].includes(method?.toLowerCase() ?? '')) {
    throw invalid(`unsupported code_challenge method "${method}"`)
  }
  return true
}

/** Keeps the challenge until the link of the mail is followed. */
export async function beginFlow(db: Db, userId: string, method: Method, challenge: Challenge) {
  await db.query(
    `insert into auth.flow_state
       (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
        authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6, now(), now())`,
    [
      randomUUID(),
      userId,
      randomUUID(),
      challenge.code_challenge_method?.toLowerCase(),
      challenge.code_challenge,
      method,
    ],
  )
}

/** The code that the followed link carries back to the client that began the flow. */
export async function issueCode(db: Db, userId: string, method: Method): Promise<string> {
  const found = await db.query<{ auth_code: string }>(
    `update auth.flow_state set auth_code_issued_at = now(), updated_at = now()
      where id = (
        select id from auth.flow_state where user_id = $1 and authentication_method = $2
        order by created_at desc limit 1
      )
      returning auth_code`,
    [userId, method],
  )
  if (found.rows[0]) return found.rows[0].auth_code
  throw new AuthError(422, 'flow_state_not_found', 'No valid flow state found for user.')
}

/** `grant_type=pkce`: a session for the code and the verifier of the client's own challenge. */
export async function exchangeCode(context: Context, asked: Asked): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = read(grantBody, asked.body)
  if (!code || !verifier) {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  const answer = await transaction(context.pool, async (db) => {
    const found = await db.query<Flow>(
      `select *, coalesce(auth_code_issued_at, created_at) < now() - make_interval(secs => $2) as is_expired
         from auth.flow_state where auth_code = $1 for update`,
      [code, EXPIRY_S],
    )
    const flow = found.rows[0]
    if (!flow?.user_id) {
      throw new AuthError(
        404,
        'flow_state_not_found',
        'invalid flow state, no valid flow state found',
      )
    }
    if (flow.is_expired) {
      throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
    }
    assertVerifier(flow, verifier)
    const user = await userById(db, flow.user_id)
    if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
    await db.query('delete from auth.flow_state where id = $1', [flow.id])
    return openSession(context, db, user, flow.authentication_method, asked)
  })
  return Response.json(answer)
}

function assertVerifier(flow: Flow, verifier: string) {
  const made =
    flow.code_challenge_method === 'plain'
      ? verifier
      : createHash('sha256').update(verifier).digest('base64url')
  if (made === flow.code_challenge) return
  throw new AuthError(
    400,
    'bad_code_verifier',
    'code challenge does not match previously saved code verifier',
  )
}
