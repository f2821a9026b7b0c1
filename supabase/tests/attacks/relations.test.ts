// More attempts than in the access matrix: each actor tries to read and write each row that is closed to them, in
// every way of the Data API, directly and through every relation that refers to the row.
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { actors, clientOf, personOf, type Actor } from '../access/actors.ts'
import { forEach } from '../access/attempts.ts'
import { fingerprint, rowsOf, type Row } from '../access/database.ts'
import { foreignKeys, type Key } from '../access/embedding.ts'
import { lines, type Line } from '../access/matrix.ts'
import { setUp } from '../access/fixtures.ts'
import { isPersonal } from '../access/relations.ts'
import { must, stack } from '../api/harness.ts'

let keys: Key[]
const setup = forAllTests(setUp)
beforeAll(async () => {
  keys = await foreignKeys()
})

const attackers = actors.filter((actor) => actor !== 'service')
const hidden = lines.flatMap((line) =>
  attackers.filter((actor) => !line.rights[actor]?.select).map((actor) => ({ line, actor })),
)

// Rows that everybody may see are left out.
const guarded = lines.filter((line) => attackers.some((actor) => !line.rights[actor]))

describe.each(guarded)('$relation $row', (line) => {
  const blind = attackers.filter((actor) => !line.rights[actor]?.select)
  test.each(blind)('shows %s nothing, by any kind of read', async (actor) => {
    const row = await rowOf(line)
    const marks = marksOf(row, actor, line)
    await forEach(questions(line, row), async (question) => {
      await expectSilent(actor, line, `${line.relation}?${question}`, marks)
    })
  })

  test.each(blind)('is not found by %s through a related row', async (actor) => {
    const row = await rowOf(line)
    const marks = marksOf(row, actor, line)
    const beside = keys.filter(({ child, parent }) => [child, parent].includes(line.relation))
    const ways = beside.flatMap(({ name, child, parent }) => {
      const near = child === line.relation ? parent : child
      const hint = `${line.relation}!${name}`
      const [column = 'id'] = Object.keys(row)
      return [
        `${near}?select=found:${hint}!inner(*)&found.${column}=eq.${text(row[column])}`,
        `${near}?select=found:${hint}(*)&order=${line.relation}(${column})&limit=50`,
        `${near}?select=found:${hint}!inner(${column}.max())`,
      ]
    })
    await forEach(ways, (way) => expectSilent(actor, line, way, marks))
  })

  const locked = attackers.filter((actor) => !line.rights[actor])
  test.each(locked)('is not written by %s, by any kind of write', async (actor) => {
    const row = await rowOf(line)
    const victims = [setup.users.brand.id, setup.users.creator.id]
    const before = await fingerprint(victims)
    for (const attempt of writes(line, row)) {
      const { path, method, prefer = '', body } = attempt
      const answer = await ask(actor, line, path, { method, prefer, body })
      // Nobody can write a computed view; PostgREST answers an attempt with status 500, which is accepted here.
      const isMeant = answer.status < 500 || answer.body.includes('"55000"')
      expect(isMeant, `${method} ${path}: ${answer.status} ${answer.body}`).toBe(true)
    }
    expect(await rowOf(line)).toEqual(row)
    expect(await fingerprint(victims)).toEqual(before)
  })
})

test('each actor is tested with some row', () => {
  for (const actor of attackers) expect(hidden.some((one) => one.actor === actor)).toBe(true)
})

// Reading ---------------------------------------------------------------------------------------
function questions({ relation }: Line, row: Row): string[] {
  const straight = Object.keys(row).flatMap((column) => {
    const value = text(row[column])
    return [
      `select=*&or=(${column}.eq.${quoted(value)},${column}.is.null)`,
      `select=*&not.and=(${column}.is.null,${column}.neq.${quoted(value)})`,
      `select=stolen:${column}&order=${column}.desc.nullslast`,
      `select=${column}::text,${column}->>a,${column}.max()`,
      `select=*&${column}=like(any).{%}`,
    ]
  })
  const key = Object.entries(row).slice(0, 1)
  const match = key.map(([column, value]) => `${column}=eq.${text(value)}`).join('&')
  return [
    ...straight,
    `select=count()&${match}`,
    `select=*,count()&${match}`,
    `select=*&${match}&limit=1000000`,
    `select=*&${match.replace('=eq.', '=in.(')})`,
    `select=*&${match.replace('=eq.', '=fts.')}`,
    `select=xmin,ctid,tableoid&${match}`,
    `select=*&${match}&offset=0&limit=0`,
    `select=${relation}(*)&${match}`,
    `select=*&${match};drop table public.profiles`,
    `select=(select 1)&${match}`,
  ]
}

/** Values that identify the row and that this actor does not know from elsewhere. */
function marksOf(row: Row, actor: Actor, line: Line): string[] {
  const person = personOf(actor, line)
  const me = person && setup.users[person]
  return Object.entries(row)
    .filter(([column]) => ['id', 'code', 'referral_code', 'method_id'].includes(column))
    .map(([, value]) => String(value))
    .filter((value) => value.length > 8 && value !== me?.id && value !== me?.userId)
    .filter((value) => !isShownElsewhere(value, actor))
}

/** True if this actor may see the value in another row, as `members` repeats ids of profiles. */
function isShownElsewhere(value: string, actor: Actor): boolean {
  return lines.some((line) => {
    const match = setup.fixtures.rows[`${line.relation} ${line.row}`] ?? {}
    return line.rights[actor]?.select && Object.values(match).includes(value)
  })
}

async function expectSilent(actor: Actor, line: Line, path: string, marks: string[]) {
  const accepts = ['application/json', 'text/csv', 'application/vnd.pgrst.plan+json']
  for (const accept of accepts.slice(0, path.includes('count()') ? 3 : 1)) {
    const prefer = 'count=exact'
    const { status, body, range } = await ask(actor, line, path, { accept, prefer })
    const what = `${actor} ${accept} ${path}: ${status} ${range} ${body.slice(0, 200)}`
    expect(status, what).toBeLessThan(500)
    // Error responses are skipped, because some repeat the request.
    if (status >= 300) continue
    for (const mark of marks) expect(body, what).not.toContain(mark)
  }
}

// Writing ---------------------------------------------------------------------------------------
type Write = { path: string; method: string; prefer?: string; body: string }

function writes({ relation }: Line, row: Row): Write[] {
  const [column = 'id', value] = Object.entries(row)[0] ?? []
  const match = `${column}=eq.${text(value)}`
  const whole = JSON.stringify(row)
  const merge = 'resolution=merge-duplicates,return=representation'
  const columns = Object.keys(row)
  return [
    { path: relation, method: 'POST', body: whole },
    { path: relation, method: 'POST', prefer: merge, body: whole },
    { path: relation, method: 'POST', prefer: merge, body: `[${whole},${whole}]` },
    { path: relation, method: 'POST', prefer: 'resolution=ignore-duplicates', body: whole },
    { path: `${relation}?columns=${columns.join(',')}`, method: 'POST', body: whole },
    { path: `${relation}?on_conflict=${column}`, method: 'POST', prefer: merge, body: whole },
    { path: `${relation}?${match}`, method: 'PUT', body: whole },
    { path: `${relation}?${match}`, method: 'PATCH', body: whole },
    { path: `${relation}?${match}`, method: 'PATCH', prefer: 'missing=default', body: '{}' },
    ...columns.map((name) => ({
      path: `${relation}?${match}&select=${name}`,
      method: 'PATCH',
      prefer: 'return=representation',
      body: JSON.stringify({ [name]: null }),
    })),
    { path: `${relation}?${match}&limit=1&order=${column}`, method: 'DELETE', body: '' },
    { path: `${relation}?${match}`, method: 'DELETE', prefer: 'return=representation', body: '' },
  ]
}

// Asking ----------------------------------------------------------------------------------------
type Request = { method?: string; accept?: string; prefer?: string; body?: string }

async function ask(
  actor: Actor,
  line: Line,
  path: string,
  { method = 'GET', accept = 'application/json', prefer = '', body = '' }: Request,
) {
  const person = personOf(actor, line)
  const token = person ? setup.users[person].token : stack.publishableKey
  const answer = await fetch(`${stack.apiUrl}/rest/v1/${encodeURI(path)}`, {
    method,
    headers: {
      apikey: stack.publishableKey,
      authorization: `Bearer ${token}`,
      accept,
      prefer,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  })
  return {
    status: answer.status,
    range: answer.headers.get('content-range') ?? '',
    body: await answer.text(),
  }
}

/** The row, read by the owner of the database, or by its member if the view is personal. */
async function rowOf(line: Line): Promise<Row> {
  const match = setup.fixtures.rows[`${line.relation} ${line.row}`] ?? {}
  const client = clientOf(setup.users, 'own', line)
  const rows: Row[] = isPersonal(line.relation)
    ? must(await client.from(line.relation).select().match(match))
    : await rowsOf(line.relation, match)
  expect(rows, 'the row is there').toHaveLength(1)
  return rows[0] ?? {}
}

const text = (value: unknown) =>
  value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value)
const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`
