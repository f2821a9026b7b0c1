import { createClient, type EmailOtpType, type SupabaseClient } from '@supabase/supabase-js'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openPool } from './pool.ts'
import { deleteCluster } from './postgres.ts'
import { startStack, type Stack, type StackInfo, type StackOptions } from './stack.ts'

/** An invite code with which users may sign up in the example project. */
export const INVITE = 'EXAMPLE-INVITE'
export const EXAMPLE = join(import.meta.dirname, 'example')
export const PASSWORD = 'long-enough-1'

type Options = Partial<StackOptions> & {
  /** User data that the project's sign-up hook requires. */
  signUpData?: Record<string, unknown>
}

/** Helpers of tests for a running stack. */
export type TestTools = {
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** A new client, signed out. */
  client(): SupabaseClient
  admin: SupabaseClient
  /** Makes a member with a confirmed address, and a client that is signed in as that member. */
  member(name: string): Promise<{ client: SupabaseClient; userId: string }>
  /** Makes another client that is signed in as a member. */
  signIn(name: string): Promise<SupabaseClient>
  /** The mails to an address, newest first, with their text. */
  mails(address: string): Promise<{ Subject: string; Text: string; HTML: string }[]>
}

export type TestStack = Stack & TestTools & { readonly stateDir: string }

/** Starts a stack of the example project, on free ports, without seed, in a temporary folder. */
export async function startTestStack(options: Options = {}): Promise<TestStack> {
  const { signUpData = { invite_code: INVITE }, stateDir = temporaryFolder(), ...rest } = options
  const stack = await startStack({
    projectDir: EXAMPLE,
    ports: { api: 0, db: 0, mail: 0 },
    stateDir,
    seed: false,
    durable: false,
    limitRates: false,
    ...rest,
  })
  const { close, ...tools } = testTools(stack, signUpData)
  return {
    ...stack,
    ...tools,
    stateDir,
    async stop() {
      await close()
      await stack.stop()
      if (!options.stateDir) await forgetFolder(stateDir)
    },
  }
}

/** Clients, members, mails and SQL of a running stack. */
export function testTools(
  stack: StackInfo,
  signUpData: Record<string, unknown>,
): TestTools & { close(): Promise<void> } {
  const pool = openPool(stack.dbUrl, { max: 2 })
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  const client = () => createClient(stack.apiUrl, stack.publishableKey, { auth })
  const admin = createClient(stack.apiUrl, stack.secretKey, { auth })
  const signIn = async (name: string) => {
    const own = client()
    const { error } = await own.auth.signInWithPassword({
      email: `${name}@example.test`,
      password: PASSWORD,
    })
    if (error) throw error
    return own
  }

  return {
    client,
    admin,
    sql: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    async member(name) {
      const email = `${name}@example.test`
      const created = await admin.auth.admin.createUser({
        email,
        password: PASSWORD,
        email_confirm: true,
        user_metadata: signUpData,
      })
      if (created.error) throw created.error
      return { client: await signIn(name), userId: created.data.user.id }
    },
    signIn,
    async mails(address) {
      type Message = { ID: string; Subject: string; Text: string; HTML: string }
      const get = async <T>(path: string) =>
        (await fetch(stack.mailUrl + path)).json() as Promise<T>
      const found = await get<{ messages: Message[] }>(
        `/api/v1/search?query=to:${encodeURIComponent(address)}`,
      )
      return Promise.all(found.messages.map(({ ID }) => get<Message>(`/api/v1/message/${ID}`)))
    },
    close: () => pool.end(),
  }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'supabase-stack-'))
  chmodSync(folder, 0o711)
  return folder
}

export async function forgetFolder(stateDir: string) {
  await deleteCluster(join(stateDir, 'postgres'))
  rmSync(stateDir, { recursive: true, force: true })
}

/** The page and the token of the link in a mail. */
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

/** The code in a mail, which a person would type. */
export function codeIn(mail: { Text: string } | undefined): string {
  return /\b\d{8}\b/.exec(mail?.Text.replaceAll(/https?:\S+/g, '') ?? '')?.[0] ?? ''
}
