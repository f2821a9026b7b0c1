// A text of a megabyte in each column that members write: every one is refused, and none keeps the
// database busy. The texts are those that took it seconds or an hour before they were bounded.
import { beforeAll, expect, test } from 'vitest'
import { HEAVY, testDatabase } from '../support/race.ts'

const MEGABYTE = 1024 * 1024
const TEXTS = {
  letters: 'x'.repeat(MEGABYTE),
  words: 'ab '.repeat(MEGABYTE / 3),
  'mixed words': 'aA1b|'.repeat(MEGABYTE / 5),
  addresses: 'a@b.c/'.repeat(MEGABYTE / 6),
  'falling marks': `a${'\u0301'.repeat(MEGABYTE / 4)}${'\u0316'.repeat(MEGABYTE / 4)}`,
}
/** A list or an object of one text. */
const FORMS: Record<string, (text: string) => string> = {
  text: (text) => text,
  'text[]': (text) => `{"${text}"}`,
  jsonb: (text) => JSON.stringify({ searchTerm: text }),
}

type Column = { name: string; type: string; table: string }

const db = testDatabase(2, 'demo')
let columns: Column[]
beforeAll(async () => {
  // Tables that the demo market leaves empty.
  await db.sql`
    insert into public.shortlist (brand_id, creator_id)
    select b.id, k.id from public.members b, public.members k where b.role = 'brand' and k.role = 'kol' limit 1`
  await db.sql`
    insert into public.email_preferences (profile_id, type, mode)
    select id, 'review_received', 'off' from public.members limit 1`
  columns = await db.sql<Column[]>`
    select distinct c.table_name::text as table, c.column_name::text as name, format_type(a.atttypid, null) as type
    from information_schema.column_privileges c
    join pg_attribute a on a.attrelid = format('public.%I', c.table_name)::regclass and a.attname = c.column_name
    where c.grantee = 'authenticated' and c.privilege_type in ('INSERT', 'UPDATE') and c.table_schema = 'public'
      and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb')
    order by 1, 2`
})

/** One text for each column; every text for every column in `npm run test:heavy`. */
const texts = Object.entries(TEXTS).map(([what, text], turn) => ({ what, text, turn }))

test.each(texts)(
  'columns that members write refuse a megabyte of $what',
  async ({ text, turn }) => {
    expect(columns.length).toBeGreaterThan(30)
    const accepted: string[] = []
    for (const { table, name, type } of columns.filter(
      (_, index) => HEAVY || index % texts.length === turn,
    )) {
      const row = db.sql(`public.${table}`)
      const value = db.sql.unsafe(`'${FORMS[type]?.(text)}'::${type}`)
      await db.sql`
      update ${row} set ${db.sql(name)} = ${value} where ctid = (select min(ctid) from ${row})`.then(
        () => accepted.push(`${table}.${name}`),
        () => {},
      )
    }
    expect(accepted).toEqual([])
  },
)
