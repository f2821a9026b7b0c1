import { withClient } from 'local-supabase/database.ts'
import type pg from 'pg'
import type { Chapter } from './chapters.ts'
import { difference, splitStatements } from './statements.ts'

/** A statement for the running database, and its place in the chapters. */
export type Step = { sql: string; path?: string; line?: number }
type Located = { sql: string; path: string; line: number }

/** The statements that are new in the chapters. */
export function newSteps(before: Chapter[], after: Chapter[]): Located[] {
  return after.flatMap(({ name, path, sql }) => {
    const old = before.find((chapter) => chapter.name === name)?.sql ?? ''
    if (old === sql) return []
    const added = difference(splitStatements(sql), splitStatements(old))
    return added.map((statement) => ({ ...statement, path }))
  })
}

/** Adds to a generated statement the most probable place of its origin in the chapters. */
export function withOrigin(sql: string, added: Located[]): Step {
  const names = [...sql.matchAll(/"((?:[^"]|"")+)"|\b([a-z_]\w*\.\w+)/g)].map(
    ([, quoted, dotted]) => quoted ?? dotted ?? '',
  )
  const score = (step: Located) => names.filter((name) => step.sql.includes(name)).length
  const [best] = added.toSorted((left, right) => score(right) - score(left))
  return best && score(best) > 0 ? { sql, path: best.path, line: best.line } : { sql }
}

/** Tries a change of the running database again after a deadlock. */
export async function againAfterDeadlock(change: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change()
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isDeadlock(error)) throw error
    }
  }
}

/** The most attempts. A deadlock is possible, because the running stack may lock the same tables in another order. */
const MOST_ATTEMPTS = 4

/** True for a deadlock; the error of Postgres may be the cause of another error. */
function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '40P01') || isDeadlock(error.cause)
}

/** Applies a change in one transaction. A notification makes the Data API read the schema again. */
export async function changeLive(url: string, steps: Step[], hash: string): Promise<void> {
  await withClient(url, async (client) => {
    // Bodies are not checked: the planner orders statements by the dependencies in the catalogue, which bodies lack.
    await client.query(`begin; set local lock_timeout = '5s'; set local search_path = pg_catalog;
      set local check_function_bodies = off`)
    for (const step of steps) await runStep(client, step)
    await recordHash(client, hash)
    await client.query(`notify pgrst, 'reload schema'; commit`)
  })
}

async function runStep(client: pg.Client, { sql, path, line }: Step) {
  try {
    await client.query(sql)
  } catch (error) {
    if (path === undefined || line === undefined) throw error
    throw new Error(`${path}:${line}: ${(error as Error).message}\n${sql}`, { cause: error })
  }
}

// The table with the hash of the chapters from which the database was built.
const TABLE = 'supabase_migrations.chapters'

async function recordHash(client: pg.Client, hash: string) {
  await client.query(`create table if not exists ${TABLE} (hash text not null)`)
  await client.query(`delete from ${TABLE}`)
  await client.query(`insert into ${TABLE} values ($1)`, [hash])
}

/** The hash of the chapters from which the database was built; undefined if it was built by migrations. */
export async function recordedHash(url: string): Promise<string | undefined> {
  return withClient(url, async (client) => {
    const known = await client.query<{ exists: boolean }>(
      `select to_regclass($1) is not null as exists`,
      [TABLE],
    )
    if (!known.rows[0]?.exists) return undefined
    const { rows } = await client.query<{ hash: string }>(`select hash from ${TABLE}`)
    return rows[0]?.hash
  })
}
