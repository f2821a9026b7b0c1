// Runs the pgTAP files of supabase/tests/{database,extensions} against a throw-away database.
// Usage: npm run test:db -- [part of a path …]
// All files are run on what the migrations build, as it is released; chosen ones on the chapters, while
// those are being written.
import { globSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { preparePlatform, runSql, withClient } from 'local-supabase/database.ts'
import { applyMigrations, applySchemas, projectRoot } from './project.ts'
import { startTemporaryPostgres, SUPERUSER } from 'local-supabase/postgres.ts'

const testsDir = join(projectRoot, 'supabase', 'tests')
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))

const server = await startTemporaryPostgres()
let passed = 0
let failed = 0
try {
  await preparePlatform(server)
  await (wanted.length > 0 ? applySchemas : applyMigrations)(server.url())
  await withClient(server.url('postgres', SUPERUSER), (client) =>
    client.query('create extension if not exists pgtap with schema extensions'),
  )
  for (const file of testFiles()) await runTestFile(file)
} finally {
  await server.stop()
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

function testFiles(): string[] {
  const all = globSync('{database,extensions}/**/*.sql', { cwd: testsDir }).toSorted()
  const isSetUp = (file: string) => basename(file).startsWith('000')
  return all.filter(
    (file) => isSetUp(file) || wanted.length === 0 || wanted.some((part) => file.includes(part)),
  )
}

/** A file is plain SQL: `begin; select plan(n); … select * from finish(); rollback;`. */
async function runTestFile(file: string) {
  const path = join(testsDir, file)
  const shown = relative(projectRoot, path)
  await withClient(server.url(), async (client) => {
    try {
      const results = await client.query(readFileSync(path, 'utf8'))
      report(shown, tapLines([results].flat()))
    } catch (error) {
      failed += 1
      console.log(`not ok ${shown}: ${await explain(error, client, path)}`)
    }
  })
}

async function explain(error: unknown, client: pg.Client, path: string) {
  await client.query('rollback').catch(() => {})
  // Run again through the helper that finds the line.
  return runSql(client, path).then(
    () => String(error),
    (located: unknown) => (located instanceof Error ? located.message : String(located)),
  )
}

function tapLines(results: pg.QueryResult[]): string[] {
  return results
    .flatMap((result) => (result.rows ?? []).flatMap((row) => Object.values(row)))
    .flatMap((value) => (typeof value === 'string' ? value.split('\n') : []))
}

function report(file: string, lines: string[]) {
  const ok = lines.filter((line) => /^ok \d/.test(line)).length
  const bad = lines.filter((line) => /^not ok \d/.test(line)).length
  const planned = Number(
    lines.map((line) => /^1\.\.(\d+)$/.exec(line)?.[1]).find(Boolean) ?? ok + bad,
  )
  const missing = Math.max(0, planned - ok - bad) || (ok + bad > planned ? 1 : 0)
  passed += ok
  failed += bad + missing
  if (bad + missing === 0) return
  console.log(`not ok ${file}${missing ? ` (planned ${planned}, ran ${ok + bad})` : ''}`)
  for (const line of lines) if (/^(not ok|#)/.test(line)) console.log(`  ${line}`)
}
