import { preparePlatform } from 'local-supabase/database.ts'
import { startTemporaryPostgres } from 'local-supabase/postgres.ts'
import { applyMigrations } from '../../project.ts'
import { readReferenceRows, type ReferenceRows } from '../schema/reference-rows.ts'
import { readObjects, type Objects } from './objects.ts'

export type Wanted = { objects: Objects; rows: ReferenceRows }

let built: Promise<Wanted> | undefined

/** The expected database: built by the migrations of this checkout on a temporary server, and read once. */
export const wantedDatabase = () => (built ??= build())

async function build(): Promise<Wanted> {
  const server = await startTemporaryPostgres()
  try {
    await preparePlatform(server)
    await applyMigrations(server.url())
    return {
      objects: await readObjects(server.url()),
      rows: await readReferenceRows(server.url()),
    }
  } finally {
    await server.stop()
  }
}
