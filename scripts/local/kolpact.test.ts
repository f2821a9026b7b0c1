import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { freePort } from 'local-supabase/ports.ts'
import { forgetFolder, temporaryFolder } from 'local-supabase/test-stack.ts'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '../project.ts'
import { FREE_PORTS } from './ports.ts'
import { startKolpact } from './start-kolpact.ts'
import { startTestKolpact } from './test-kolpact.ts'

const stateDir = temporaryFolder()
afterAll(() => forgetFolder(stateDir))
const running = forAllTests(() => startTestKolpact({ stateDir, scheduler: true }))

test('a port in use is refused, and the error names the variable that chooses another port', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  const ports = { ...FREE_PORTS, pay: port }
  const options = { ports, stateDir: temporaryFolder(), webMode: 'none' } as const
  await expect(startKolpact(options)).rejects.toThrow(
    new RegExp(`Port ${port} is taken, and the sandbox payment.*KOLPACT_PAY_PORT`),
  )
  other.close()
})

test('stack.json describes the running stack, and a second stack on the same folder is refused', async () => {
  expect(JSON.parse(readFileSync(join(stateDir, 'stack.json'), 'utf8'))).toMatchObject({
    apiUrl: running.apiUrl,
    publishableKey: running.publishableKey,
    inviteCode: 'WELCOME-KOLPACT',
    accounts: [{ role: 'brand' }, { role: 'kol' }, { role: 'staff' }],
  })
  await expect(startTestKolpact({ stateDir })).rejects.toThrow(/already runs/)
})

test('a notification in the outbox is mailed once', async () => {
  const { userId } = await running.member('ada')
  await running.sql(
    `select private.notify(id, 'profile_approved') from public.profiles where user_id = $1`,
    [userId],
  )
  await expect.poll(() => running.mails('ada@example.test'), { timeout: 15_000 }).toHaveLength(1)
  const unsent = () => running.sql(`select from private.email_outbox where status <> 'sent'`)
  await expect.poll(unsent).toHaveLength(0)
})

async function advisors(): Promise<string> {
  const script = createRequire(import.meta.url).resolve('supabase/dist/supabase.js')
  const target = ['--remote', running.dbUrl, '--workdir', projectRoot, '--yes']
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, 'db', 'advisors', '--output-format', 'json', ...target],
    { env: { ...process.env, PGSSLMODE: 'disable', NO_COLOR: '1' }, maxBuffer: 10_000_000 },
  )
  return stdout.replaceAll('`', '')
}

test('`supabase db advisors` reports nothing except the functions that may lack a search_path', async () => {
  const { results } = JSON.parse(await advisors()) as {
    results: {
      level: string
      name: string
      detail: string
      metadata: { schema: string; name: string }
    }[]
  }
  // Functions and procedures that may lack a fixed search_path. Names in an SQL-standard body are resolved when the
  // function is created, and Postgres could not inline a function with a setting. A procedure with a setting
  // cannot commit.
  const bound = await running.sql<{ name: string }>(
    `select format('%s.%s', pronamespace::regnamespace, proname) as name from pg_proc where prosqlbody is not null or prokind = 'p'`,
  )
  const names = new Set(bound.map(({ name }) => name))
  const unexplained = results.filter(
    ({ level, name, metadata }) =>
      level !== 'INFO' &&
      // Temporary functions belong to a session of Realtime and end with it.
      !metadata.schema.startsWith('pg_temp') &&
      !(
        name === 'function_search_path_mutable' && names.has(`${metadata.schema}.${metadata.name}`)
      ),
  )
  expect(unexplained.map(({ level, detail }) => `${level} ${detail}`)).toEqual([])
})
