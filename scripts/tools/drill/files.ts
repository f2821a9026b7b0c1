import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

// Backs up the files of Storage, of which the database has only the rows. The local Storage keeps one file for
// each version, and never changes it.

/** Copies the files that are not in the backup yet; returns their number. */
export async function copyNewFiles(from: string, to: string): Promise<number> {
  let count = 0
  for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const folder = join(to, entry.parentPath.slice(from.length))
    await mkdir(folder, { recursive: true })
    const copied = await copyFile(
      join(entry.parentPath, entry.name),
      join(folder, entry.name),
      constants.COPYFILE_EXCL,
    ).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        // The file was copied before, or its owner has just replaced it.
        if (error.code === 'EEXIST' || error.code === 'ENOENT') return false
        throw error
      },
    )
    if (copied) count += 1
  }
  return count
}

/** Compares the file rows of a restored database with the copied files; lists missing and different ones. */
export async function missingFiles(client: pg.Client, copy: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; version: string; etag: string }>(
    `select bucket_id || '/' || name as name, version, metadata ->> 'eTag' as etag
     from storage.objects where version is not null order by 1`,
  )
  const faults: string[] = []
  for (const { name, version, etag } of rows) {
    const bytes = await readFile(join(copy, version.slice(0, 2), version)).catch(() => undefined)
    if (!bytes) faults.push(`${name}: no file`)
    else if (`"${createHash('md5').update(bytes).digest('hex')}"` !== etag)
      faults.push(`${name}: another content`)
  }
  return faults
}
