import { randomUUID } from 'node:crypto'
import { withClient } from 'local-supabase/database.ts'
import { DATABASE_PASSWORD, SUPERUSER } from 'local-supabase/postgres.ts'

/** A test runs a function a few times, and for that few Postgres would plan it anew each time. */
export const PLANS_ONCE = 'plan_cache_mode=force_generic_plan'

export type Copy = { name: string; url: string; drop(): Promise<void> }

/** A new database on the server at this port, as the template is: a tenth of a second. */
export async function copyDatabase(port: number, template: string): Promise<Copy> {
  const name = `copy_${randomUUID().replaceAll('-', '')}`
  const asOwner = (...statements: string[]) =>
    withClient(addressOf(port, 'template1', SUPERUSER), async (client) => {
      for (const statement of statements) await client.query(statement)
    })
  await asOwner(
    `create database ${name} template ${template} strategy file_copy`,
    // Postgres copies everything but the rights on the database itself.
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
