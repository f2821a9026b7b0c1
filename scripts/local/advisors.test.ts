import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { projectRoot } from '../project.ts'
import { startTestKolpact } from './test-kolpact.ts'

const stack = forAllTests(startTestKolpact)

async function advisors(): Promise<string> {
  const script = createRequire(import.meta.url).resolve('supabase/dist/supabase.js')
  const target = ['--remote', stack.dbUrl, '--workdir', projectRoot, '--yes']
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [script, 'db', 'advisors', '--output-format', 'json', ...target],
    { env: { ...process.env, PGSSLMODE: 'disable', NO_COLOR: '1' }, maxBuffer: 10_000_000 },
  )
  return stdout.replaceAll('`', '')
}

test('db advisors finds nothing that is not explained here', async () => {
  const { results } = JSON.parse(await advisors()) as {
    results: {
      level: string
      name: string
      detail: string
      metadata: { schema: string; name: string }
    }[]
  }
  // The body of such a function was bound to its tables when it was created: no search path
  // can give its words another meaning, and a setting would keep the planner from inlining it. A procedure that has
  // a setting cannot commit.
  const bound = await stack.sql<{ name: string }>(
    `select format('%s.%s', pronamespace::regnamespace, proname) as name from pg_proc where prosqlbody is not null or prokind = 'p'`,
  )
  const names = new Set(bound.map(({ name }) => name))
  const unexplained = results.filter(
    ({ level, name, metadata }) =>
      level !== 'INFO' &&
      // Temporary functions of a Realtime session vanish with it.
      !metadata.schema.startsWith('pg_temp') &&
      !(
        name === 'function_search_path_mutable' && names.has(`${metadata.schema}.${metadata.name}`)
      ),
  )
  expect(unexplained.map(({ level, detail }) => `${level} ${detail}`)).toEqual([])
})
