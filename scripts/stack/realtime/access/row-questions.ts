import type pg from 'pg'
import { fromImages, quoted } from './row-images.ts'
import { NO_ACCESS, type Table } from './tables.ts'

/** One check: under these claims, these rows (`[{ "row_no": 0, … }]`, as JSON text). */
export type Check = { claims: string; rows: string }
export type Question = {
  kind: 'selectable' | 'judged' | 'kept'
  table: Table
  role: string
  checks: Check[]
}
/** `isGone` is said of rows that the table has no more. */
export type Answer = { question: number; check: number; row: number; isGone: boolean }

/**
 * Asks several questions in one round trip and on one snapshot. Each is a function of the
 * session, so that its statement is planned once for a role and not once for each subscriber.
 * Functions live in `pg_temp`: the product's schema holds nothing of them.
 */
export async function ask(pool: pg.Pool, questions: Question[]): Promise<Answer[]> {
  const asked = questions.map((question) => ({ ...functionFor(question), checks: question.checks }))
  const list = asked.map(
    ({ name }, at) => `select ${at} as question, * from pg_temp.${name}($${at + 1})`,
  )
  const client = await pool.connect()
  try {
    for (const { name, sql } of asked) await makeFunction(client, name, sql)
    const found = await client.query<Answer>({
      ...statementName(asked),
      text: list.join(' union all '),
      values: asked.map(({ checks }) => json(checks)),
    })
    client.release()
    return found.rows
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** The usual ones are prepared, which saves their planning; a long list is unlikely to come again. */
function statementName(asked: Function[]): { name?: string } {
  return asked.length <= 2 ? { name: asked.map(({ name }) => name).join(' ') } : {}
}

const made = new WeakMap<pg.PoolClient, Set<string>>()

async function makeFunction(client: pg.PoolClient, name: string, sql: string) {
  const own = made.get(client) ?? new Set()
  made.set(client, own)
  if (own.has(name)) return
  await client.query(sql)
  own.add(name)
}

type Function = { name: string; sql: string }

// A table's entry is another one when its columns, policies or grants change.
const functions = new WeakMap<Table, Map<string, Function>>()
let lastName = 0

function functionFor({ kind, table, role }: Question): Function {
  const own = functions.get(table) ?? new Map<string, Function>()
  functions.set(table, own)
  const key = `${kind} ${role}`
  let found = own.get(key)
  if (!found) {
    const name = `rows_${(lastName += 1)}`
    found = { name, sql: define(name, role, STATEMENTS[kind](table, role)) }
    own.set(key, found)
  }
  return found
}

/** A policy that raises an error shows that subscriber nothing, and the others go on. */
function define(name: string, role: string, statement: string): string {
  return `
    create or replace function pg_temp.${name}(
      asked jsonb, out "check" int, out "row" int, out "isGone" boolean
    ) returns setof record language plpgsql set search_path from current as $function$
    declare
      v_check jsonb;
      v_rows jsonb;
      v_no int := 0;
    begin
      for v_check in select value from jsonb_array_elements(asked -> 'checks') loop
        v_rows := asked -> 'rows' -> (v_check ->> 'rows')::int;
        begin
          perform set_config('request.jwt.claims', v_check ->> 'claims', true);
          perform set_config('role', '${role.replaceAll("'", "''")}', true);
          return query ${statement};
        exception when others then
          null;
        end;
        perform set_config('role', 'none', true);
        v_no := v_no + 1;
      end loop;
    end;
    $function$`
}

const STATEMENTS = {
  /** Which rows the role may select now. */
  selectable(table: Table) {
    const { rows, sameRow } = wanted(table)
    return `select v_no, wanted.row_no, false from ${rows} where (select true from ${sameRow})`
  },
  /** Which rows the table still holds as this transaction left them, and which it has no more. */
  kept(table: Table) {
    const { rows, sameRow } = wanted(table)
    const now = `(select t.xmin::text as xid from ${sameRow} limit 1)`
    return (
      `select v_no, wanted.row_no, now.xid is null from ${rows} left join lateral ${now} now on true ` +
      'where now.xid is null or now.xid = wanted.xid'
    )
  },
  /** Which rows, as they were written, the policies let the role select. */
  judged(table: Table, role: string) {
    const { policy } = table.roles.get(role) ?? NO_ACCESS
    return `select v_no, wanted.row_no, false from ${fromImages(table, ROWS)} where ${policy}`
  },
}

const ROWS = 'v_rows'

/** A subquery for each row keeps to the primary key; a join may walk all that a policy lets see. */
function wanted({ sqlName, primaryKey }: Table) {
  const columns = primaryKey.map(({ sqlType }, at) => `, k${at} ${sqlType}`).join('')
  const same = primaryKey.map(({ name }, at) => `t.${quoted(name)} = wanted.k${at}`)
  return {
    rows: `jsonb_to_recordset(${ROWS}) wanted (row_no int, xid text${columns})`,
    sameRow: `${sqlName} t where ${same.join(' and ')}`,
  }
}

/** The rows are JSON already; many subscribers are asked about the same, which is sent once. */
function json(checks: Check[]): string {
  const rows = new Map<string, number>()
  const asked = checks.map((check) => {
    const set = rows.get(check.rows) ?? rows.size
    rows.set(check.rows, set)
    return `{"claims":${JSON.stringify(check.claims)},"rows":${set}}`
  })
  return `{"checks":[${asked.join()}],"rows":[${[...rows.keys()].join()}]}`
}
