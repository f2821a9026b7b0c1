// Writes web/src/lib/database.types.ts from the database that the migrations build.
// Usage: npm run gen:types [-- --check] [-- --schemas]
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { applyMigrations, applySchemas, preparePlatform } from './stack/database.ts'
import { projectRoot } from './stack/paths.ts'
import { startTemporaryPostgres } from './stack/postgres.ts'

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    schemas: { type: 'boolean', default: false },
  },
})
const file = join(projectRoot, 'web', 'src', 'lib', 'database.types.ts')

const types = await generate()
if (!values.check) {
  writeFileSync(file, types)
  console.log(`Wrote ${file}`)
} else if (readFileSync(file, 'utf8') !== types) {
  console.error('web/src/lib/database.types.ts is out of date: npm run gen:types')
  process.exitCode = 1
}

async function generate(): Promise<string> {
  const server = await startTemporaryPostgres()
  try {
    await preparePlatform(server)
    await (values.schemas ? applySchemas : applyMigrations)(server.url())
    const cli = join(projectRoot, 'node_modules', '.bin', 'supabase')
    const args = ['gen', 'types', 'typescript', '--db-url', server.url(), '--schema', 'public']
    const { stdout } = await promisify(execFile)(cli, args, {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    })
    // The CLI prints words of its own before the code.
    return format(stdout.slice(stdout.indexOf('export type Json')))
  } finally {
    await server.stop()
  }
}

function format(code: string): string {
  const formatter = join(projectRoot, 'node_modules', '.bin', 'oxfmt')
  return execFileSync(formatter, ['--stdin-filepath', file], {
    cwd: projectRoot,
    input: code,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
}
