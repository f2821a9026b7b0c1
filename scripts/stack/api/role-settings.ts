import pg from 'pg'
import { withClient } from '../database.ts'
import type { Scope } from './lite.ts'

const REQUEST = 'pgrst.db_pre_request'

/**
 * SQL for the start of a request's transaction: the role of the caller, what functions may read of the
 * request, and the settings of the role (`alter role … set …`). Postgres applies those at login alone;
 * PostgREST, which logs in as `authenticator`, applies those of the role that it becomes. A role without a
 * time-out of its own has that of `authenticator`. If the authenticator names a function to run before each
 * request, the role calls it. A request that only reads may write nothing: it could be answered by a replica.
 */
export async function readRoleSettings(
  adminUrl: string,
  schemas: string[],
): Promise<(scope: Scope) => string> {
  const { rows, readers } = await withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ role: string; setting: string }>(`
      select r.rolname as role, unnest(s.setconfig) as setting
      from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
      where s.setdatabase = 0 and pg_has_role('authenticator', r.oid, 'member')`)
    const found = await client.query<{ path: string }>(
      `select '/rpc/' || p.proname as path
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = any ($1) group by p.proname having bool_and(p.provolatile <> 'v')`,
      [schemas],
    )
    return { rows, readers: new Set(found.rows.map(({ path }) => path)) }
  })
  const statements = new Map<unknown, string>()
  let preRequest = ''
  for (const { role, setting } of rows) {
    const [name = '', ...rest] = setting.split('=')
    const value = rest.join('=')
    if (role !== 'authenticator')
      statements.set(role, (statements.get(role) ?? '') + setLocal(name, value))
    else if (name === REQUEST) preRequest = `select ${value}();`
  }
  return ({ claims = {}, method = '', path = '', headers = {} }) => {
    const role = typeof claims['role'] === 'string' ? claims['role'] : 'anon'
    const request = {
      role,
      'request.jwt.claims': JSON.stringify(claims),
      'request.method': method,
      'request.path': path,
      'request.headers': JSON.stringify(headers),
    }
    const settings = Object.entries(request).map(([name, value]) => setLocal(name, value))
    const isRead = ['GET', 'HEAD'].includes(method) || readers.has(path)
    const access = isRead ? 'set transaction read only;' : ''
    return [access, ...settings, statements.get(role) ?? '', preRequest].join('')
  }
}

const setLocal = (name: string, value: string) =>
  `set local ${pg.escapeIdentifier(name)} = ${pg.escapeLiteral(value)};`
