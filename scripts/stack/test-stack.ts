import { createClient, type EmailOtpType, type SupabaseClient } from '@supabase/supabase-js'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openPool } from './pool.ts'
import { deleteCluster } from './postgres.ts'
import { startStack, type Stack, type StackOptions } from './stack.ts'

export const INVITE = 'STACK-TEST-INVITE'
export const PASSWORD = 'long-enough-1'

export type TestStack = Stack & {
  readonly stateDir: string
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** A client of its own, signed out. */
  client(): SupabaseClient
  admin: SupabaseClient
  /** A member with a confirmed address, and a client signed in as it. */
  member(name: string): Promise<{ client: SupabaseClient; userId: string }>
  /** The mails to an address, newest first, with their text. */
  mails(address: string): Promise<{ Subject: string; Text: string; HTML: string }[]>
}

/** A stack without clock, client and seed, on free ports, in a folder that goes with it. */
export async function startTestStack(options: StackOptions = {}): Promise<TestStack> {
  const stateDir = options.stateDir ?? temporaryFolder()
  const stack = await startStack({
    ports: { api: 0, db: 0, mail: 0, web: 0, pay: 0 },
    stateDir,
    webMode: 'none',
    seed: false,
    durable: false,
    limitRates: false,
    scheduler: false,
    ...options,
  })
  const pool = openPool(stack.dbUrl, { max: 2 })
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  const client = () => createClient(stack.apiUrl, stack.publishableKey, { auth })
  const admin = createClient(stack.apiUrl, stack.secretKey, { auth })
  await pool.query(
    'insert into public.invites (code, max_uses) values ($1, 1000) on conflict do nothing',
    [INVITE],
  )

  return {
    ...stack,
    stateDir,
    client,
    admin,
    sql: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    async member(name) {
      const email = `${name}@kolpact.test`
      const created = await admin.auth.admin.createUser({
        email,
        password: PASSWORD,
        email_confirm: true,
        user_metadata: { invite_code: INVITE },
      })
      if (created.error) throw created.error
      const own = client()
      const signedIn = await own.auth.signInWithPassword({ email, password: PASSWORD })
      if (signedIn.error) throw signedIn.error
      return { client: own, userId: created.data.user.id }
    },
    async mails(address) {
      type Message = { ID: string; Subject: string; Text: string; HTML: string }
      const get = async <T>(path: string) =>
        (await fetch(stack.mailUrl + path)).json() as Promise<T>
      const found = await get<{ messages: Message[] }>(
        `/api/v1/search?query=to:${encodeURIComponent(address)}`,
      )
      return Promise.all(found.messages.map(({ ID }) => get<Message>(`/api/v1/message/${ID}`)))
    },
    async stop() {
      await pool.end()
      await stack.stop()
      if (options.stateDir) return
      await forgetFolder(stateDir)
    },
  }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kolpact-stack-'))
  chmodSync(folder, 0o711)
  return folder
}

export async function forgetFolder(stateDir: string) {
  await deleteCluster(join(stateDir, 'postgres'))
  rmSync(stateDir, { recursive: true, force: true })
}

/** What the link of a mail carries to a page of the client. */
export function linkIn(mail: { Text: string } | undefined) {
  const text = /https?:\/\/\S+token_hash=\S+/.exec(mail?.Text ?? '')?.[0]
  if (!text) throw new Error(`There is no link in: ${mail?.Text ?? 'no mail'}`)
  const { origin, pathname, searchParams } = new URL(text)
  return {
    page: `${origin}${pathname}`,
    token_hash: searchParams.get('token_hash') ?? '',
    type: (searchParams.get('type') ?? '') as EmailOtpType,
  }
}

/** The code of a mail, as a person would type it. */
export function codeIn(mail: { Text: string } | undefined): string {
  return /\b\d{8}\b/.exec(mail?.Text.replaceAll(/https?:\S+/g, '') ?? '')?.[0] ?? ''
}
