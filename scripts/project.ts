import * as local from 'local-supabase/database.ts'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder that holds `supabase/`, `web/` and everything else. */
export const projectRoot = join(import.meta.dirname, '..')

export const schemasDir = join(projectRoot, 'supabase', 'schemas')
export const migrationsDir = join(projectRoot, 'supabase', 'migrations')

/** The folder of the local stack's data: `.stack`, or the one of KOLPACT_STATE_DIR for a second stack. */
export function defaultStateDir(): string {
  return resolve(projectRoot, process.env.KOLPACT_STATE_DIR || '.stack')
}

export const migrationFiles = () => local.migrationFiles(migrationsDir)

/** Builds a database from the chapters. The migrations have to build the same. */
export const applySchemas = (url: string) => local.applySqlFiles(url, schemasDir)

/** Applies the pending migrations; returns the versions applied. */
export const applyMigrations = (url: string, until?: string) =>
  local.applyMigrations(url, migrationsDir, until)

/** True from version 1.0.0 on. Markets may then run the product, so a migration is not edited after its merge. */
export function isReleased(): boolean {
  const file = readFileSync(join(projectRoot, 'package.json'), 'utf8')
  const { version } = JSON.parse(file) as { version: string }
  return !version.startsWith('0.')
}
