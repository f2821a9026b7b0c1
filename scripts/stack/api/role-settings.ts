import pg from 'pg'
import { withClient } from '../database.ts'
import type { Scope } from './lite.ts'

const REQUEST = 'pgrst.db_pre_request'

/**
 * SQL for the start of a request's transaction. It sets the caller's role, the data of the request that functions
 * may read, and the settings of the role (`alter role … set …`). Postgres applies role settings only at login, but
 * PostgREST, which logs in as `authenticator`, applies those of the caller's role. A role without a
 * timeout has that of `authenticator`. If `authenticator` has a pre-request function, it is called
 * too. The transaction of a reading request is read-only, because a replica could answer it.
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
