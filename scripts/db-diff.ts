// Writes the migration that takes a database from supabase/migrations to supabase/schemas.
// Usage: npm run db:diff -- <name>     (read the file before you commit it)
//        npm run db:diff -- --check    (exit 1 when the two build different databases)
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { planMigration } from './schema-plan.ts'
import { migrationFiles, schemasDir, migrationsDir } from './stack/database.ts'
import { projectRoot } from './stack/paths.ts'

const seedsDir = join(projectRoot, 'supabase', 'tests', 'schema', 'seeds')

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
const data = readFileSync(join(schemasDir, '99_reference_data.sql'), 'utf8')
const dataIsNew = !migrationFiles().some(({ file }) => readFileSync(file, 'utf8').includes(data))
if (plan === '' && !dataIsNew) {
  console.log('supabase/schemas and supabase/migrations build the same database.')
} else if (values.check) {
  console.error('supabase/schemas holds what no migration does (npm run db:diff -- <name>):')
  console.error(plan || '99_reference_data.sql changed')
  process.exitCode = 1
} else {
  const version = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const file = join(migrationsDir, `${version}_${name}.sql`)
  writeFileSync(file, [plan, dataIsNew ? data : ''].filter(Boolean).join('\n'))
  // The upgrade test fills this version with its own seed once there is a newer one.
  copyFileSync(join(projectRoot, 'supabase', 'seed.sql'), join(seedsDir, `${version}.sql`))
  console.log(`Wrote ${file}. Read it, then run npm run test:db.`)
}
