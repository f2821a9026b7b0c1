import {
  createClient,
  type EmailOtpType,
  type Session,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { totpCode } from 'local-supabase/auth/totp.ts'
import { newTestCard } from '../../../scripts/sandbox-pay/cards.ts'
import { randomWord } from '../../../scripts/tools/testing/random-word.ts'
import {
  packOf,
  paymentOf,
  purchaseOf,
  type Order,
} from '../../../scripts/tools/testing/samples.ts'

type StackFile = Record<
  'apiUrl' | 'publishableKey' | 'secretKey' | 'dbUrl' | 'mailUrl' | 'webUrl',
  string
>

/** The stack under test: the one that the environment variables name, else that of `npm start`. */
export const stack = readStack()

function readStack() {
  const { env } = process
  if (env['SUPABASE_URL']) {
    return {
      apiUrl: env['SUPABASE_URL'],
      publishableKey: given('SUPABASE_PUBLISHABLE_KEY'),
      secretKey: given('SUPABASE_SECRET_KEY'),
      dbUrl: given('DATABASE_URL'),
      mailUrl: given('MAIL_URL'),
      webUrl: env['WEB_URL'] ?? 'http://127.0.0.1:3000',
    }
  }
  const file = join(import.meta.dirname, '..', '..', '..', '.stack', 'stack.json')
  return JSON.parse(readFileSync(file, 'utf8')) as StackFile
}

function given(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`SUPABASE_URL is set, but ${name} is not.`)
  return value
}

export const INVITE = 'WELCOME-KOLPACT'
export const PASSWORD = 'kolpact-demo-1'
/** A PNG file with one pixel. */
export const PNG = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

const options = {
  auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  db: { retry: false },
}

export const anonymous = () => createClient(stack.apiUrl, stack.publishableKey, options)
export const service = () => createClient(stack.apiUrl, stack.secretKey, options)

export type Member = {
  client: SupabaseClient
  userId: string
  id: string
  email: string
  name: string
  token: string
}

export async function signIn(email: string, password = PASSWORD): Promise<Member> {
  const { client, session } = await passwordAlone(email, password)
  return ownOf(client, session)
}

/** Signs in with the password alone. An account with a second factor can do nothing with this session yet. */
export async function passwordAlone(email: string, password = PASSWORD) {
  const client = anonymous()
  const { session } = must(await client.auth.signInWithPassword({ email, password }))
  return { client, session }
}

async function ownOf(client: SupabaseClient, session: Session): Promise<Member> {
  const { user, access_token: token } = session
  const { id, display_name: name } = must(
    await client.from('profiles').select('id, display_name').eq('user_id', user.id).single(),
  )
  return { client, userId: user.id, id, email: user.email ?? '', name, token }
}

/** Signs in the demo market's member of staff, with the second factor. */
export async function staff(): Promise<Member> {
  const { client, session } = await passwordAlone('staff@kolpact.test')
  const [factor] = await sql<{ id: string; secret: string }>(
    `select id, secret from auth.mfa_factors where user_id = $1 and status = 'verified'`,
    [session.user.id],
  )
  if (!factor) throw new Error('The demo staff has no second factor.')
  return ownOf(client, { ...session, ...(await prove(client, factor.id, factor.secret)) })
}

/** A member who has just enrolled a second factor and signed in with it. */
export async function withSecondFactor(member: Member): Promise<Member> {
  const { id, totp } = must(await member.client.auth.mfa.enroll({ factorType: 'totp' }))
  const { access_token: token } = await prove(member.client, id, totp.secret)
  return { ...member, token }
}

async function prove(client: SupabaseClient, factorId: string, secret: string) {
  const code = totpCode(secret)
  const proven = must(await client.auth.mfa.challengeAndVerify({ factorId, code }))
  // The library does not pass the token of a verified second factor to Realtime by itself.
  await client.realtime.setAuth(proven.access_token)
  return proven
}

type Wish = { approved?: boolean; invite?: string; profile?: Record<string, unknown> }

/** The member of staff who approves new members, signed in once for each test file. */
let approver: Promise<Member> | undefined

/** A new member with a confirmed address; creators are approved by staff unless stated otherwise. */
export async function newMember(role: 'brand' | 'kol', wish: Wish = {}): Promise<Member> {
  const email = newEmail(role)
  must(
    await service().auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { invite_code: wish.invite ?? INVITE, role },
    }),
  )
  const member = await signIn(email)
  member.name = `${role === 'brand' ? 'Brand' : 'Creator'} ${randomWord()}`
  const creator = { platforms: ['x'], categories: ['defi'], follower_counts: { x: 5000 } }
  const profile = { display_name: member.name, language: 'en', ...(role === 'kol' && creator) }
  done(
    await member.client
      .from('profiles')
      .update({ ...profile, ...wish.profile })
      .eq('id', member.id),
  )
  if (role === 'kol' && wish.approved !== false) {
    approver ??= staff()
    done(await (await approver).client.rpc('approve_profile', { profile_id: member.id }))
  }
  return member
}

export const newEmail = (name: string) => `${name}-${randomUUID().slice(0, 13)}@kolpact.test`

export async function newPack(creator: Member, more: Record<string, unknown> = {}) {
  const pack = packOf(creator.id, more)
  return must(await creator.client.from('packs').insert(pack).select().single())
}

export async function placeOrder(brand: Member, packId: string) {
  return must(await brand.client.rpc('place_order', purchaseOf(packId)))
}

/** Reports the full payment of an order, as the provider's webhook does. */
export async function fund(order: Order) {
  return must(await service().rpc('record_payment', paymentOf(order)))
}

export async function statusOf(member: Member, orderId: string): Promise<string> {
  return must(await member.client.from('pack_orders').select('status').eq('id', orderId).single())
    .status
}

export async function balanceOf(member: Member, kind: string): Promise<number> {
  const rows = must(
    await member.client.from('balances').select().eq('kind', kind).eq('currency', 'USD'),
  )
  return rows.reduce(
    (sum: number, row: { amount_minor: number }) => sum + Number(row.amount_minor),
    0,
  )
}

// Answers ------------------------------------------------------------------------------------
type Answer = { data: unknown; error: { message: string } | null }
type DataOf<A> = A extends { data: infer Data; error: null } ? NonNullable<Data> : never

/** The data of a successful response. */
export function must<A extends Answer>(answer: A): DataOf<A> {
  done(answer)
  if (answer.data === null || answer.data === undefined) throw new Error('The answer is empty.')
  return answer.data as DataOf<A>
}

export function done(answer: { error: { message: string } | null }): void {
  if (answer.error) throw new Error(`Refused: ${JSON.stringify(answer.error)}`)
}

// Mail ---------------------------------------------------------------------------------------
type Mail = { ID: string; Subject: string; Text: string; HTML: string }

export async function mailTo(address: string, subject: string | RegExp): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(async () => (found = await findMail(address, subject)), {
      timeout: 20_000,
      interval: 200,
    })
    .toBeDefined()
  return found as Mail
}

export async function mailsTo(address: string): Promise<Mail[]> {
  const query = encodeURIComponent(`to:${address}`)
  const answer = await fetch(`${stack.mailUrl}/api/v1/search?query=${query}`)
  const { messages } = (await answer.json()) as { messages: { ID: string }[] }
  return Promise.all(
    messages.map(async ({ ID }) => {
      const message = await fetch(`${stack.mailUrl}/api/v1/message/${ID}`)
      return (await message.json()) as Mail
    }),
  )
}

async function findMail(address: string, subject: string | RegExp): Promise<Mail | undefined> {
  return (await mailsTo(address)).find((mail) =>
    typeof subject === 'string' ? mail.Subject.includes(subject) : subject.test(mail.Subject),
  )
}

/** Follows the link of an auth mail as the client does, which works on any device. */
export async function followAuthLink(
  mail: Mail,
): Promise<{ page: string; client: SupabaseClient }> {
  const [, href = ''] = /href="([^"]*token_hash=[^"]*)"/.exec(mail.HTML) ?? []
  const { origin, pathname, searchParams } = new URL(href.replaceAll('&amp;', '&'))
  const client = anonymous()
  must(
    await client.auth.verifyOtp({
      token_hash: searchParams.get('token_hash') ?? '',
      type: (searchParams.get('type') ?? '') as EmailOtpType,
    }),
  )
  return { page: `${origin}${pathname}`, client }
}

// Functions ------------------------------------------------------------------------------------
export async function callFunction(
  name: string,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${stack.apiUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, json: await answer.json() }
}

export const bearer = (member: Member) => ({ authorization: `Bearer ${member.token}` })

/** Enters a card on the hosted pay page of the sandbox. */
export function payByCard(payUrl: string, number = newTestCard()): Promise<Response> {
  const card = { number, expiry: '12 / 40', cvc: '123', name: 'Test Buyer' }
  return fetch(payUrl, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' })
}

/** Makes the provider send a payment's webhooks again; returns the status of our response to each. */
export async function resendWebhooks(payUrl: string, times: number): Promise<number[]> {
  const { origin, pathname } = new URL(payUrl)
  const dashboard = await (await fetch(origin)).text()
  const [action] = new RegExp(`${pathname}/events/\\w+/resend`).exec(dashboard) ?? []
  const again = () =>
    fetch(`${origin}${action}`, { method: 'POST', headers: { accept: 'application/json' } })
  return Promise.all(
    Array.from({ length: times }, async () => (await (await again()).json()).status),
  )
}

// Direct database access, for rows and acts that no client has --------------------------------------
/** The database as its owner sees it, without row-level security. */
export const pool = new pg.Pool({ connectionString: stack.dbUrl, max: 4 })

export async function sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
  return (await pool.query<Row>(text, values)).rows
}

export async function expectSoundLedger(): Promise<void> {
  expect(await sql('select * from private.ledger_faults()')).toEqual([])
}
