import { createServer } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { totpCode } from './auth/totp.ts'
import { freePort } from './ports.ts'
import { startStack, type StackInfo } from './stack.ts'
import {
  forgetFolder,
  PASSWORD,
  startTestStack,
  temporaryFolder,
  type TestStack,
} from './test-stack.ts'

test('a taken port is refused with its number, its owner and the way out, and nothing is left running', async () => {
  const port = await freePort()
  const squatter = createServer().listen(port, '127.0.0.1')
  const stateDir = temporaryFolder()
  const ports = { api: 0, db: 0, mail: port, web: 0, pay: 0 }
  await expect(startStack({ ports, stateDir, webMode: 'none' })).rejects.toThrow(
    new RegExp(`Port ${port} is taken, and the mailbox wants it\\..*KOLPACT_MAIL_PORT`),
  )
  squatter.close()
  const stack = await startTestStack({ ports, stateDir })
  await stack.stop()
  await forgetFolder(stateDir)
})

describe('a restart', () => {
  const stateDir = temporaryFolder()
  afterAll(() => forgetFolder(stateDir))

  test('keeps rows, sessions, files, mails and keys', async () => {
    const first = await startTestStack({ stateDir })
    const { client, userId } = await first.member('ada')
    const session = (await client.auth.getSession()).data.session
    await first.sql(`insert into storage.buckets (id, name, public) values ('open', 'open', true)`)
    await first.admin.storage.from('open').upload('a.txt', 'kept', { contentType: 'text/plain' })
    await client.auth.resetPasswordForEmail('ada@kolpact.test')
    await first.stop()

    const second = await startTestStack({ stateDir })
    expect(second.publishableKey).toBe(first.publishableKey)
    expect((await second.admin.auth.admin.getUserById(userId)).data.user?.email).toBe(
      'ada@kolpact.test',
    )
    const refreshed = await second
      .client()
      .auth.refreshSession({ refresh_token: session?.refresh_token ?? '' })
    expect(refreshed.error).toBeNull()
    expect(await (await second.admin.storage.from('open').download('a.txt')).data?.text()).toBe(
      'kept',
    )
    expect(await second.mails('ada@kolpact.test')).toHaveLength(1)
    await second.stop()
  })

  test('is refused while another stack holds the folder', async () => {
    const running = await startTestStack({ stateDir })
    const info = JSON.parse(readFileSync(join(stateDir, 'stack.json'), 'utf8'))
    expect(info).toMatchObject({
      apiUrl: running.apiUrl,
      publishableKey: running.publishableKey,
      inviteCode: 'WELCOME-KOLPACT',
      accounts: [{ role: 'brand' }, { role: 'kol' }, { role: 'staff' }],
    })
    await expect(startTestStack({ stateDir })).rejects.toThrow(/already runs/)
    await running.stop()
  })
})

test('the demo staff can be tried at once: stack.json holds what makes its codes', async () => {
  const stack = await startTestStack({ seed: true })
  try {
    const info = JSON.parse(readFileSync(join(stack.stateDir, 'stack.json'), 'utf8')) as StackInfo
    const staff = info.accounts.find(({ role }) => role === 'staff')
    expect(info.accounts.filter(({ totpSecret }) => totpSecret)).toEqual([staff])
    const client = stack.client()
    const { email = '', password = '', totpSecret = '' } = staff ?? {}
    const { data } = await client.auth.signInWithPassword({ email, password })
    const seen = async () => (await client.from('pack_orders').select('id').limit(5)).data?.length
    expect(await seen()).toBe(0)
    const factorId = data.user?.factors?.[0]?.id ?? ''
    const code = totpCode(totpSecret)
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    expect(await seen()).toBe(5)
  } finally {
    await stack.stop()
  }
}, 180_000)

describe('the database restarted under load', () => {
  let stack: TestStack
  beforeAll(async () => {
    stack = await startTestStack()
    await stack.sql(
      'create table public.notes (id uuid primary key); grant all on public.notes to service_role',
    )
    await stack.reloadSchema()
  })
  afterAll(() => stack.stop())

  test('is refused with 503 meanwhile, recovers, and loses nothing that it had acknowledged', async () => {
    await stack.member('ada')
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    const over = new AbortController()
    const writer = async () => {
      while (!over.signal.aborted) {
        const id = randomUUID()
        const { error, status } = await stack.admin.from('notes').insert({ id })
        statuses.add(status)
        if (!error) acknowledged.push(id)
        else await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const writers = Array.from({ length: 8 }, writer)
    await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(20)
    await stack.restartDatabase()
    const restarted = acknowledged.length
    await expect
      .poll(() => acknowledged.length, { timeout: 10_000 })
      .toBeGreaterThan(restarted + 20)
    over.abort()
    await Promise.all(writers)

    expect(statuses).toEqual(new Set([201, 503]))
    const found = await stack.sql<{ id: string }>('select id from public.notes')
    const stored = new Set(found.map(({ id }) => id))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    const signedIn = await stack
      .client()
      .auth.signInWithPassword({ email: 'ada@kolpact.test', password: PASSWORD })
    expect(signedIn.error).toBeNull()
    expect((await stack.admin.storage.from('attachments').list()).error).toBeNull()
  })
})
