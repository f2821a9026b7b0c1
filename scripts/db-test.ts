// Runs the pgTAP files of supabase/tests/{database,extensions} on copies of a temporary database, in parallel on
// all cores. With KOLPACT_PGTAP_URL it runs only the files of `database`, on the database of that URL.
// Usage: npm run test:db -- [part of a path …]
// A run of all files uses a database built by the migrations, as it is released. A run of chosen files uses one
// built from the chapters, which may be newer than the migrations.
import { availableParallelism } from 'node:os'
import { preparePlatform, withClient } from 'local-supabase/database.ts'
import { startTemporaryPostgres } from 'local-supabase/postgres.ts'
import { copyDatabase, PLANS_ONCE } from './tools/testing/database-copy.ts'
import { addHelpers, runFile, testFiles } from './tools/testing/pgtap.ts'
import { applyMigrations, applySchemas } from './project.ts'

const TEMPLATE = 'prepared'
/** Makes pgTAP's tables once for a session. If each file made and rolled them back, cached plans would be lost. */
const KEPT = 'select no_plan(); delete from __tcache__'
const FIRST_NUMBER = `select setval('__tresults___numb_seq', 1, false)`
/** Turns autovacuum off: each statistic that it writes makes the sessions plan again. */
const NO_AUTOVACUUM = 'autovacuum=off'
const given = process.env['KOLPACT_PGTAP_URL']
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const files = testFiles()
  .filter(({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  // `extensions` tests the imitations of extensions; the database of KOLPACT_PGTAP_URL has the real extensions.
  .filter(({ file }) => !given || file.startsWith('database/'))
  // The longest files run first, so that all workers end at about the same time.
  .toSorted((one, other) => other.text.length - one.text.length)
  .values()
let passed = 0
let failed = 0

await (given ? runFiles(given) : runOnCopies())
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

async function runOnCopies() {
  const server = await startTemporaryPostgres([PLANS_ONCE, NO_AUTOVACUUM])
  try {
    await preparePlatform(server, TEMPLATE)
    await (wanted.length > 0 ? applySchemas : applyMigrations)(server.url(TEMPLATE))
    await addHelpers(server, TEMPLATE)
    const workers = Array.from({ length: availableParallelism() }, async () => {
      const { url } = await copyDatabase(server.port, TEMPLATE)
      await runFiles(url)
    })
    await Promise.all(workers)
  } finally {
    await server.stop()
  }
}

/** Runs files in one session, so that Postgres plans each function once and not for each file. */
async function runFiles(url: string) {
  await withClient(url, async (client) => {
    await client.query(KEPT)
    for (const test of files) {
      await client.query(FIRST_NUMBER)
      const report = await runFile(test, client)
      passed += report.passed
      failed += report.failed
      if (report.failed > 0) console.log([`not ok ${test.file}`, ...report.output].join('\n  '))
    }
  })
}
