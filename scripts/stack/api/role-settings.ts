import pg from 'pg'
import { withClient } from '../database.ts'

/**
 * The settings of each role (`alter role … set …`) as SQL for the start of a transaction. Postgres
 * applies them at login alone; PostgREST, which logs in as `authenticator`, applies those of the
 * role that it becomes. A role without a time-out of its own has that of `authenticator`.
 */
export async function readRoleSettings(adminUrl: string): Promise<(role: unknown) => string> {
  const { rows } = await withClient(adminUrl, (client) =>
    client.query<{ role: string; setting: string }>(`
      select r.rolname as role, unnest(s.setconfig) as setting
      from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
      where s.setdatabase = 0 and pg_has_role('authenticator', r.oid, 'member')
        and r.rolname <> 'authenticator'`),
  )
  const statements = new Map<unknown, string>()
  for (const { role, setting } of rows) {
    const [name = '', ...value] = setting.split('=')
    const statement = `set local ${pg.escapeIdentifier(name)} = ${pg.escapeLiteral(value.join('='))};`
    statements.set(role, (statements.get(role) ?? '') + statement)
  }
  return (role) => statements.get(role) ?? ''
}
