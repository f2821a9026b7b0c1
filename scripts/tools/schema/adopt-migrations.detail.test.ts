import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { applyMigrations, preparePlatform, withClient } from 'local-supabase/database.ts'
import { startTemporaryPostgres } from 'local-supabase/postgres.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adoptMigrations } from './adopt-migrations.ts'
import { createSync } from './sync.ts'

const folder = mkdtempSync(join(tmpdir(), 'kolpact-migrations-'))
const [chapters, migrations] = [join(folder, 'schemas'), join(folder, 'migrations')]
const TABLE = 'create table public.notes (id int primary key);'
const lines: string[] = []
const server = forAllTests(startTemporaryPostgres)

beforeAll(async () => {
  for (const each of [chapters, migrations]) mkdirSync(each)
  writeFileSync(join(migrations, '20260101000000_notes.sql'), TABLE)
  await preparePlatform(server)
  await applyMigrations(server.url(), migrations)
  writeFileSync(join(chapters, '10_notes.sql'), TABLE.replace('key', 'key, body text'))
  const sync = createSync({ server, folder: chapters, confirm: async () => false })
  await sync.run()
  await sync.stop()
})
afterAll(() => rmSync(folder, { recursive: true }))

const start = async () => {
  await adoptMigrations(server, migrations, (line) => lines.push(line))
  return applyMigrations(server.url(), migrations)
}

test('a migration written after its chapter was applied counts as applied', async () => {
  const sql = 'alter table public.notes add column body text;'
  writeFileSync(join(migrations, '20260102000000_body.sql'), sql)
  expect(await start()).toEqual([])
  expect(lines).toEqual(['Already in the database: body.'])
})

test('a migration whose change is not in the database is applied', async () => {
  const sql = 'create table public.others (id int primary key);'
  writeFileSync(join(migrations, '20260103000000_others.sql'), sql)
  expect(await start()).toEqual(['20260103000000'])
  const { rows } = await withClient(server.url(), (client) =>
    client.query('select version from supabase_migrations.schema_migrations'),
  )
  expect(rows).toHaveLength(3)
})
