import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { projectRoot } from '../../../project.ts'
import { PGTAP } from '../../testing/pgtap.ts'

/** Brings a year of growth.sql into a market of so many creators. `client` is the superuser, `url` that of the role of migrations. */
export async function fillGrowth(client: pg.Client, url: string, size: number): Promise<void> {
  await client.query(PGTAP)
  await client.query(
    `do $$ begin execute format('grant create on database %I to postgres', current_database()); end $$`,
  )
  await withClient(url, people)
  const sql = readFileSync(join(import.meta.dirname, 'growth.sql'), 'utf8')
  await client.query(sql.replaceAll(':size:', String(size)))
  await client.query('vacuum (analyze)')
}

/** Who acts, through the triggers of everybody. Nobody is told about the new creator: that is another bench. */
async function people(client: pg.Client) {
  for (const file of globSync('supabase/tests/*/000_*.sql', { cwd: projectRoot }).toSorted())
    await client.query(readFileSync(join(projectRoot, file), 'utf8'))
  await client.query(`
    select tests.make_member('bea', 'brand'), tests.make_member('ann', 'kol'), tests.make_staff('sam');
    select tests.make_pack(tests.id('ann'))`)
}
