import { expect, test } from 'vitest'
import { anonymous, newMember, sql } from './harness.ts'

// A pattern with back references takes exponential time: a request with it would hold a connection until its timeout.
const PATTERN = '^(.*)(.*)(.*)(.*)\\4\\1\\2(.+)$'

const textsOf = (role: string) =>
  sql<{ relation: string; field: string }>(
    `select c.relname as relation, min(a.attname) as field
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.atttypid = 'text'::regtype
       and has_column_privilege($1, c.oid, a.attnum, 'select')
     group by c.relname order by c.relname`,
    [role],
  )

test('a request that filters by a pattern or casts a column is refused', async () => {
  const member = (await newMember('brand')).client
  const held: string[] = []
  const refused = { anon: 0, authenticated: 0 }
  for (const [role, client] of [
    ['anon', anonymous()],
    ['authenticated', member],
  ] as const) {
    for (const { relation, field } of await textsOf(role)) {
      // The planner compiles a pattern for its estimates. The request has to be refused before, so "(" is no error.
      const { error: broken } = await client
        .from(relation)
        .select(field)
        .filter(field, 'match', '(')
      if (broken?.message !== 'not_allowed') held.push(`${role} ${relation} ( ${broken?.message}`)
      for (const operator of [
        'match',
        'imatch',
        'not.match',
        'like',
        'not.ilike',
        'like(any)',
        'fts',
        'not.wfts',
        'phfts',
        'plfts',
      ]) {
        const answer = await client.from(relation).select(field).filter(field, operator, PATTERN)
        if (answer.error?.message === 'not_allowed') refused[role] += 1
        // A table without visible rows may answer with an empty list, because no pattern is matched then.
        else if (answer.error || answer.data.length > 0)
          held.push(`${role} ${relation} ${operator} ${answer.error?.message}`)
      }
      for (const type of ['int', 'jsonpath', 'JSONPATH', 'xml']) {
        const { data, error } = await client.from(relation).select(`${field}::${type}`)
        if (error ? error.message !== 'not_allowed' : data.length > 0)
          held.push(`${role} ${relation} ${type} ${error?.message}`)
      }
    }
  }
  expect({ refused, held }).toEqual({ refused: expect.anything(), held: [] })
  expect(refused.anon).toBeGreaterThan(5)
  expect(refused.authenticated).toBeGreaterThan(50)
  for (const { error } of [
    await member.rpc('search_creators', { filters: {} }).filter('bio', 'match', PATTERN),
    await anonymous().rpc('check_invite', { code: 'x' }).filter('inviter_name', 'match', PATTERN),
    // A failing cast would roll back what a function wrote, and show the function's result in the error message.
    await member.rpc('search_creators', { filters: {} }).select('bio::int'),
    await anonymous().rpc('check_invite', { code: 'x' }).select('valid::int'),
  ])
    expect(error?.message).toBe('not_allowed')
})

test('a request for a planned count is refused, because it would reveal rows that only others read', async () => {
  const member = (await newMember('brand')).client
  const { error } = await member
    .from('staff_audit')
    .select('id', { count: 'planned' })
    .eq('action', 'x')
  expect(error?.message).toBe('not_allowed')
})

test('a request that embeds rows in embedded rows is refused, because it multiplies them', async () => {
  const member = (await newMember('brand')).client
  const asked = async (columns: string) =>
    (await member.from('currencies').select(columns)).error?.message
  const packs = (inner: string) => `code,packs!packs_currency_fkey(id${inner})`
  expect(await asked(packs(''))).toBeUndefined()
  expect(await asked(packs(',currencies!packs_currency_fkey(code)'))).toBe('not_allowed')
})

test('a request that names one column many times is refused', async () => {
  const member = (await newMember('brand')).client
  const asked = async (many: number, name: (n: number) => string) => {
    const columns = Array.from({ length: many }, (_, n) => name(n)).join()
    return (await member.from('brief_templates').select(columns)).error?.message
  }
  for (const name of [
    (n: number) => `a${n}:links`,
    () => '*',
    (n: number) => `a${n}:profiles(a${n}:id)`,
  ]) {
    expect(await asked(1, name), name(1)).not.toBe('not_allowed')
    expect(await asked(30, name), name(1)).toBe('not_allowed')
  }
})
