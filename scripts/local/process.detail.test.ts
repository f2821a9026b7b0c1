import { createClient } from '@supabase/supabase-js'
import { totpCode } from 'local-supabase/auth/totp.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { projectRoot } from '../project.ts'
import { commandOf } from 'local-supabase/processes.ts'
import type { KolpactInfo } from './start-kolpact.ts'
import { forgetFolder, temporaryFolder } from 'local-supabase/test-stack.ts'
import { readConfig } from 'local-supabase/config.ts'
import { prepareFilledCluster } from 'local-supabase/start-database.ts'

// Long timeouts, because building and seeding the first database takes minutes on a busy machine.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 })

// Tests `npm start` as a process: signals of a terminal or a supervisor, and crashes.
const stateDir = temporaryFolder()
beforeAll(() =>
  prepareFilledCluster({
    projectDir: projectRoot,
    stateDir,
    config: readConfig(projectRoot),
    seed: true,
    log: () => {},
  }),
)
let running: ChildProcess | undefined
afterEach(() => running?.kill('SIGKILL'))
afterAll(() => forgetFolder(stateDir))

function start() {
  const child = spawn(process.execPath, [join(projectRoot, 'scripts', 'start.ts')], {
    env: {
      ...process.env,
      KOLPACT_STATE_DIR: stateDir,
      KOLPACT_API_PORT: '0',
      KOLPACT_DB_PORT: '0',
      KOLPACT_MAIL_PORT: '0',
      KOLPACT_WEB_PORT: '0',
      KOLPACT_PAY_PORT: '0',
      KOLPACT_CHAIN_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += String(chunk)))
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  running = child
  return { child, exit, output: () => output }
}

async function ready(
  started: ReturnType<typeof start>,
): Promise<{ info: KolpactInfo; children: number[] }> {
  await expect
    .poll(started.output, { timeout: 150_000, interval: 100 })
    .toContain('Kolpact is ready')
  const info = JSON.parse(readFileSync(join(stateDir, 'stack.json'), 'utf8')) as KolpactInfo
  return { info, children: childrenOf(started.child) }
}

function childrenOf({ pid }: ChildProcess): number[] {
  const tasks = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return tasks.trim().split(' ').map(Number)
}

const alive = (pids: number[]) => pids.filter((pid) => commandOf(pid) !== '')
const isLinux = existsSync('/proc/self/task')

/** Expects that the demo's staff account can sign in with the second factor that stack.json contains. */
async function expectDemoStaff({ apiUrl, publishableKey, accounts }: KolpactInfo) {
  const staff = accounts.find(({ role }) => role === 'staff')
  expect(accounts.filter(({ totpSecret }) => totpSecret)).toEqual([staff])
  const client = createClient(apiUrl, publishableKey, { auth: { persistSession: false } })
  const { email = '', password = '', totpSecret = '' } = staff ?? {}
  const { data } = await client.auth.signInWithPassword({ email, password })
  const seen = async () => (await client.from('staff_audit').select('id').limit(1)).data?.length
  expect(await seen()).toBe(0)
  const factorId = data.user?.factors?.[0]?.id ?? ''
  const code = totpCode(totpSecret)
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
  expect(await seen()).toBe(1)
}

test.skipIf(!isLinux)(
  'npm start prints addresses and demo accounts, and SIGTERM ends npm start and its processes',
  async () => {
    const started = start()
    const { info, children } = await ready(started)
    for (const part of [
      info.webUrl,
      info.mailUrl,
      'brand@kolpact.test',
      'kolpact-demo-1',
      'WELCOME-KOLPACT',
    ]) {
      expect(started.output()).toContain(part)
    }
    expect((await fetch(info.webUrl)).status).toBe(200)
    await expectDemoStaff(info)
    expect(children.length).toBeGreaterThanOrEqual(3) // Postgres, the web client, the guard
    started.child.kill('SIGTERM')
    expect(await started.exit).toBe(0)
    await expect.poll(() => alive(children)).toEqual([])
    expect(existsSync(join(stateDir, 'stack.json'))).toBe(false)
  },
)

test.skipIf(!isLinux)('npm start names a crashed process and stops the others', async () => {
  const started = start()
  const { children } = await ready(started)
  const web = children.find((pid) => commandOf(pid).includes('vite')) ?? 0
  process.kill(web, 'SIGKILL')
  expect(await started.exit).toBe(1)
  expect(started.output()).toContain('The web client was ended by SIGKILL')
  await expect.poll(() => alive(children)).toEqual([])
})

// One test for three cases, because each start of the stack takes five seconds of CPU time.
test.skipIf(!isLinux)(
  'kill -9 of npm start leaves no orphan, the next start works, and Ctrl-C ends it',
  async () => {
    const started = start()
    const { children } = await ready(started)
    started.child.kill('SIGKILL')
    await started.exit
    await expect.poll(() => alive(children), { timeout: 15_000 }).toEqual([])

    // If the guard was killed too, the next start finds the leftover Postgres and stops it.
    const again = start()
    const second = await ready(again)
    const guard = second.children.find((pid) => commandOf(pid).includes('guard.ts')) ?? 0
    const server = second.children.find((pid) => commandOf(pid).includes('postgres')) ?? 0
    const web = second.children.filter((pid) => pid !== guard && pid !== server)
    process.kill(guard, 'SIGKILL')
    again.child.kill('SIGKILL')
    await again.exit
    for (const pid of web) process.kill(pid, 'SIGKILL')
    expect(alive([server])).toEqual([server])

    const third = start()
    const { children: last } = await ready(third)
    expect(alive([server])).toEqual([])
    third.child.kill('SIGINT')
    expect(await third.exit).toBe(0)
    await expect.poll(() => alive(last)).toEqual([])
    expect(third.output()).not.toContain('was ended by')
  },
)
