import type { SupabaseClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { must } from '../api/harness.ts'
import { actors, clientOf, personOf, type Actor, type Users } from './actors.ts'
import { expectNotWritten, expectRefused, forEach, forged, probe } from './attempts.ts'
import { rowsOf, run, type Row } from './database.ts'
import { columns, type Line, type Rights } from './matrix.ts'
import type { Setup } from './fixtures.ts'

/** The attempts of one actor on one row. */
type Attack = {
  line: Line
  actor: Actor
  rights: Rights
  client: SupabaseClient
  isMember: boolean
  match: Row
  /** The row as it is, and with every value forged. */
  row: Row
  wish: Row
  sample: () => Row
  change: Row
}

/** Tests that the actor can do to the row what the matrix allows, and nothing else. */
export async function expectRights(line: Line, actor: Actor, { users, fixtures }: Setup) {
  const attack = prepare(line, actor, { users, fixtures })
  const before = await seen(attack, users)
  expect(before, 'the row is there').toHaveLength(1)
  attack.row = before[0] ?? {}
  const me = personOf(actor, line)
  const myId = me ? users[me].id : randomUUID()
  attack.wish = Object.fromEntries(
    columns[line.relation].map((column) => [column, forged(attack.row[column], myId)]),
  )
  await trySelect(attack)
  await tryInsert(attack)
  await tryUpdate(attack)
  await tryDelete(attack)
  // `solvency` is left out: the stack adds rows to it during the test, and nobody can write this view.
  if (!attack.rights.update && line.relation !== 'solvency')
    expect(await seen(attack, users), 'unchanged').toEqual(before)
}

/** The actors, those with most rights first: their success proves that the row exists before others fail. */
export const mostPrivilegedFirst = ({ rights }: Line): Actor[] =>
  actors.toSorted(
    (a, b) => Object.keys(rights[b] ?? {}).length - Object.keys(rights[a] ?? {}).length,
  )

function prepare(line: Line, actor: Actor, { users, fixtures }: Setup): Attack {
  const name = `${line.relation} ${line.row}`
  const match = fixtures.rows[name]
  if (!match) throw new Error(`fixtures.ts has no row for "${name}".`)
  return {
    line,
    actor,
    rights: line.rights[actor] ?? {},
    client: clientOf(users, actor, line),
    isMember: personOf(actor, line) !== undefined,
    match,
    row: {},
    wish: {},
    sample: fixtures.samples[line.relation] ?? (() => ({})),
    change: {
      ...fixtures.changes[line.relation],
      // A profile's picture has to be in the folder of its member.
      ...(line.relation === 'profiles' && { profile_image: `${String(match['id'])}/me.png` }),
    },
  }
}

/** True for views that filter by the signed-in member, so that the owner of the database sees no rows in them. */
export const isPersonal = (relation: string) =>
  /^(balances|ledger_lines|holds|clearing|wallet_lots|payout_methods|payout_accounts|wallets)$/.test(
    relation,
  )

/** The present row, read by the owner of the database, or by its member if the view is personal. */
async function seen({ line, match }: Attack, users: Users): Promise<Row[]> {
  if (!isPersonal(line.relation)) return rowsOf(line.relation, match)
  return must(await clientOf(users, 'own', line).from(line.relation).select().match(match))
}

async function trySelect(attack: Attack) {
  const { line, rights, client, isMember, match, row } = attack
  const { relation } = line
  if (rights.select) {
    const [found] = must(await client.from(relation).select().match(match)) as Row[]
    expect(Object.keys(found ?? {}).toSorted()).toEqual(columns[relation].toSorted())
    expect(must(await probe(client, relation, match, row))).toHaveLength(1)
    return
  }
  expectRefused(await client.from(relation).select().match(match), `select ${relation}`)
  const head = { count: 'exact', head: true } as const
  expectRefused(await client.from(relation).select('*', head).match(match), `count ${relation}`)
  expectRefused(await probe(client, relation, match, row), `find ${relation}`)
  // Members have grants of every column, and only the row is hidden; other roles are tested by column.
  await forEach(isMember ? [] : await tried(attack, 'SELECT'), async (column) => {
    const answer = await client.from(relation).select(column).match(match)
    expectRefused(answer, `select ${relation}.${column}`)
  })
}

const roleOf = ({ actor, isMember }: Attack) =>
  isMember ? 'authenticated' : actor === 'service' ? 'service_role' : 'anon'

/**
 * The columns to try: all with a grant for the actor's role, because policies and triggers decide about
 * them, and one without a grant. Postgres refuses every column without a grant in the same way.
 */
async function tried(
  attack: Attack,
  verb: 'SELECT' | 'INSERT' | 'UPDATE',
  allowed: readonly string[] = [],
): Promise<string[]> {
  const { relation } = attack.line
  const granted = (await grants()).get(`${verb} ${relation} ${roleOf(attack)}`) ?? []
  const rest = columns[relation].filter((column) => !allowed.includes(column))
  const closed = rest.filter((column) => !granted.includes(column))
  return [...rest.filter((column) => granted.includes(column)), ...closed.slice(0, 1)]
}

let read: Promise<Map<string, string[]>> | undefined
/** The granted columns, by verb, relation and role. */
const grants = () =>
  (read ??= run(
    `select concat_ws(' ', verb, c.relname, role) as key, array_agg(a.attname::text) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
       unnest('{SELECT,INSERT,UPDATE}'::text[]) as verb, unnest('{anon,authenticated,service_role}'::text[]) as role
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and has_column_privilege(role, c.oid, a.attnum, verb)
     group by 1`,
  ).then((found) => new Map(found.map((row) => [String(row['key']), row['columns'] as string[]]))))

async function tryInsert(attack: Attack) {
  const { line, actor, rights, client, isMember, match, row, wish, sample } = attack
  const { relation } = line
  const allowed = rights.insert ?? []
  const table = () => client.from(relation)
  if (rights.insert) {
    expect(Object.keys(sample()).toSorted()).toEqual(allowed.toSorted())
    const made = must(await table().insert(sample()).select().single()) as Row
    if (rights.delete) {
      const match = Object.fromEntries(keyOf(made).map((column) => [column, made[column]]))
      expect(must(await table().delete().match(match).select())).toHaveLength(1)
    }
  } else {
    // Inserts a copy of the member's row, a new row in their name, and an upsert over the row itself.
    const whole = { ...row, ...('id' in row && { id: randomUUID() }), ...sample() }
    expectNotWritten(await table().insert(whole), `a forged row of ${relation}`)
    if (!isEmpty(sample()))
      expectNotWritten(await table().insert(sample()), `a forged sample of ${relation}`)
    const over = { ...(isEmpty(sample()) ? row : sample()), ...match }
    expectNotWritten(await table().upsert(over), `${relation} over another's`)
  }
  // Columns that some member may insert were tried above. All members have the same grants, so the
  // columns that no member may insert are tried only as the stranger.
  const granted = isMember ? Object.values(line.rights).flatMap(({ insert }) => insert ?? []) : []
  const isTried = rights.insert || !isMember || actor === 'stranger'
  await forEach(isTried ? await tried(attack, 'INSERT', granted) : [], async (column) => {
    const attempt = { ...(rights.insert && sample()), [column]: wish[column] ?? null }
    expectNotWritten(await table().insert(attempt), `${relation}.${column}`)
  })
}

async function tryUpdate(attack: Attack) {
  const { line, rights, client, match, row, wish, change } = attack
  const { relation } = line
  const allowed = rights.update ?? []
  if (rights.update)
    expect(allowed, 'columns in `changes`').toEqual(expect.arrayContaining(Object.keys(change)))
  for (const column of allowed) {
    const value = change[column] ?? row[column]
    const answer = await client
      .from(relation)
      .update({ [column]: value })
      .match(match)
      .select()
    expect(must(answer), `update ${relation}.${column}`).toMatchObject([{ [column]: value }])
  }
  await forEach(await tried(attack, 'UPDATE', allowed), async (column) => {
    const value = { [column]: wish[column] ?? null }
    const answer = await client.from(relation).update(value).match(match).select()
    expectRefused(answer, `update ${relation}.${column}`)
  })
}

async function tryDelete({ line, rights, client, match }: Attack) {
  if (rights.delete) return // tried on a row of its own, see tryInsert
  expectRefused(await client.from(line.relation).delete().match(match).select(), 'delete')
}

const isEmpty = (row: Row) => Object.keys(row).length === 0
const KEYS = [['id'], ['profile_id', 'type'], ['brand_id', 'creator_id']]
const keyOf = (row: Row) => KEYS.find((key) => key.every((column) => column in row)) ?? []

/** Every relation and column that the Data API exposes, from the catalogue. */
export async function exposedColumns(): Promise<Record<string, string[]>> {
  const found = await run(
    `select c.relname as relation, array_agg(a.attname::text order by a.attname) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
     group by 1`,
  )
  return Object.fromEntries(found.map((row) => [row['relation'], row['columns']]))
}
