// Breaks the rules of the database one at a time, and checks whether a test fails.
// Usage: npm run test:mutants -- [--kind function,policy,…] [--chapter 09_payments,disputes] [--object part of a name]
//          [--sample N] [--seed N] [--jobs N] [--least PERCENT] [--fresh] [--quick | --thorough]
// A stopped run is continued; --fresh discards earlier results. The pgTAP files and the catalogue are run for every
// mutant, the races only for removed locks, and the property test of the search only for functions of the search. A
// mutant that is no function is first compared with the catalogue, which is fast.
// --quick runs only the files most likely to fail, and does not record survivors; its result is a first overview.
// --thorough runs all races and properties for the survivors (a minute each).
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { chapterOf } from './chapters.ts'
import { Copy } from './copy.ts'
import { KINDS, mutantsOf, nameOf, objectOf, type Mutant } from './mutants.ts'
import {
  isEquivalent,
  keep,
  keyOf,
  report,
  resultsOf,
  rowOf,
  staleReasons,
  type Outcome,
} from './results.ts'
import {
  failureOf,
  filesFor,
  Killers,
  learnCallers,
  learnCoverage,
  learnLocking,
  testFiles,
  type TestFile,
} from './suite.ts'
import { catalogueOf } from '../schema/catalogue.ts'
import { preparePlatform, withClient } from 'local-supabase/database.ts'
import { applySchemas, projectRoot } from '../../project.ts'
import { startTemporaryPostgres, SUPERUSER } from 'local-supabase/postgres.ts'
import { runTool } from '../testing/command.ts'
import { addHelpers } from '../testing/pgtap.ts'

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: KINDS.join(',') },
    object: { type: 'string', default: '' },
    sample: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    jobs: { type: 'string', default: '2' },
    least: { type: 'string', default: '98' },
    fresh: { type: 'boolean', default: false },
    chapter: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    thorough: { type: 'boolean', default: false },
  },
})

const BASE = 'mutants_base'
// The most files of a quick run. A survivor runs all of them, and survivors take most of the time.
const QUICK_FILES = 40
const server = await startTemporaryPostgres(['track_functions=all'])
const files = testFiles()
const killers = new Killers()
const trusted = new Set<TestFile>()
// Learnt at the first use, because it takes a minute and the comparison with the catalogue does not need it.
let coverage: Promise<void> | undefined
let callers = new Map<string, Set<string>>()
let locking: RegExp
let share = 0
let catalogue = ''
try {
  await prepareBase()
  catalogue = await withClient(server.url(BASE), catalogueOf)
  callers = await learnCallers(server.url(BASE))
  locking = await learnLocking(server.url(BASE))
  const all = await withClient(server.url(BASE), mutantsOf)
  const chosen = choose(all.filter((mutant) => !isEquivalent(mutant)))
  console.log(`seed ${values.seed}: ${chosen.length} of ${all.length} mutants`)
  for (const name of staleReasons(all)) console.log(`no such mutant any more: ${name}`)
  const known = resultsOf({ fresh: values.fresh })
  for (const { name, chapter, outcome, by } of known.values())
    if (outcome === 'killed') killers.add(objectOf(name), chapter, by.split(': ')[0] ?? '')
  const queue = chosen.filter((mutant) => !known.has(keyOf(mutant))).values()
  const rows = chosen.flatMap((mutant) => known.get(keyOf(mutant)) ?? [])
  await Promise.all(
    Array.from({ length: Number(values.jobs) }, async (_, worker) => {
      const copy = new Copy(server, BASE, `mutant_${worker}`)
      for (const mutant of queue) {
        const { outcome, by } = await judge(mutant, copy)
        if (outcome === 'survived') console.log(`survived: ${nameOf(mutant)}`)
        const row = rowOf(mutant, outcome, by)
        rows.push(row)
        if (!values.quick || outcome !== 'survived') keep(row)
      }
      await copy.close()
    }),
  )
  share = report(rows)
} finally {
  await server.stop()
}
const caught = 100 * share >= Number(values.least)
console.log(caught ? '1 passed, 0 failed' : '0 passed, 1 failed')
process.exitCode = caught ? 0 : 1

async function prepareBase() {
  await preparePlatform(server, BASE)
  await applySchemas(server.url(BASE))
  await addHelpers(server, BASE)
}

function choose(all: Mutant[]): Mutant[] {
  const kinds = values.kind.split(',')
  const chapters = values.chapter.split(',')
  const wanted = all.filter(
    (mutant) =>
      kinds.includes(mutant.kind) &&
      mutant.object.includes(values.object) &&
      chapters.some((chapter) => chapterOf(mutant).includes(chapter)),
  )
  const random = randomNumbers(Number(values.seed))
  const shuffled = wanted
    .map((mutant) => ({ mutant, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ mutant }) => mutant)
  return values.sample ? shuffled.slice(0, Number(values.sample)) : shuffled
}

async function judge(mutant: Mutant, copy: Copy): Promise<{ outcome: Outcome; by: string }> {
  if (mutant.kind !== 'function' && (await catalogueNotices(mutant, copy)))
    return { outcome: 'killed', by: 'catalogue' }
  const client = await copy.open()
  const breaking = isOfPlatform(mutant)
    ? withClient(server.url(copy.name, SUPERUSER), (owner) => owner.query(mutant.sql))
    : client.query(mutant.sql)
  const refused = await breaking.then(() => null, String)
  if (refused) return { outcome: 'invalid', by: refused }
  try {
    return await verdictOn(mutant, client)
  } finally {
    if (mutant.undo) await client.query(mutant.undo).catch(() => copy.close())
    else await copy.close()
  }
}

/** True for an object on a table of the platform, which only the table's owner may change. */
function isOfPlatform({ object }: Mutant): boolean {
  return / on (storage|realtime|auth)\./.test(object)
}

/** True if the catalogue snapshot of supabase/tests/schema differs; the change is rolled back. */
async function catalogueNotices(mutant: Mutant, copy: Copy): Promise<boolean> {
  const client = await copy.open()
  if (isOfPlatform(mutant)) return withClient(server.url(copy.name, SUPERUSER), differs)
  return differs(client)

  async function differs(session: pg.Client) {
    await session.query('begin')
    try {
      await session.query(mutant.sql)
      return (await catalogueOf(session)) !== catalogue
    } catch {
      return false
    } finally {
      await session.query('rollback')
    }
  }
}

async function verdictOn(
  mutant: Mutant,
  client: pg.Client,
): Promise<{ outcome: Outcome; by: string }> {
  coverage ??= learnOnCopy()
  await coverage
  const wanted = filesFor(
    mutant.subject,
    mutant.kind === 'function',
    files,
    callers.get(mutant.subject),
  )
  const likely = killers
    .sorted(
      {
        object: mutant.object,
        chapter: chapterOf(mutant),
        line: `${mutant.subject} ${lineOf(mutant)}`,
      },
      wanted,
    )
    .slice(0, values.quick ? QUICK_FILES : Infinity)
  for (const test of likely) {
    const failure = await failureOf(test, client)
    if (failure === null || (await failsWithout(mutant, test, client))) continue
    killers.add(mutant.object, chapterOf(mutant), test.file)
    return { outcome: 'killed', by: `${test.file}: ${failure}` }
  }
  if (values.quick) return { outcome: 'survived', by: '' }
  const suite = values.thorough ? 'supabase/tests/{races,properties}' : suiteFor(mutant)
  const noticed = suite !== undefined && (await rulesNotice(mutant, suite))
  return noticed ? { outcome: 'killed', by: suite } : { outcome: 'survived', by: '' }
}

/** Runs every file on a copy without a mutant, because one that fails there would seem to catch every mutant. */
async function learnOnCopy(): Promise<void> {
  const whole = new Copy(server, BASE, 'mutants_whole')
  await whole.open()
  await whole.close()
  await learnCoverage(files, server.url(whole.name))
}

/**
 * True if a test file fails without the mutant too, so that it has caught nothing. This is checked only at the
 * file's first failure, because a second run of every file would double the time.
 */
async function failsWithout(
  { sql, undo }: Mutant,
  test: TestFile,
  client: pg.Client,
): Promise<boolean> {
  if (!undo || trusted.has(test)) return false
  const isWhole = await client.query(undo).then(
    () => true,
    () => false,
  )
  const failure = isWhole ? await failureOf(test, client) : null
  if (failure === null) {
    trusted.add(test)
    return false
  }
  console.log(`${test.file} fails without the mutant too: ${failure}`)
  await client.query(sql)
  return true
}

function suiteFor(mutant: Mutant): string | undefined {
  if (locking.test(lineOf(mutant))) return 'supabase/tests/races'
  if (chapterOf(mutant).startsWith('11_search/')) return 'supabase/tests/properties/filters.test.ts'
  return undefined
}

/** Describes the change, with the whole line of the function around it. */
function lineOf({ what, undo = '' }: Mutant): string {
  const body = undo.split('$function$')[1] ?? ''
  const line = Number(/^line (\d+)/.exec(what)?.[1])
  return `${what} ${body.split('\n')[line - 1] ?? ''}`
}

/** Whether a vitest suite fails with the mutant; it builds its own database with the mutant applied. */
async function rulesNotice({ sql }: Mutant, suite: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'kolpact-mutant-'))
  try {
    const file = join(folder, 'mutant.sql')
    writeFileSync(file, sql)
    const { code } = await runTool(
      'vitest',
      [
        'run',
        '--project=rules',
        '--bail=1',
        '--maxWorkers=1',
        ...globSync(suite, { cwd: projectRoot }),
      ],
      {
        KOLPACT_MUTANT: file,
        NO_COLOR: '1',
      },
    )
    return code !== 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A random number generator (Mulberry32), so that a seed chooses the same mutants again. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
