// Writes the migration that takes a database from supabase/migrations to supabase/schemas.
// Usage: npm run db:diff -- <name>     (read the file before you commit it)
//        npm run db:diff -- --check    (exit 1 when the two build different databases)
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { blockingIndexes } from './schema/blocking-indexes.ts'
import { planMigration } from './schema/plan-migration.ts'
import { migrationFiles, migrationsDir, projectRoot } from './project.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
})
const name = positionals[0]
if (!values.check && !/^[a-z][a-z0-9_]*$/.test(name ?? '')) {
  console.error('Usage: npm run db:diff -- <name_of_the_change>   (lower case, underscores)')
  process.exit(2)
}

const plan = await planMigration()
if (plan === '') {
  console.log('supabase/schemas and supabase/migrations build the same database.')
} else if (values.check) {
  console.error('supabase/schemas holds what no migration does (npm run db:diff -- <name>):')
  console.error(plan)
  process.exitCode = 1
} else {
  const last = migrationFiles().at(-1)?.version
  keepSeed(last)
  // After every other one, whatever the clocks of their authors: it was computed on top of them.
  const now = Number(new Date().toISOString().replace(/\D/g, '').slice(0, 14))
  const version = Math.max(now, Number(last ?? 0) + 1)
  const file = join(migrationsDir, `${version}_${name}.sql`)
  writeFileSync(file, plan)
  console.log(`Wrote ${file}. Read it, then run npm run test:db.`)
  for (const index of blockingIndexes(plan)) {
    console.log(`Stops a table that may be large (docs/operating.md, "Indexes"): ${index}`)
  }
}

/** The upgrade test fills the version before the new one with the seed that it was committed with. */
function keepSeed(version: string | undefined) {
  const kept = join(projectRoot, 'supabase', 'tests', 'schema', 'seeds', `${version}.sql`)
  if (!version || existsSync(kept)) return
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(kept, execFileSync('git', ['show', 'HEAD:supabase/seed.sql'], { cwd: projectRoot }))
}
