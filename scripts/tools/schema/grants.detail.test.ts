// The product's grants do not depend on what the platform opens, nor on the tool that writes them.
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { preparePlatform, withClient } from 'local-supabase/database.ts'
import { startTemporaryPostgres } from 'local-supabase/postgres.ts'
import { beforeAll, expect, test } from 'vitest'
import { applyMigrations, applySchemas } from '../../project.ts'
import { catalogueOf, factsOf } from './catalogue.ts'
import { startPlanner } from './planner.ts'

// A project of before 2026 opens each new object to the API's roles; later ones open nothing.
const CLOSED = ['tables', 'functions', 'sequences'].map(
  (kind) => `alter default privileges for role postgres in schema public
    revoke all on ${kind} from anon, authenticated, service_role`,
)

let reviewed: string[]
const server = forAllTests(startTemporaryPostgres)
beforeAll(async () => {
  reviewed = await grantsOf('open', (url) => applySchemas(url))
})

/** The facts of the catalogue about grants, of a new database that `build` fills. */
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

test('a platform that opens nothing gives the same grants', async () => {
  const closed = await grantsOf('closed', async (url) => {
    await run(url, CLOSED)
    await applyMigrations(url)
  })
  expect(closed).toEqual(reviewed)
})

// pg-delta puts a table's REVOKE after the grants of its columns, which takes them away again. It writes
// none where a new table is open to nobody, as the first chapter has it.
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
