// Runs the pgTAP files of supabase/tests/{database,extensions} on copies of a throw-away database, as
// many at once as there are cores, or those of `database` on the one that KOLPACT_PGTAP_URL names.
// Usage: npm run test:db -- [part of a path …]
// All files are run on what the migrations build, as it is released; chosen ones on the chapters, while
// those are being written.
import { availableParallelism } from 'node:os'
import { preparePlatform, withClient } from 'local-supabase/database.ts'
import { startTemporaryPostgres } from 'local-supabase/postgres.ts'
import { copyDatabase, PLANS_ONCE } from './tools/testing/database-copy.ts'
import { addHelpers, runFile, testFiles } from './tools/testing/pgtap.ts'
import { applyMigrations, applySchemas } from './project.ts'

const TEMPLATE = 'prepared'
/** Tables of pgTAP, made once: a file that makes them, and takes them back, undoes plans of the session. */
const KEPT = 'select no_plan(); delete from __tcache__'
const FIRST_NUMBER = `select setval('__tresults___numb_seq', 1, false)`
const given = process.env['KOLPACT_PGTAP_URL']
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const files = testFiles()
  .filter(({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  // The folder `extensions` imitates what is real where a database is given.
  .filter(({ file }) => !given || file.startsWith('database/'))
  // The longest first, so that no worker is left alone with one.
  .toSorted((one, other) => other.text.length - one.text.length)
  .values()
let passed = 0
let failed = 0

await (given ? runFiles(given) : runOnCopies())
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

async function runOnCopies() {
  const server = await startTemporaryPostgres([PLANS_ONCE])
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

/** One session for many files: it plans their functions once. */
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
