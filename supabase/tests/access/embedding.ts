import { expect } from 'vitest'
import { clientOf, type Actor } from './actors.ts'
import type { Outcome } from './attempts.ts'
import { run, type Row } from './database.ts'
import type { Line } from './matrix.ts'
import type { Setup } from './fixtures.ts'

export type Key = { name: string; child: string; parent: string }

export const foreignKeys = async () =>
  (await run(
    `select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent
     from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and confrelid::regclass::text !~ '\\.'`,
  )) as Key[]

/** An embedded row must be what the same actor reads directly. */
export async function expectSameEmbedded(
  line: Line,
  key: Key,
  actor: Actor,
  { users, fixtures }: Setup,
): Promise<number> {
  const client = clientOf(users, actor, line)
  const match = fixtures.rows[`${line.relation} ${line.row}`] ?? {}
  const target = key.child === line.relation ? key.parent : key.child
  const base = Object.keys(match)[0] ?? 'id'
  const answer: Outcome = await client
    .from(line.relation)
    .select(`${base}, found:${target}!${key.name}(*)`)
    .match(match)
    .limit(5)
  if (answer.error) {
    expect(['42501'], `${line.relation} with ${target}: ${answer.error.message}`).toContain(
      answer.error.code,
    )
    return 0
  }
  const rows = answer.data as { found: Row | Row[] | null }[]
  const found = rows.flatMap(({ found }) => (Array.isArray(found) ? found : found ? [found] : []))
  for (const row of found.slice(0, 3)) {
    const scalars = Object.entries(row).filter(([, value]) =>
      /^(string|number)$/.test(typeof value),
    )
    const id = 'id' in row ? { id: row['id'] } : Object.fromEntries(scalars.slice(0, 3))
    const straight = await client.from(target).select('*', { count: 'exact', head: true }).match(id)
    expect(straight.count, `${line.relation} with ${target}`).toBeGreaterThan(0)
  }
  return found.length
}
