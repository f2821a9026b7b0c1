import { randomUUID } from 'node:crypto'
import { withClient } from 'local-supabase/database.ts'
import { DATABASE_PASSWORD, SUPERUSER } from 'local-supabase/postgres.ts'

/** A setting that makes Postgres reuse query plans at once. By default it makes a new plan for each of the first runs. */
export const PLANS_ONCE = 'plan_cache_mode=force_generic_plan'

export type Copy = { name: string; url: string; drop(): Promise<void> }

/** Copies a template to a new database on the server at this port, which takes a tenth of a second. */
export async function copyDatabase(port: number, template: string): Promise<Copy> {
  const name = `copy_${randomUUID().replaceAll('-', '')}`
  const asOwner = (...statements: string[]) =>
    withClient(addressOf(port, 'template1', SUPERUSER), async (client) => {
      for (const statement of statements) await client.query(statement)
    })
  await asOwner(
    `create database ${name} template ${template} strategy file_copy`,
    // Postgres does not copy the grants on the database itself.
    `grant create on database ${name} to postgres`,
  )
  return {
    name,
    url: addressOf(port, name, 'postgres'),
    drop: () => asOwner(`drop database ${name} with (force)`),
  }
}

export function addressOf(port: number, database: string, role: string): string {
  return `postgresql://${role}:${DATABASE_PASSWORD}@127.0.0.1:${port}/${database}`
}
