import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { applyMigrations, preparePlatform, runSql, withClient } from './database.ts'
import { prepareCluster, startPostgres, type Postgres } from './postgres.ts'

type Options = {
  projectDir: string
  stateDir: string
  port: number
  config: Config
  seed: boolean
  durable: boolean
  settings: string[]
  beforeMigrations?: ((server: Postgres) => Promise<void>) | undefined
  server: Postgres | undefined
  log: (line: string) => void
}

/** Starts the database, applies pending migrations and, if the database was empty, the seed. */
export async function startDatabase(options: Options): Promise<Postgres> {
  const { stateDir, port, durable, settings } = options
  const isFilled = !durable && !options.server && (await prepareFilledCluster(options))
  const dataDir = join(stateDir, 'postgres')
  const server = options.server ?? (await startPostgres({ dataDir, port, durable, settings }))
  try {
    if (!isFilled) await fill(server, options)
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

type Content = Pick<Options, 'projectDir' | 'config' | 'seed' | 'beforeMigrations' | 'log'>

async function fill(server: Postgres, options: Content) {
  const { projectDir, config, log } = options
  const folder = join(projectDir, 'supabase')
  await preparePlatform(server)
  await options.beforeMigrations?.(server)
  for (const version of await applyMigrations(server.url(), join(folder, 'migrations')))
    log(`Applied migration ${version}.`)
  if (options.seed && config.db.seed.enabled)
    await seed(server, folder, config.db.seed.sql_paths, log)
}

/** Copies a kept cluster with these migrations and this seed, made on this day, or in this hour if it has a seed. */
export function prepareFilledCluster(options: Content & { stateDir: string }): Promise<boolean> {
  const { projectDir, stateDir, config } = options
  const isSeeded = options.seed && config.db.seed.enabled
  const seeds = isSeeded ? config.db.seed.sql_paths.map((path) => join('supabase', path)) : []
  const kind = createHash('sha256').update(new Date().toISOString().slice(0, isSeeded ? 13 : 10))
  const add = (cwd: string, ...patterns: string[]) => {
    for (const file of globSync(patterns, { cwd }).toSorted())
      kind.update(file).update(readFileSync(join(cwd, file)))
  }
  add(import.meta.dirname, 'platform/*.sql')
  add(projectDir, 'supabase/migrations/**/*.sql', ...seeds)
  return prepareCluster(join(stateDir, 'postgres'), kind.digest('hex'), (server) =>
    fill(server, { ...options, log: () => {} }),
  )
}

/** Runs the seed files in a database without users. Each is one transaction, so that an interrupted one runs again. */
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
