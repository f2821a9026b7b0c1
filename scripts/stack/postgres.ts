import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { chown } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startChild } from './children.ts'
import { lockOwner, lockState } from './lock.ts'
import { freePort } from './ports.ts'
import { commandOf } from './processes.ts'
import {
  makeDataDir,
  reachableDataDir,
  reachableTemporaryDir,
  serverFiles,
  serverUser,
} from './postgres-home.ts'

/** The superuser of the cluster, as on Supabase. Migrations never run as this role. */
export const SUPERUSER = 'supabase_admin'
export const DATABASE_PASSWORD = 'postgres'

export type Postgres = {
  readonly port: number
  readonly pid: number
  readonly dataDir: string
  /** Connection string; `role` is `postgres` (that of migrations) by default. */
  url(database?: string, role?: string): string
  /** Resolves when the server has ended, with a sentence about the reason. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  port: number
  /** False for faster servers of tests, which may lose data in a crash. */
  durable?: boolean
  /** More settings of the server, `name=value` each. */
  settings?: string[]
  log?: (line: string) => void
}

const KEPT = 'supabase-cluster-'

const INITDB = [
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  // Text is sorted by ICU, as in Supabase's image. That image has the libc locale en_US.UTF-8, which is not used
  // here because not every machine has it; with ICU, little but the names of months depends on it.
  '--locale-provider=icu',
  '--icu-locale=en_US.UTF-8',
  '--locale=C.UTF-8',
  '--lc-messages=C',
]

/** Starts a native Postgres 17 on 127.0.0.1, creating the cluster on first use. */
export async function startPostgres(options: Options): Promise<Postgres> {
  const { port, durable = true, settings: more = [], log = () => {} } = options
  const user = serverUser()
  const files = await serverFiles(user)
  const dataDir = reachableDataDir(options.dataDir, user)
  await stopLeftover(dataDir)
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await makeCluster(dataDir, files, user, durable)
  const settings = [
    'wal_level=logical',
    'max_connections=200',
    'max_replication_slots=20',
    'max_wal_senders=20',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'shared_preload_libraries=pg_stat_statements',
    // Without synchronous commit the log is written at this interval; Realtime reads changes from the log.
    'wal_writer_delay=10ms',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ...more,
  ]
  const isReplica = existsSync(join(dataDir, 'standby.signal'))
  const said = `ready to accept ${isReplica ? 'read-only ' : ''}connections`
  const lines: string[] = []
  let announce = () => {}
  const ready = new Promise<'ready'>((resolve) => (announce = () => resolve('ready')))
  const server = startChild({
    command: join(files, 'bin', 'postgres'),
    args: ['-D', dataDir, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    cwd: dataDir,
    user,
    env: { ...process.env, LC_MESSAGES: 'C' },
    stopSignal: 'SIGINT', // a fast shutdown: clients are cut off, data is written
    patienceMs: 20_000,
    onLine(line) {
      lines.push(line)
      if (lines.length > 50) lines.shift()
      log(line)
      if (line.includes(said)) announce()
    },
  })
  const outcome = await Promise.race([ready, server.ended])
  if (outcome !== 'ready') {
    throw new Error(
      `Postgres ${outcome} before it was ready on port ${port}:\n${lines.slice(-12).join('\n')}`,
    )
  }
  return {
    port,
    pid: server.pid,
    dataDir,
    url: (database = 'postgres', role = 'postgres') =>
      `postgresql://${role}:${DATABASE_PASSWORD}@127.0.0.1:${port}/${database}`,
    ended: server.ended.then((how) => `${how}\n${lines.slice(-5).join('\n')}`),
    stop: server.stop,
  }
}

/** Starts a temporary server: on a free port, in a temporary folder that is deleted when it stops. */
export async function startTemporaryPostgres(settings: string[] = []): Promise<Postgres> {
  const folder = mkdtempSync(join(reachableTemporaryDir(), 'supabase-pg-'))
  chmodSync(folder, 0o711) // as root the server runs as another user, who must reach its data
  const server = await startPostgres({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    durable: false,
    settings,
  })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Deletes the cluster of a wanted data folder, also if its data is in another folder. */
export async function deleteCluster(wanted: string): Promise<void> {
  const dataDir = reachableDataDir(wanted, serverUser())
  await stopLeftover(dataDir)
  const isStandIn = dataDir !== wanted
  rmSync(isStandIn ? dirname(dataDir) : dataDir, { recursive: true, force: true })
}

type User = { uid: number; gid: number } | undefined

/** Makes a cluster: a durable one by initdb, one for tests as a copy of a kept one, which takes a tenth of the time. */
async function makeCluster(dataDir: string, files: string, user: User, durable: boolean) {
  if (durable) return initialise(dataDir, files, user)
  const first = await keptCluster(kindOf(files, user), (made) =>
    initialise(made, files, user, ['--no-sync']),
  )
  copyCluster(first, dataDir, user)
}

const kindOf = (files: string, user: User) =>
  JSON.stringify([files, statSync(join(files, 'bin', 'initdb')).mtimeMs, user?.uid, INITDB])

/**
 * Makes a cluster with the data of `fill`, if there is none yet; returns whether it did. A cluster of each
 * `kind` is filled once on a machine and then copied, because tests start many.
 */
export async function prepareCluster(
  wanted: string,
  kind: string,
  fill: (server: Postgres) => Promise<void>,
): Promise<boolean> {
  const user = serverUser()
  const files = await serverFiles(user)
  const dataDir = reachableDataDir(wanted, user)
  if (existsSync(join(dataDir, 'PG_VERSION'))) return false
  const filled = await keptCluster(kindOf(files, user) + kind, async (made) => {
    const server = await startPostgres({
      dataDir: made,
      port: await freePort(),
      durable: false,
      settings: ['min_wal_size=32MB'],
    })
    await fill(server).finally(server.stop)
  })
  copyCluster(filled, dataDir, user)
  return true
}

/** The folder of a kept cluster, from which others are copied. If it is missing, one process makes it and others wait. */
async function keptCluster(kind: string, make: (dataDir: string) => Promise<void>) {
  const home = reachableTemporaryDir()
  const hash = createHash('sha256').update(kind).digest('hex').slice(0, 16)
  const kept = join(home, `${KEPT}${hash}`)
  const lock = `${kept}-lock`
  while (lockOwner(lock) !== undefined) await delay(50)
  if (!existsSync(kept)) {
    const unlock = lockState(lock)
    const made = mkdtempSync(join(home, `${KEPT}new-`))
    chmodSync(made, 0o711)
    try {
      forgetUnused(home)
      await make(join(made, 'data'))
      // Another process that began at the same moment may have made the kept cluster already.
      if (!existsSync(kept)) renameSync(made, kept)
    } finally {
      rmSync(made, { recursive: true, force: true })
      unlock()
    }
  }
  if (process.getuid && statSync(kept).uid !== process.getuid())
    throw new Error(`${kept} belongs to somebody else.`)
  const now = new Date()
  utimesSync(kept, now, now)
  return join(kept, 'data')
}

/** Deletes kept clusters not copied for an hour. Each change of a migration makes a new one, and they may be in memory. */
function forgetUnused(home: string) {
  const kept = readdirSync(home).filter((name) => name.startsWith(KEPT) && !name.endsWith('-lock'))
  for (const name of kept) {
    const folder = join(home, name)
    // Another process may have deleted or renamed the folder since it was listed.
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found && found.uid === process.getuid?.() && found.mtimeMs < Date.now() - 36e5)
      rmSync(folder, { recursive: true, force: true })
  }
}

function copyCluster(from: string, dataDir: string, user: User) {
  makeDataDir(dataDir, user)
  cpSync(from, dataDir, { recursive: true })
  if (user)
    for (const file of readdirSync(dataDir, { recursive: true, encoding: 'utf8' }))
      chownSync(join(dataDir, file), user.uid, user.gid)
}

async function initialise(dataDir: string, files: string, user: User, more: string[] = []) {
  makeDataDir(dataDir, user)
  const folder = mkdtempSync(join(reachableTemporaryDir(), 'supabase-initdb-'))
  chmodSync(folder, 0o711)
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, `${DATABASE_PASSWORD}\n`, { mode: 0o600 })
  if (user) await chown(passwordFile, user.uid, user.gid)
  const lines: string[] = []
  const initdb = startChild({
    command: join(files, 'bin', 'initdb'),
    args: [`--pgdata=${dataDir}`, `--pwfile=${passwordFile}`, ...INITDB, ...more],
    cwd: dataDir,
    user,
    onLine: (line) => lines.push(line),
  })
  const how = await initdb.ended
  rmSync(folder, { recursive: true, force: true })
  if (how !== 'ended with code 0') {
    rmSync(dataDir, { recursive: true, force: true })
    throw new Error(
      `Postgres could not create its cluster: initdb ${how}\n${lines.slice(-12).join('\n')}`,
    )
  }
}

/** Stops a server that still runs on the data folder after its stack was killed. */
async function stopLeftover(dataDir: string) {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!isPostgres(pid)) {
    unlinkSync(file)
    return
  }
  process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < 20_000 && isPostgres(pid); waited += 100) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  if (isPostgres(pid))
    throw new Error(`An earlier Postgres (process ${pid}) of ${dataDir} does not stop.`)
}

function isPostgres(pid: number): boolean {
  return /\bpostgres\b/.test(commandOf(pid))
}
