import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

const script = createRequire(import.meta.url).resolve('supabase/dist/supabase.js')

// Tests only the options of the commands, because running them needs downloads or Docker.
test.each([
  ['start', ['--runtime', '--eager']],
  ['db reset', ['--no-seed', '--yes']],
])(
  'the Supabase CLI has the command `%s` with the options %j',
  { timeout: 60_000 },
  (command, flags) => {
    const help = execFileSync(process.execPath, [script, ...command.split(' '), '--help'], {
      encoding: 'utf8',
      env: { ...process.env, SUPABASE_EXPERIMENTAL_STACK: 'true' },
    })
    for (const flag of flags) expect(help).toContain(flag)
  },
)
