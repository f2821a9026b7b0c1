import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forAllTests } from './for-all-tests.ts'
import { migrationFiles } from './database.ts'
import { EXAMPLE, startTestStack } from './test-stack.ts'

// Tests that commands of the Supabase CLI work with the stack's database, as far as they need no Docker.
const extraVersion = '29990101000000'
const stack = forAllTests(startTestStack)
let workdir: string

beforeAll(async () => {
  workdir = mkdtempSync(join(tmpdir(), 'stack-cli-'))
  cpSync(EXAMPLE, workdir, { recursive: true })
  writeFileSync(
    join(workdir, 'supabase', 'migrations', `${extraVersion}_pushed.sql`),
    'create table public.pushed (id int primary key); alter table public.pushed enable row level security;',
  )
})
afterAll(() => rmSync(workdir, { recursive: true }))

async function cli(...args: string[]): Promise<string> {
  const script = createRequire(import.meta.url).resolve('supabase/dist/supabase.js')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, ...args, '--remote', stack.dbUrl, '--workdir', workdir, '--yes'],
    { env: { ...process.env, PGSSLMODE: 'disable', NO_COLOR: '1' }, maxBuffer: 10_000_000 },
  )
  return stdout.replaceAll('`', '')
}

test('`supabase migration list` shows which migrations the stack has applied', async () => {
  const listed = await cli('migration', 'list')
  for (const { version } of migrationFiles(join(EXAMPLE, 'supabase', 'migrations'))) {
    expect(listed).toMatch(new RegExp(`${version} +\\| ${version}`))
  }
  expect(listed).toMatch(new RegExp(`${extraVersion} +\\| +\\|`))
})

test('`supabase db push` applies a new migration as the role `postgres`', async () => {
  await cli('db', 'push')
  const [table] = await stack.sql(`select tableowner from pg_tables where tablename = 'pushed'`)
  expect(table).toEqual({ tableowner: 'postgres' })
  expect(await cli('migration', 'list')).toMatch(new RegExp(`${extraVersion} +\\| ${extraVersion}`))
})

test('`supabase gen types` describes the schema', async () => {
  const types = await cli('gen', 'types', '--lang', 'typescript', '--schema', 'public')
  expect(types).toMatch(/\bprofiles"?: \{/)
  expect(types).toContain('request_headers')
})
