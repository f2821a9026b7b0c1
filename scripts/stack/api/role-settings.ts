import pg from 'pg'
import { withClient } from '../database.ts'
import type { Scope } from './lite.ts'

const REQUEST = 'pgrst.db_pre_request'

/**
 * The settings of each role (`alter role … set …`) as SQL for the start of a request's transaction. Postgres
 * applies them at login alone; PostgREST, which logs in as `authenticator`, applies those of the
 * role that it becomes. A role without a time-out of its own has that of `authenticator`. If the
 * authenticator names a function to run before each request, the role calls it, and finds the request.
 */
export async function readRoleSettings(
  adminUrl: string,
): Promise<(scope: Scope | undefined) => string> {
  const { rows } = await withClient(adminUrl, (client) =>
    client.query<{ role: string; setting: string }>(`
      select r.rolname as role, unnest(s.setconfig) as setting
      from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
      where s.setdatabase = 0 and pg_has_role('authenticator', r.oid, 'member')`),
  )
  const statements = new Map<unknown, string>()
  let preRequest = ''
  for (const { role, setting } of rows) {
    const [name = '', ...rest] = setting.split('=')
    const value = rest.join('=')
    if (role !== 'authenticator')
      statements.set(role, (statements.get(role) ?? '') + setLocal(name, value))
    else if (name === REQUEST) preRequest = `select ${value}();`
  }
  return (scope) => {
    const role = scope?.claims?.['role']
    const own = statements.get(role) ?? ''
    if (preRequest === '' || typeof role !== 'string') return own
    const request = [
      setLocal('role', role),
      setLocal('request.jwt.claims', JSON.stringify(scope?.claims)),
      setLocal('request.headers', JSON.stringify(scope?.headers ?? {})),
    ]
    return [own, ...request, preRequest].join('')
  }
}

const setLocal = (name: string, value: string) =>
  `set local ${pg.escapeIdentifier(name)} = ${pg.escapeLiteral(value)};`
