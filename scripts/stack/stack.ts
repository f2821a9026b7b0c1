import { join } from 'node:path'
import { startDataApi } from './api/data-api.ts'
import { quietConsole } from './api/lite.ts'
import { startAuth } from './auth/auth.ts'
import type { Sender } from './auth/mailer.ts'
import { readConfig, type Config } from './config.ts'
import { startFunctions } from './functions/functions.ts'
import { startGateway } from './gateway.ts'
import { lockState } from './lock.ts'
import { openMailbox, type Mailbox } from './mail/mailbox.ts'
import { readSecondFactors, type SecondFactor } from './mail/second-factors.ts'
import { startMailServer } from './mail/server.ts'
import { choosePorts } from './ports.ts'
import { startPostgres, SUPERUSER, type Postgres } from './postgres.ts'
import { startRealtime } from './realtime/realtime.ts'
import { startDatabase } from './start-database.ts'
import { startStorage } from './storage/storage.ts'
import { loadTokens, type Tokens } from './tokens.ts'

export type StackOptions = {
  /** The folder that holds `supabase/`. */
  projectDir: string
  /** Where data, files, mails and keys are kept. */
  stateDir: string
  /** Ports that differ from config.toml; 0 takes any free one. */
  ports?: { api?: number; db?: number; mail?: number }
  /** The address of the client, if it differs from config.toml. */
  siteUrl?: string
  /** Whether an empty database gets the seed of config.toml. */
  seed?: boolean
  /** Called when the database runs, before pending migrations are applied. */
  beforeMigrations?: (server: Postgres) => Promise<void>
  /** False for faster stacks of tests, which may lose data in a crash and use weaker password hashes. */
  durable?: boolean
  /** More settings of the database server, `name=value` each. */
  databaseSettings?: string[]
  /** A running database server to use; without it the stack starts one. */
  server?: Postgres | undefined
  /** Starts a connection pooler in front of the database, for services that need no session of their own. */
  pooler?: (server: { port: number }) => Promise<{ port: number; stop(): Promise<void> }>
  /** False to switch off the rate limits of config.toml, for tests that sign up many users at once. */
  limitRates?: boolean
  /** The changes per second that Realtime delivers; further ones are dropped. Unlimited by default. */
  realtimeEventsPerSecond?: number
  /** Environment variables of edge functions, in addition to those of Supabase. */
  environment?: Record<string, string>
  /** The sender of the auth server's mails. */
  sender?: Sender
  /** Accounts for whose second factors the mailbox page shows codes, so that a person can sign in. */
  showCodesOf?: string[]
  log?: (line: string) => void
}

export type StackInfo = {
  apiUrl: string
  publishableKey: string
  secretKey: string
  dbUrl: string
  mailUrl: string
  siteUrl: string
}

export type Stack = StackInfo & {
  readonly secondFactors: SecondFactor[]
  /** The address of any database of the server, for any role; without arguments equal to `dbUrl`. */
  databaseUrl: Postgres['url']
  /** Resolves when a service has ended unexpectedly, with its name and the reason. */
  readonly failed: Promise<string>
  /** Makes the Data API read the schema again, after a change of it. */
  reloadSchema(): Promise<void>
  /** Restarts the database, for tests. */
  restartDatabase(): Promise<void>
  stop(): Promise<void>
}

const ADDRESS = 'http://127.0.0.1'

type Undo = (() => unknown)[]
type Started = Omit<Stack, 'stop'>

/** Starts all services, each after those that it needs. If one cannot start, those before it are stopped. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const undo: Undo = [lockState(options.stateDir)]
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    return { ...(await startParts(options, undo)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startParts(options: StackOptions, undo: Undo): Promise<Started> {
  const { stateDir, log = () => {} } = options
  const config = readConfig(options.projectDir)
  const ports = await portsOf(config, options.ports)
  const tokens = await loadTokens(stateDir)
  quietConsole()

  log('Database …')
  const { database, failed, restart } = await runDatabase(options, config, ports.db, undo)

  log('API …')
  const apiUrl = `${ADDRESS}:${ports.api}`
  const siteUrl = options.siteUrl ?? config.auth.site_url
  const mailbox = openMailbox(join(stateDir, 'mails'))
  const adminUrl = database.url('postgres', SUPERUSER)
  const secondFactors = await readSecondFactors(adminUrl, options.showCodesOf ?? [])
  undo.push((await startMailServer({ mailbox, port: ports.mail, secondFactors })).stop)
  const pooledUrl = await startPooler(options, database, undo)
  const services = { config, database, pooledUrl, tokens, mailbox, apiUrl, siteUrl, log }
  const { dataApi, ...parts } = await startServices(options, services, undo)
  undo.push((await startGateway({ port: ports.api, tokens, dataApi, ...parts, log })).stop)

  return {
    apiUrl,
    publishableKey: tokens.publishableKey,
    secretKey: tokens.secretKey,
    dbUrl: pooledUrl('postgres'),
    mailUrl: `${ADDRESS}:${ports.mail}`,
    siteUrl,
    secondFactors,
    databaseUrl: database.url,
    failed,
    reloadSchema: dataApi.reload,
    restartDatabase: restart,
  }
}

function portsOf(config: Config, { api, db, mail }: StackOptions['ports'] = {}) {
  return choosePorts({
    api: { port: api ?? config.api.port, owner: 'the API' },
    db: { port: db ?? config.db.port, owner: 'the database' },
    mail: { port: mail ?? config.local_smtp.port, owner: 'the mailbox' },
  })
}

/** Starts the database, and reports its end unless the stack restarts it. */
async function runDatabase(options: StackOptions, config: Config, port: number, undo: Undo) {
  const { projectDir, stateDir, seed = true, durable = true, log = () => {} } = options
  const { beforeMigrations, databaseSettings: settings = [] } = options
  const build = {
    projectDir,
    stateDir,
    port,
    config,
    seed,
    durable,
    settings,
    beforeMigrations,
    server: options.server,
    log,
  }
  let server = await startDatabase(build)
  undo.push(() => server.stop())
  const { promise: failed, resolve: fail } = Promise.withResolvers<string>()
  let isRestarting = false
  const watch = () => void server.ended.then((how) => isRestarting || fail(`The database ${how}`))
  watch()
  return {
    database: server,
    failed,
    async restart() {
      isRestarting = true
      await server.stop()
      server = await startPostgres({ dataDir: server.dataDir, port, durable, settings })
      isRestarting = false
      watch()
    },
  }
}

/** Starts the pooler, if one is given; returns the database's address for a role, through the pooler if there is one. */
async function startPooler({ pooler }: StackOptions, database: Postgres, undo: Undo) {
  const started = await pooler?.(database)
  if (started) undo.push(started.stop)
  return (role: string): string => {
    const url = new URL(database.url('postgres', role))
    if (started) url.port = String(started.port)
    return url.href
  }
}

type Shared = {
  config: Config
  database: Postgres
  pooledUrl: (role: string) => string
  tokens: Tokens
  mailbox: Mailbox
  apiUrl: string
  siteUrl: string
  log: (line: string) => void
}

/** Starts the services behind the gateway. */
async function startServices(options: StackOptions, shared: Shared, undo: Undo) {
  const { config, database, pooledUrl, tokens, mailbox, apiUrl, siteUrl, log } = shared
  const { projectDir, stateDir } = options
  const adminUrl = database.url('postgres', SUPERUSER)
  const authenticatorUrl = pooledUrl('authenticator')
  const dataApi = await startDataApi({
    authenticatorUrl,
    adminUrl,
    schemas: config.api.schemas,
    maxRows: config.api.max_rows,
  })
  undo.push(dataApi.stop)
  const auth = startAuth({
    databaseUrl: pooledUrl('supabase_auth_admin'),
    config: config.auth,
    projectDir,
    sender: options.sender ?? { name: config.project_id, email: 'no-reply@localhost' },
    siteUrl,
    redirectUrls: redirectUrls(config.auth, siteUrl),
    apiUrl,
    tokens,
    mailbox,
    limitRates: options.limitRates ?? true,
    hashRounds: (options.durable ?? true) ? 10 : 4,
    log,
  })
  undo.push(auth.stop)
  const storage = startStorage({
    databaseUrl: authenticatorUrl,
    folder: join(stateDir, 'files'),
    tokens,
    sizeLimit: config.storage.file_size_limit,
  })
  undo.push(storage.stop)
  const { verifyToken, isApiKey } = tokens
  const { realtimeEventsPerSecond: eventsPerSecond } = options
  const realtime = await startRealtime({
    adminUrl,
    verifyToken,
    isApiKey,
    ...(eventsPerSecond !== undefined && { eventsPerSecond }),
    log,
  })
  undo.push(realtime.stop)
  const functions = await startFunctions({
    folder: join(projectDir, 'supabase', 'functions'),
    config: config.functions,
    tokens,
    environment: {
      SUPABASE_URL: apiUrl,
      SUPABASE_DB_URL: pooledUrl('postgres'),
      ...options.environment,
    },
    log,
  })
  undo.push(functions.stop)
  return { dataApi, auth, storage, realtime, functions }
}

/** The allowed redirect addresses of config.toml, with the actual port of the client. */
function redirectUrls(auth: Config['auth'], siteUrl: string): string[] {
  const from = `:${new URL(auth.site_url).port}`
  const to = `:${new URL(siteUrl).port}`
  return auth.additional_redirect_urls.map((url) => url.replace(from, to))
}
