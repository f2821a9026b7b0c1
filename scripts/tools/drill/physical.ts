import { chownSync, writeFileSync } from 'node:fs'
import { chown, copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from 'local-supabase/ports.ts'
import { makeDataDir, serverUser } from 'local-supabase/postgres-home.ts'
import { startPostgres, type Postgres } from 'local-supabase/postgres.ts'

// Makes a base backup without pg_basebackup, which Postgres from npm lacks: by the SQL functions that
// pg_basebackup uses, and by copying the server's files on this machine.

/** Settings of a server that archives its WAL in `archive`, a segment at least every ten seconds. */
export const archiveSettings = (archive: string) => [
  'archive_mode=on',
  'archive_library=basic_archive',
  `basic_archive.archive_directory=${archive}`,
  'archive_timeout=10s',
]

// Files that are not copied: a server creates them itself, or they are only valid for the running one.
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label.old'])
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/** Copies the cluster of a running server; the copy is complete only with the archived WAL. */
export async function takeBaseBackup(url: string, dataDir: string, target: string) {
  makeDataDir(target, serverUser())
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('drill', fast => true)`)
    await copyFolder(dataDir, target, true)
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => true)',
    )
    writeOwned(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
}

/** Copies a folder. Files may change or vanish during the copy, which the replay of the WAL corrects. */
export async function copyFolder(from: string, to: string, isCluster = false): Promise<void> {
  const user = serverUser()
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (isCluster && (LEFT_OUT.has(entry.name) || entry.name.startsWith('pgsql_tmp'))) continue
    if (entry.isDirectory()) {
      await mkdir(target, { mode: 0o700, recursive: true })
      if (!(isCluster && EMPTIED.has(entry.name))) await copyFolder(source, target)
    } else if (entry.isFile()) {
      await copyFile(source, target).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
    }
    if (user) await chown(target, user.uid, user.gid).catch(() => {})
  }
}

/** Resolves when the WAL up to the present position is archived. */
export async function archived(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ file: string }>(
      `select pg_walfile_name(pg_switch_wal()) as file`,
    )
    for (;;) {
      const { rowCount } = await client.query(
        'select from pg_stat_archiver where last_archived_wal >= $1',
        [rows[0]?.file],
      )
      if (rowCount) return
      await sleep(50)
    }
  } finally {
    await client.end()
  }
}

/** Starts a server on a copy of the backup, and replays the archived WAL up to a restore point. */
export async function restoreTo(point: string, copy: string, archive: string): Promise<Postgres> {
  await mkdir(join(copy, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
  for (const name of ['pg_wal', join('pg_wal', 'archive_status')]) {
    const user = serverUser()
    if (user) await chown(join(copy, name), user.uid, user.gid)
  }
  writeOwned(join(copy, 'recovery.signal'), '')
  return startPostgres({
    dataDir: copy,
    port: await freePort(),
    settings: [
      `restore_command=cp "${archive}/%f" "%p"`,
      `recovery_target_name=${point}`,
      'recovery_target_action=promote',
    ],
  })
}

export async function bytesOf(folder: string): Promise<number> {
  let sum = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const file = await stat(join(entry.parentPath, entry.name)).catch(() => undefined)
    sum += file?.size ?? 0
  }
  return sum
}

export function writeOwned(file: string, content: string) {
  writeFileSync(file, content, { mode: 0o600 })
  const user = serverUser()
  if (user) chownSync(file, user.uid, user.gid)
}
