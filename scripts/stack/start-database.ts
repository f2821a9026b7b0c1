import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { applyMigrations, preparePlatform, runSql, withClient } from './database.ts'
import { startPostgres, type Postgres } from './postgres.ts'

type Options = {
  projectDir: string
  stateDir: string
  port: number
  config: Config
  seed: boolean
  durable: boolean
  settings: string[]
  beforeMigrations?: ((server: Postgres) => Promise<void>) | undefined
  log: (line: string) => void
}

/** A running database with every migration applied and, when it was empty, the seed. */
export async function startDatabase(options: Options): Promise<Postgres> {
  const { projectDir, stateDir, port, config, durable, settings, log } = options
  const folder = join(projectDir, 'supabase')
  const server = await startPostgres({
    dataDir: join(stateDir, 'postgres'),
    port,
    durable,
    settings,
  })
  try {
    await preparePlatform(server)
    await options.beforeMigrations?.(server)
    for (const version of await applyMigrations(server.url(), join(folder, 'migrations')))
      log(`Applied migration ${version}.`)
    if (options.seed && config.db.seed.enabled)
      await seed(server, folder, config.db.seed.sql_paths, log)
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** For a database without users. A file is one transaction: interrupted, it runs again next time. */
async function seed(
  server: Postgres,
  folder: string,
  patterns: string[],
  log: (line: string) => void,
) {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }).toSorted())
  await withClient(server.url(), async (client) => {
    const users = await client.query('select from auth.users limit 1')
    if (users.rowCount) return
    for (const file of files) {
      log(`Seeding from supabase/${file} …`)
      await runSql(client, join(folder, file))
    }
  })
}
