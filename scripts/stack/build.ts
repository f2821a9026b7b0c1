import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import {
  applyMigrations,
  applySchemas,
  migrationFiles,
  preparePlatform,
  runSql,
  withClient,
} from './database.ts'
import { projectRoot } from './paths.ts'
import { startPostgres, deleteCluster, type Postgres } from './postgres.ts'

type Options = {
  stateDir: string
  port: number
  config: Config
  seed: boolean
  durable: boolean
  log: (line: string) => void
}

/** A running database with every migration applied and, when it was empty, the seed. */
export async function startDatabase(options: Options): Promise<Postgres> {
  const { stateDir, port, config, durable, log } = options
  const dataDir = join(stateDir, 'postgres')
  const fromChapters = migrationFiles().length === 0
  if (fromChapters) await forgetOldChapters(stateDir, dataDir)
  const server = await startPostgres({ dataDir, port, durable })
  try {
    const isNew = await prepare(server)
    // While the chapters are being written, one that fails is told and passed over.
    if (fromChapters && isNew) await applySchemas(server.url(), log)
    for (const version of await applyMigrations(server.url())) log(`Applied migration ${version}.`)
    if (isNew && options.seed && config.db.seed.enabled)
      await seed(server, config.db.seed.sql_paths, log)
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** True when the database holds nothing of the product yet. */
async function prepare(server: Postgres): Promise<boolean> {
  await preparePlatform(server)
  return withClient(server.url(), async (client) => {
    const found = await client.query(`select to_regclass('public.profiles') is null as empty`)
    return found.rows[0].empty === true
  })
}

async function seed(server: Postgres, patterns: string[], log: (line: string) => void) {
  const folder = join(projectRoot, 'supabase')
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }).toSorted())
  await withClient(server.url(), async (client) => {
    for (const file of files) {
      log(`Seeding from supabase/${file} …`)
      await runSql(client, join(folder, file))
    }
  })
}

async function forgetOldChapters(stateDir: string, dataDir: string) {
  const hash = createHash('sha256')
  for (const file of globSync('supabase/schemas/*.sql', { cwd: projectRoot }).toSorted()) {
    hash.update(readFileSync(join(projectRoot, file)))
  }
  const marker = join(stateDir, 'chapters')
  const now = hash.digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === now) return
  await deleteCluster(dataDir)
  writeFileSync(marker, now)
}
