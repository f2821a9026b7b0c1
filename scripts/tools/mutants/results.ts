import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '../../project.ts'
import { chapterOf } from './chapters.ts'
import { KINDS, nameOf, type Kind, type Mutant } from './mutants.ts'
import equivalent from './equivalent.json' with { type: 'json' }

export type Outcome = 'killed' | 'survived' | 'invalid'
type Row = {
  key: string
  kind: Kind
  chapter: string
  name: string
  outcome: Outcome
  by: string
}

const file = join(projectRoot, '.mutants', 'results.jsonl')
const reasons: Record<string, string> = equivalent

/** The results of earlier runs by mutant, so that a stopped run can be continued. */
export function resultsOf(options: { fresh: boolean }): Map<string, Row> {
  if (options.fresh) rmSync(file, { force: true })
  if (!existsSync(file)) return new Map()
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)
  return new Map(rows.map((row) => [row.key, row]))
}

export function rowOf(mutant: Mutant, outcome: Outcome, by: string): Row {
  const chapter = chapterOf(mutant)
  return { key: keyOf(mutant), kind: mutant.kind, chapter, name: nameOf(mutant), outcome, by }
}

export function keep(row: Row): void {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify(row)}\n`)
}

export function keyOf(mutant: Mutant): string {
  return createHash('sha256').update(nameOf(mutant)).update(mutant.sql).digest('hex').slice(0, 16)
}

export const isEquivalent = (mutant: Mutant) => nameOf(mutant) in reasons

/** Reasons for accepted survivors that match no mutant any more, because the function has changed. */
export function staleReasons(all: Mutant[]): string[] {
  const names = new Set(all.map(nameOf))
  return Object.keys(reasons).filter((name) => !names.has(name))
}

/** Prints the numbers of caught and missed mutants by kind and chapter, then every survivor. Returns the share caught. */
export function report(rows: Row[]): number {
  const judged = rows.filter(({ outcome }) => outcome !== 'invalid')
  for (const kind of KINDS) {
    const own = judged.filter((row) => row.kind === kind)
    if (own.length > 0) console.log(`${kind.padEnd(11)} ${line(own)}`)
  }
  for (const chapter of [...new Set(judged.map((row) => row.chapter))].toSorted())
    console.log(`${chapter.padEnd(22)} ${line(judged.filter((row) => row.chapter === chapter))}`)
  const survivors = judged.filter(({ outcome }) => outcome === 'survived')
  for (const { name } of survivors.toSorted((a, b) => a.name.localeCompare(b.name)))
    console.log(`survived: ${name}`)
  console.log(`all         ${line(judged)}; ${rows.length - judged.length} were not valid SQL`)
  return judged.length === 0 ? 0 : 1 - survivors.length / judged.length
}

function line(rows: Row[]): string {
  const caught = rows.filter(({ outcome }) => outcome === 'killed').length
  const byCatalogue = rows.filter(({ by }) => by === 'catalogue').length
  const percent = ((100 * caught) / rows.length).toFixed(1)
  return `${caught} of ${rows.length} caught (${percent} %), ${byCatalogue} of them by the catalogue`
}
