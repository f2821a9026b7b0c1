import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { migrationFiles } from 'local-supabase/database.ts'

/** A time as the version of a migration, such as `20261123140509` (UTC). */
export const versionAt = (time: Date) => time.toISOString().replace(/\D/g, '').slice(0, 14)

/** The file of checksums (format of `sha256sum`), outside of the folder, because the CLI warns of other files in it. */
const checksumsOf = (folder: string) => `${folder}.sha256`

/** Records the checksums of new migrations. Recorded ones are not changed. */
export function recordChecksums(folder: string) {
  const known = readChecksums(folder)
  const lines = migrationFiles(folder).map(({ file }) => {
    const name = basename(file)
    return `${known.get(name) ?? checksum(file)}  migrations/${name}\n`
  })
  writeFileSync(checksumsOf(folder), lines.join(''))
}

/** Faults of released migrations: edited, removed, not recorded, or with a version later than now. */
export function faultsOfReleased(folder: string, now = new Date()): string[] {
  const known = readChecksums(folder)
  const files = new Map(
    migrationFiles(folder).map(({ file, version }) => [basename(file), { file, version }]),
  )
  const removed = [...known.keys()]
    .filter((name) => !files.has(name))
    .map((name) => `${name} was removed`)
  const found = [...files].flatMap(([name, { file, version }]) => [
    ...(version > versionAt(now) ? [`${name} is dated later than now`] : []),
    ...(known.has(name) ? [] : [`${name} has no checksum`]),
    ...(known.has(name) && known.get(name) !== checksum(file) ? [`${name} was edited`] : []),
  ])
  return [...removed, ...found]
}

function readChecksums(folder: string): Map<string, string> {
  const file = checksumsOf(folder)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return new Map(
    lines.map((line) => {
      const [sum = '', path = ''] = line.split('  ')
      return [basename(path), sum]
    }),
  )
}

const checksum = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
