// Runs the pgTAP files of supabase/tests/{database,extensions}. A file contains only tests. This code adds the
// transaction, the plan, and the members of the file's cast (`-- cast: bob brand, ann kol, sam staff, cid kol unapproved`).
// A file whose tests come from rows that it reads states their number: `select plan(7);`. At the end the ledger
// must have no faults, unless the file has the line `-- ledger: made by hand`.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { SUPERUSER, type Postgres } from 'local-supabase/postgres.ts'
import { projectRoot } from '../../project.ts'

const testsDir = join(projectRoot, 'supabase', 'tests')

export const PGTAP = 'create extension if not exists pgtap with schema extensions'

export type TestFile = { file: string; text: string }
type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'> & { fields: { name: string }[] }
export type Report = { passed: number; failed: number; output: string[] }

const isSetUp = ({ file }: TestFile) => basename(file).startsWith('000')
const allFiles = (): TestFile[] =>
  globSync('{database,extensions}/**/*.sql', { cwd: testsDir })
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(testsDir, file), 'utf8') }))

export const testFiles = () => allFiles().filter((file) => !isSetUp(file))

/** Installs pgTAP and the helpers of the tests in a database of the embedded server. */
export async function addHelpers(server: Postgres, database: string): Promise<void> {
  await withClient(server.url(database, SUPERUSER), (client) => client.query(PGTAP))
  await withClient(server.url(database), async (client) => {
    for (const { text } of allFiles().filter(isSetUp)) await client.query(text)
  })
}

/** Runs a file; its changes are rolled back. */
export async function runFile({ text }: TestFile, client: pg.Client): Promise<Report> {
  const sql = framed(text)
  try {
    return reportOf([await client.query(sql)].flat())
  } catch (error) {
    await client.query('rollback').catch(() => {})
    return { passed: 0, failed: 1, output: [explained(error, sql)] }
  }
}

/** Adds the code before the tests to the file's first line, so that line numbers in errors stay right. */
export function framed(text: string): string {
  const cast = /^-- cast: (.+)$/m.exec(text)?.[1]?.split(', ').map(member) ?? []
  const plan = /^select plan\(/m.test(text) ? [] : ['select no_plan();']
  const ledger = /^-- ledger: made by hand$/m.test(text) ? [] : [SOUND]
  const end = ['select * from finish();', ...ledger, 'rollback;']
  return `${['begin;', ...plan, ...cast].join(' ')} ${text}\n${end.join('\n')}`
}

const SOUND = 'set local role none; select f::text as ledger from private.ledger_faults() as f;'

function member(words: string): string {
  const [, name, role, unapproved] = /^(.+) (brand|kol|staff)( unapproved)?$/.exec(words) ?? []
  if (!name) throw new Error(`A cast has no "${words}".`)
  return role === 'staff'
    ? `select tests.make_staff('${name}');`
    : `select tests.make_member('${name}', '${role}', ${!unapproved});`
}

export function reportOf(results: Answer[]): Report {
  const lines = results
    .flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)))
    .flatMap((value) => (typeof value === 'string' ? value.split('\n') : []))
  const count = (form: RegExp) => lines.filter((line) => form.test(line)).length
  const [passed, refuted] = [count(/^ok \d/), count(/^not ok \d/)]
  const planned = Number(lines.map((line) => /^1\.\.(\d+)$/.exec(line)?.[1]).find(Boolean))
  const faults = [
    ...results.filter(isLost).map(({ fields }) => `${fields[0]?.name} was asked of no row`),
    ...results
      .flatMap(({ rows }) => rows)
      .flatMap(({ ledger }) => (ledger ? [`the ledger: ${ledger}`] : [])),
    ...(passed + refuted === planned ? [] : [`planned ${planned}, ran ${passed + refuted}`]),
  ]
  const failed = refuted + faults.length
  const said = lines.filter((line) => /^(not ok|#)/.test(line))
  return { passed, failed, output: failed > 0 ? [...faults, ...said] : [] }
}

/** True for a query of tests that returned no rows. No count would show that its tests did not run. */
function isLost({ command, rowCount, fields }: Answer): boolean {
  const name = fields[0]?.name ?? ''
  return command === 'SELECT' && rowCount === 0 && !['no_plan', 'finish', 'ledger'].includes(name)
}

function explained(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return String(error)
  const line = error.position
    ? `line ${sql.slice(0, Number(error.position)).split('\n').length}: `
    : ''
  return `${line}${error.message}${error.where ? `\n${error.where}` : ''}`
}
