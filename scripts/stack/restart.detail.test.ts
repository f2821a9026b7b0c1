import { createServer } from 'node:net'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from './ports.ts'
import { startStack } from './stack.ts'
import {
  EXAMPLE,
  forgetFolder,
  PASSWORD,
  startTestStack,
  temporaryFolder,
  type TestStack,
} from './test-stack.ts'

test('a port in use is refused with its number, its owner and a remedy, and no process is left running', async () => {
  const port = await freePort()
  const squatter = createServer().listen(port, '127.0.0.1')
  const stateDir = temporaryFolder()
  const ports = { api: 0, db: 0, mail: port }
  await expect(startStack({ projectDir: EXAMPLE, ports, stateDir })).rejects.toThrow(
    `Port ${port} is taken, and the mailbox wants it.`,
  )
  squatter.close()
  const stack = await startTestStack({ ports, stateDir })
  await stack.stop()
  await forgetFolder(stateDir)
})

describe('restarts of the stack', () => {
  const stateDir = temporaryFolder()
  afterAll(() => forgetFolder(stateDir))

  test('a restart of the stack keeps rows, sessions, files, mails and keys', async () => {
    const first = await startTestStack({ stateDir })
    const { client, userId } = await first.member('ada')
    const session = (await client.auth.getSession()).data.session
    await first.sql(`insert into storage.buckets (id, name, public) values ('open', 'open', true)`)
    await first.admin.storage.from('open').upload('a.txt', 'kept', { contentType: 'text/plain' })
    await client.auth.resetPasswordForEmail('ada@example.test')
    await first.stop()

    const second = await startTestStack({ stateDir })
    expect(second.publishableKey).toBe(first.publishableKey)
    expect((await second.admin.auth.admin.getUserById(userId)).data.user?.email).toBe(
      'ada@example.test',
    )
    const refreshed = await second
      .client()
      .auth.refreshSession({ refresh_token: session?.refresh_token ?? '' })
    expect(refreshed.error).toBeNull()
    expect(await (await second.admin.storage.from('open').download('a.txt')).data?.text()).toBe(
      'kept',
    )
    expect(await second.mails('ada@example.test')).toHaveLength(1)
    await second.stop()
  })

  test('a stack does not start while another one holds its folder', async () => {
    const running = await startTestStack({ stateDir })
    await expect(startTestStack({ stateDir })).rejects.toThrow(/already runs/)
    await running.stop()
  })
})

describe('restarts of the database', () => {
  let stack: TestStack
  beforeAll(async () => {
    stack = await startTestStack()
    await stack.sql(
      'create table public.notes (id uuid primary key); grant all on public.notes to service_role',
    )
    await stack.reloadSchema()
  })
  afterAll(() => stack.stop())

  test('while the database restarts, writes get 503; afterwards they work, and no acknowledged write is lost', async () => {
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
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(20)
    await stack.restartDatabase()
    const restarted = acknowledged.length
    await expect
      .poll(() => acknowledged.length, { timeout: 30_000 })
      .toBeGreaterThan(restarted + 20)
    over.abort()
    await Promise.all(writers)

    expect(statuses).toEqual(new Set([201, 503]))
    const found = await stack.sql<{ id: string }>('select id from public.notes')
    const stored = new Set(found.map(({ id }) => id))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    const signedIn = await stack
      .client()
      .auth.signInWithPassword({ email: 'ada@example.test', password: PASSWORD })
    expect(signedIn.error).toBeNull()
    expect((await stack.admin.storage.from('attachments').list()).error).toBeNull()
  })
})
