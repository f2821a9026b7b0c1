import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationFiles, migrationsDir } from './database.ts'
import { projectRoot } from './paths.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

// The Supabase CLI takes the stack's database for one of its own, as far as it can without Docker.
const extraVersion = '29990101000000'
let stack: TestStack
let workdir: string

beforeAll(async () => {
  stack = await startTestStack()
  workdir = mkdtempSync(join(tmpdir(), 'kolpact-cli-'))
  const folder = join(workdir, 'supabase', 'migrations')
  mkdirSync(folder, { recursive: true })
  cpSync(join(projectRoot, 'supabase', 'config.toml'), join(workdir, 'supabase', 'config.toml'))
  cpSync(join(projectRoot, 'supabase', 'templates'), join(workdir, 'supabase', 'templates'), {
    recursive: true,
  })
  if (existsSync(migrationsDir)) cpSync(migrationsDir, folder, { recursive: true })
  writeFileSync(
    join(folder, `${extraVersion}_pushed.sql`),
    'create table public.pushed (id int primary key); alter table public.pushed enable row level security;',
  )
})
afterAll(async () => {
  await stack.stop()
  rmSync(workdir, { recursive: true })
})

async function cli(...args: string[]): Promise<string> {
  const script = createRequire(import.meta.url).resolve('supabase/dist/supabase.js')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, ...args, '--remote', stack.dbUrl, '--workdir', workdir, '--yes'],
    { env: { ...process.env, PGSSLMODE: 'disable', NO_COLOR: '1' }, maxBuffer: 10_000_000 },
  )
  return stdout.replaceAll('`', '')
}

test('migration list sees what the stack has applied', async () => {
  const listed = await cli('migration', 'list')
  for (const { version } of migrationFiles()) {
    expect(listed).toMatch(new RegExp(`${version} +\\| ${version}`))
  }
  expect(listed).toMatch(new RegExp(`${extraVersion} +\\| +\\|`))
})

test('db push applies the next one as the role of migrations', async () => {
  await cli('db', 'push')
  const [table] = await stack.sql(`select tableowner from pg_tables where tablename = 'pushed'`)
  expect(table).toEqual({ tableowner: 'postgres' })
  expect(await cli('migration', 'list')).toMatch(new RegExp(`${extraVersion} +\\| ${extraVersion}`))
})

test('gen types describes the schema', async () => {
  const types = await cli('gen', 'types', '--lang', 'typescript', '--schema', 'public')
  expect(types).toMatch(/\bpack_orders"?: \{/)
  expect(types).toContain('search_creators')
})

test('db advisors finds nothing that is not explained here', async () => {
  const { results } = JSON.parse(await cli('db', 'advisors', '--output-format', 'json')) as {
    results: {
      level: string
      name: string
      detail: string
      metadata: { schema: string; name: string }
    }[]
  }
  // The body of such a function was bound to its tables when it was created: no search path
  // can give its words another meaning, and a setting would keep the planner from inlining it.
  const bound = await stack.sql<{ name: string }>(
    `select format('%s.%s', pronamespace::regnamespace, proname) as name from pg_proc where prosqlbody is not null`,
  )
  const names = new Set(bound.map(({ name }) => name))
  const unexplained = results.filter(
    ({ level, name, metadata }) =>
      level !== 'INFO' &&
      // Of a session of realtime, gone with it.
      !metadata.schema.startsWith('pg_temp') &&
      !(
        name === 'function_search_path_mutable' && names.has(`${metadata.schema}.${metadata.name}`)
      ),
  )
  expect(unexplained.map(({ level, detail }) => `${level} ${detail}`)).toEqual([])
})
