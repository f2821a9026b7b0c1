import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from 'local-supabase/children.ts'
import { freePort } from 'local-supabase/ports.ts'
import { reachableTemporaryDir, serverUser } from 'local-supabase/postgres-home.ts'
import { DATABASE_PASSWORD } from 'local-supabase/postgres.ts'

export type Pooler = { port: number; stop(): Promise<void> }

const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer']
// The roles that connect through the pooler. Realtime and listeners connect directly, because they need a session.
const USERS = ['postgres', 'authenticator', 'supabase_auth_admin']
// The pool size. Races open up to fifty transactions at once, which may wait for each other.
const SESSIONS = 80

/**
 * Starts PgBouncer in transaction mode in front of a server, as hosted projects offer it. Each transaction
 * may use another session, so code that depends on session state fails.
 */
export async function startPooler(server: { port: number }): Promise<Pooler> {
  const program = findPgbouncer()
  const folder = mkdtempSync(join(reachableTemporaryDir(), 'kolpact-pooler-'))
  chmodSync(folder, 0o711)
  const port = await freePort()
  const keep = (name: string, lines: string[]) => {
    const file = join(folder, name)
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
    const user = serverUser() // PgBouncer refuses to run as root
    if (user) chownSync(file, user.uid, user.gid)
    return file
  }
  const users = keep(
    'users.txt',
    USERS.map((name) => `"${name}" "${DATABASE_PASSWORD}"`),
  )
  const settings = keep('pgbouncer.ini', [
    '[databases]',
    `* = host=127.0.0.1 port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    `default_pool_size = ${SESSIONS}`,
    `max_client_conn = 500`,
    // Sessions are used in turn. By default the last one is reused first, which would hide a dependence on session state.
    'server_round_robin = 1',
    'ignore_startup_parameters = extra_float_digits,options',
  ])
  const lines: string[] = []
  const { promise: ready, resolve } = Promise.withResolvers<string>()
  const child = startChild({
    command: program,
    args: [settings],
    cwd: folder,
    user: serverUser(),
    onLine(line) {
      lines.push(line)
      if (line.includes('process up')) resolve('ready')
    },
  })
  const outcome = await Promise.race([ready, child.ended])
  if (outcome !== 'ready') throw new Error(`pgbouncer ${outcome}:\n${lines.slice(-5).join('\n')}`)
  return {
    port,
    async stop() {
      await child.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The address of a database through the pooler. */
export function through({ port }: Pooler, url: string): string {
  const address = new URL(url)
  address.port = String(port)
  return address.href
}

/** The path of PgBouncer; throws if it is not installed. Called before the suites begin. */
export function findPgbouncer(): string {
  const given = process.env['PGBOUNCER_PATH']
  const found = [...(given ? [given] : []), ...PLACES].find(
    (path) => spawnSync(path, ['--version']).status === 0,
  )
  if (found) return found
  throw new Error(
    'pgbouncer is missing: install it (apt-get install pgbouncer, brew install pgbouncer), or set PGBOUNCER_PATH.',
  )
}
