// Chooses the tests that are run for a mutant: pgTAP files, those most likely to fail first, then races and properties.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { projectRoot } from '../../project.ts'
import { runFile, testFiles as pgTapFiles, type TestFile as PgTapFile } from '../testing/pgtap.ts'

// A long timeout, only against endless loops, because the slowest file may take long on a busy machine.
const STATEMENT_TIMEOUT_MS = 60_000

export type TestFile = PgTapFile & { functions: Set<string>; seconds: number }

export const testFiles = (): TestFile[] =>
  pgTapFiles().map((file) => ({ ...file, functions: new Set(), seconds: 1 }))

type Learnt = { text: string; functions: string[]; seconds: number }
const learntFile = join(projectRoot, '.mutants', 'coverage.jsonl')

/**
 * Runs every file once on the database without mutants, and records its time and the functions that it
 * calls. A file that has not changed since an earlier run is not run again.
 */
export async function learnCoverage(files: TestFile[], url: string): Promise<void> {
  const known = new Map(learnt().map((row) => [row.text, row]))
  let before = await calls(url)
  for (const test of files) {
    const earlier = known.get(test.text)
    if (earlier) {
      test.functions = new Set(earlier.functions)
      test.seconds = earlier.seconds
      continue
    }
    const began = performance.now()
    const failure = await withClient(url, async (client) => {
      const found = await failureOf(test, client)
      await client.query('select pg_stat_force_next_flush()')
      return found
    })
    if (failure) throw new Error(`${test.file} fails without a mutant: ${failure}`)
    test.seconds = (performance.now() - began) / 1000
    const after = await calls(url)
    for (const [name, count] of after) if (count > (before.get(name) ?? 0)) test.functions.add(name)
    before = after
    const row: Learnt = { ...test, functions: [...test.functions] }
    mkdirSync(dirname(learntFile), { recursive: true })
    appendFileSync(learntFile, `${JSON.stringify(row)}\n`)
  }
}

function learnt(): Learnt[] {
  if (!existsSync(learntFile)) return []
  return readFileSync(learntFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Learnt)
}

async function calls(url: string): Promise<Map<string, number>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; calls: string }>(
      'select funcname as name, sum(calls) as calls from pg_stat_user_functions group by 1',
    )
    return new Map(rows.map((row) => [row.name, Number(row.calls)]))
  })
}

/** For each function, all functions that call it directly or indirectly, and itself. */
export async function learnCallers(url: string): Promise<Map<string, Set<string>>> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string; body: string }>(
      `select proname as name, prosrc as body from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    ),
  )
  const callers = new Map(rows.map(({ name }) => [name, new Set([name])]))
  for (let grew = true; grew;) {
    grew = false
    for (const { name, body } of rows)
      for (const [, called = ''] of body.matchAll(/\bprivate\.(\w+)\s*\(/g)) {
        const known = callers.get(called)
        const size = known?.size
        for (const caller of callers.get(name) ?? []) known?.add(caller)
        grew ||= known?.size !== size
      }
  }
  return callers
}

const LOCKS =
  /\bfor (no key update|update|share|key share)\b|private\.lock_|advisory|pg_notify|set_config|current_setting/

/** A pattern for SQL that concurrent sessions depend on: locks, and calls of functions that take locks. */
export async function learnLocking(url: string): Promise<RegExp> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string; body: string }>(
      `select proname as name, prosrc as body from pg_proc where pronamespace = 'private'::regnamespace`,
    ),
  )
  const names = rows.filter(({ body }) => LOCKS.test(body)).map(({ name }) => name)
  return new RegExp(`${LOCKS.source}|\\bprivate\\.(${names.join('|')})\\(`)
}

/**
 * The files that may notice a mutant. For a function: the files that call it, and those that name it or one of its
 * callers, because Postgres does not count a failing call; or all files if no call was counted, because Postgres
 * may have inlined it. For any other object: the files that name its table.
 */
export function filesFor(
  subject: string,
  isFunction: boolean,
  files: TestFile[],
  callers: Set<string> = new Set([subject]),
): TestFile[] {
  const named = new RegExp(`\\b(${[...callers].join('|')})\\b`)
  const naming = files.filter(
    ({ text, file }) => named.test(text) || file.startsWith(`${subject}/`),
  )
  const counted = files.filter(({ functions }) => functions.has(subject))
  const calling = counted.length > 0 ? [...new Set([...counted, ...naming])] : []
  const wanted = isFunction ? (calling.length > 0 ? calling : files) : naming
  // Files that call few functions come first, because they test these functions more specifically.
  const rank = (file: TestFile) => (naming.includes(file) ? 0 : 1000) + file.functions.size
  return wanted.toSorted((a, b) => rank(a) - rank(b) || a.text.length - b.text.length)
}

/** Runs a test file, which rolls its changes back; returns its first failure, or null if it passes. */
export async function failureOf(test: TestFile, client: pg.Client): Promise<string | null> {
  // An error is ignored here: if a mutant has closed the connection, running the file fails.
  await client.query(`set statement_timeout = ${STATEMENT_TIMEOUT_MS}`).catch(() => {})
  const { failed, output } = await runFile(test, client)
  return failed > 0 ? (output[0] ?? 'failed') : null
}

/**
 * Sorts files by how likely they fail: those that caught another mutant of the same object, that share rare
 * words with the changed line, that caught one of the same chapter, that come first in the list. Slow files
 * come later.
 */
export class Killers {
  private readonly counts = new Map<string, number>()

  add(object: string, chapter: string, file: string): void {
    for (const about of [object, chapter, `${object} ${file}`, `${chapter} ${file}`])
      this.counts.set(about, (this.counts.get(about) ?? 0) + 1)
  }

  sorted(about: { object: string; chapter: string; line: string }, files: TestFile[]): TestFile[] {
    const count = (what: string) => this.counts.get(what) ?? 0
    const share = (what: string, file: string) => count(`${what} ${file}`) / (count(what) + 1)
    const shared = wordsShared(about.line, files)
    const likelihood = new Map(
      files.map((test, place) => [
        test,
        (4 * share(about.object, test.file) +
          (shared.get(test) ?? 0) +
          share(about.chapter, test.file) +
          1 / (10 + place)) /
          Math.sqrt(0.3 + test.seconds),
      ]),
    )
    return files.toSorted((a, b) => (likelihood.get(b) ?? 0) - (likelihood.get(a) ?? 0))
  }
}

/** How much the words of each file overlap with a line of code. A word counts more if fewer files have it. */
function wordsShared(line: string, files: TestFile[]): Map<TestFile, number> {
  const shared = new Map<TestFile, number>()
  for (const word of new Set(line.match(/[a-z]+_[a-z_]+/g))) {
    const having = files.filter(({ text }) => text.includes(word))
    for (const file of having) shared.set(file, (shared.get(file) ?? 0) + 1 / having.length)
  }
  return shared
}
