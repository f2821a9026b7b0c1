// Tests that the product's grants depend neither on the platform's default rights nor on the tool that writes them.
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { preparePlatform, withClient } from 'local-supabase/database.ts'
import { startTemporaryPostgres } from 'local-supabase/postgres.ts'
import { beforeAll, expect, test } from 'vitest'
import { applyMigrations, applySchemas } from '../../project.ts'
import { catalogueOf, factsOf } from './catalogue.ts'
import { startPlanner } from './planner.ts'

// Projects made before 2026 grant every new object to the API's roles; later ones grant nothing.
const CLOSED = ['tables', 'functions', 'sequences'].map(
  (kind) => `alter default privileges for role postgres in schema public
    revoke all on ${kind} from anon, authenticated, service_role`,
)

let reviewed: string[]
const server = forAllTests(startTemporaryPostgres)
beforeAll(async () => {
  reviewed = await grantsOf('open', (url) => applySchemas(url))
})

/** The grants of a new database that `build` fills, as lines of the catalogue. */
async function grantsOf(name: string, build: (url: string) => Promise<unknown>): Promise<string[]> {
  const url = server.url(name)
  await preparePlatform(server, name)
  await build(url)
  const catalogue = await withClient(url, catalogueOf)
  return factsOf(catalogue).filter((fact) => fact.startsWith('grant '))
}

async function run(url: string, statements: string[]) {
  await withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
}

test('the database has the same grants on platforms with and without default grants', async () => {
  const closed = await grantsOf('closed', async (url) => {
    await run(url, CLOSED)
    await applyMigrations(url)
  })
  expect(closed).toEqual(reviewed)
})

// pg-delta writes a table's REVOKE after the grants on its columns, which removes them again. It writes no
// REVOKE if new tables are granted to nobody, as the first chapter sets it.
test('a migration that pg-delta writes keeps the grants of columns', async () => {
  const notes = `create schema private; create table public.notes (id int, body text);
    revoke all on public.notes from anon, authenticated;
    grant insert (id, body), update (body) on public.notes to authenticated;`
  const direct = await grantsOf('direct', (url) => run(url, [...CLOSED, notes]))
  const planner = startPlanner()
  const planned = await grantsOf('planned', async (url) => {
    await run(url, CLOSED)
    const actions = await planner.plan(url, server.url('direct'))
    await run(
      url,
      actions.map(({ sql }) => sql),
    )
  })
  await planner.stop()
  expect(planned).toEqual(direct)
  expect(planned).toEqual([
    'grant insert on public.notes to authenticated: body',
    'grant insert on public.notes to authenticated: id',
    'grant update on public.notes to authenticated: body',
  ])
})
