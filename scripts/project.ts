import * as local from 'local-supabase/database.ts'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder that holds `supabase/`, `web/` and everything else. */
export const projectRoot = join(import.meta.dirname, '..')

export const schemasDir = join(projectRoot, 'supabase', 'schemas')
export const migrationsDir = join(projectRoot, 'supabase', 'migrations')

/** Where the local stack keeps its data: `.stack`, or elsewhere for a second stack beside the first. */
export function defaultStateDir(): string {
  return resolve(projectRoot, process.env.KOLPACT_STATE_DIR || '.stack')
}

export const migrationFiles = () => local.migrationFiles(migrationsDir)

/** Builds the database from its chapters: the state that the migrations have to reach. */
export const applySchemas = (url: string) => local.applySqlFiles(url, schemasDir)

/** Applies what is pending of supabase/migrations; returns the versions applied. */
export const applyMigrations = (url: string, until?: string) =>
  local.applyMigrations(url, migrationsDir, until)

/** Whether somebody may run a released version: from 1.0.0 on a migration that has landed is never edited. */
export function isReleased(): boolean {
  const file = readFileSync(join(projectRoot, 'package.json'), 'utf8')
  const { version } = JSON.parse(file) as { version: string }
  return !version.startsWith('0.')
}
