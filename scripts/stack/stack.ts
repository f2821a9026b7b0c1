import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDataApi } from './api/data-api.ts'
import { quietConsole } from './api/lite.ts'
import { startAuth } from './auth/auth.ts'
import { startDatabase } from './start-database.ts'
import { readConfig } from './config.ts'
import { demoInviteCode, withSecondFactors, type DemoAccount } from '../local/demo.ts'
import { startFunctions } from './functions/functions.ts'
import { startGateway } from './gateway.ts'
import { lockState } from './lock.ts'
import { openMailbox } from './mail/mailbox.ts'
import { startMailServer } from './mail/server.ts'
import { choosePorts, type Ports } from './options.ts'
import { defaultStateDir } from './paths.ts'
import { startPostgres, SUPERUSER } from './postgres.ts'
import { startRealtime } from './realtime/realtime.ts'
import { startSandboxPay } from '../sandbox-pay/sandbox-pay.ts'
import { startScheduler } from './scheduler.ts'
import { startStorage } from './storage/storage.ts'
import { loadTokens } from './tokens.ts'
import { startWeb } from '../local/web.ts'

export type StackOptions = {
  /** Ports that differ from config.toml; 0 takes any free one. */
  ports?: Partial<Ports>
  /** Where data, files, mails and keys live. */
  stateDir?: string
  /** `dev` serves the sources, `preview` a build of them. */
  webMode?: 'dev' | 'preview' | 'none'
  seed?: boolean
  /** Tests trade durability for speed. */
  durable?: boolean
  /** Tests that sign up fifty people at once switch the limits of config.toml off. */
  limitRates?: boolean
  /** Tests that move time themselves switch the clock off. */
  scheduler?: boolean
  /** Settings for functions and client on top of the stack's own: keys of other companies. */
  environment?: Record<string, string>
  log?: (line: string) => void
}

export type StackInfo = {
  apiUrl: string
  publishableKey: string
  secretKey: string
  dbUrl: string
  webUrl: string
  mailUrl: string
  payUrl: string
  accounts: DemoAccount[]
  inviteCode: string
}

export type Stack = StackInfo & {
  /** Resolves when a part has ended by itself, with the part and the reason. */
  readonly failed: Promise<string>
  /** For tests that change the schema of a running stack. */
  reloadSchema(): Promise<void>
  /** For tests of what outlives a restart of the database. */
  restartDatabase(): Promise<void>
  stop(): Promise<void>
}

/** Starts every part in the order of their needs; when one cannot start, those before it stop. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const {
    webMode = 'dev',
    seed = true,
    durable = true,
    limitRates = true,
    scheduler = true,
    log = () => {},
  } = options
  const stateDir = options.stateDir ?? defaultStateDir()
  const config = readConfig()
  const undo: (() => unknown)[] = [lockState(stateDir)]
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  let fail: (reason: string) => void = () => {}
  const failed = new Promise<string>((resolve) => (fail = resolve))
  const watch = (part: string, ended: Promise<string>, matters = () => true) =>
    void ended.then((how) => matters() && fail(`${part} ${how}`))

  try {
    const ports = await choosePorts(config, options.ports)
    const [apiUrl, mailUrl, webUrl, payUrl] = [ports.api, ports.mail, ports.web, ports.pay].map(
      (port) => `http://127.0.0.1:${port}`,
    ) as [string, string, string, string]
    const tokens = await loadTokens(stateDir)
    quietConsole()

    log('Database …')
    let database = await startDatabase({ stateDir, port: ports.db, config, seed, durable, log })
    undo.push(() => database.stop())
    let isRestarting = false
    const watchDatabase = () => watch('The database', database.ended, () => !isRestarting)
    watchDatabase()
    const restartDatabase = async () => {
      isRestarting = true
      await database.stop()
      database = await startPostgres({ dataDir: database.dataDir, port: ports.db, durable })
      isRestarting = false
      watchDatabase()
    }
    const adminUrl = database.url('postgres', SUPERUSER)

    log('API …')
    const mailbox = openMailbox(join(stateDir, 'mails'))
    const accounts = await withSecondFactors(adminUrl)
    undo.push((await startMailServer({ mailbox, port: ports.mail, accounts })).stop)
    const dataApi = await startDataApi({
      authenticatorUrl: database.url('postgres', 'authenticator'),
      adminUrl,
      schemas: config.api.schemas,
      maxRows: config.api.max_rows,
    })
    undo.push(dataApi.stop)
    const auth = startAuth({
      databaseUrl: database.url('postgres', 'supabase_auth_admin'),
      config: config.auth,
      ...siteUrls(config.auth, webUrl),
      apiUrl,
      tokens,
      mailbox,
      limitRates,
      log,
    })
    undo.push(auth.stop)
    const storage = startStorage({
      databaseUrl: database.url('postgres', 'authenticator'),
      folder: join(stateDir, 'files'),
      tokens,
      sizeLimit: config.storage.file_size_limit,
    })
    undo.push(storage.stop)
    const realtime = await startRealtime({
      adminUrl,
      verifyToken: tokens.verifyToken,
      isApiKey: tokens.isApiKey,
      log,
    })
    undo.push(realtime.stop)
    const functions = await startFunctions({
      config: config.functions,
      cacheDir: join(stateDir, 'deno'),
      tokens,
      environment: {
        SUPABASE_URL: apiUrl,
        SUPABASE_DB_URL: database.url(),
        SITE_URL: webUrl,
        PAYMENT_PROVIDER: 'sandbox',
        SANDBOX_API_URL: payUrl,
        SANDBOX_SECRET_KEY: tokens.sandboxSecretKey,
        SANDBOX_WEBHOOK_SECRET: tokens.sandboxWebhookSecret,
        MAIL_TRANSPORT_URL: `${mailUrl}/api/v1/send`,
        ...options.environment,
      },
      log,
    })
    undo.push(functions.stop)
    const gateway = await startGateway({
      port: ports.api,
      tokens,
      dataApi,
      auth,
      storage,
      functions,
      realtime,
      log,
    })
    undo.push(gateway.stop)

    log('Payment provider …')
    const pay = await startSandboxPay({
      port: ports.pay,
      stateDir,
      webhookUrl: `${apiUrl}/functions/v1/payment-webhook`,
      secretKey: tokens.sandboxSecretKey,
      webhookSecret: tokens.sandboxWebhookSecret,
      log,
    })
    undo.push(pay.stop)
    if (scheduler) {
      undo.push(
        startScheduler({ databaseUrl: database.url(), apiUrl, secretKey: tokens.secretKey, log })
          .stop,
      )
    }
    if (webMode !== 'none') {
      log('Web client …')
      const web = await startWeb({
        mode: webMode,
        port: ports.web,
        apiUrl,
        publishableKey: tokens.publishableKey,
        environment: options.environment ?? {},
        stateDir,
        log,
      })
      undo.push(web.stop)
      watch('The web client', web.ended)
    }

    const info: StackInfo = {
      apiUrl,
      publishableKey: tokens.publishableKey,
      secretKey: tokens.secretKey,
      dbUrl: database.url(),
      webUrl,
      mailUrl,
      payUrl,
      accounts,
      inviteCode: demoInviteCode,
    }
    undo.push(publish(stateDir, info))
    return { ...info, failed, reloadSchema: dataApi.reload, restartDatabase, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The addresses that mails may lead to follow the web client when it moves to another port. */
function siteUrls(auth: { site_url: string; additional_redirect_urls: string[] }, webUrl: string) {
  const from = `:${new URL(auth.site_url).port}`
  const to = `:${new URL(webUrl).port}`
  return {
    siteUrl: webUrl,
    redirectUrls: auth.additional_redirect_urls.map((url) => url.replace(from, to)),
  }
}

function publish(stateDir: string, info: StackInfo): () => void {
  const file = join(stateDir, 'stack.json')
  mkdirSync(stateDir, { recursive: true })
  writeFileSync(file, `${JSON.stringify(info, null, 2)}\n`, { mode: 0o600 })
  return () => rmSync(file, { force: true })
}
