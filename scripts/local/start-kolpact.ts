import { lockOwner } from 'local-supabase/lock.ts'
import { startStack, type Stack, type StackInfo, type StackOptions } from 'local-supabase/stack.ts'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultStateDir, migrationsDir, projectRoot } from '../project.ts'
import { withClient } from 'local-supabase/database.ts'
import { chainEnvironment, startLazyChain } from '../sandbox-chain/lazy-chain.ts'
import { startSandboxPay } from '../sandbox-pay/sandbox-pay.ts'
import { loadSandboxSecrets, type SandboxSecrets } from '../sandbox-pay/secrets.ts'
import { adoptMigrations } from '../tools/schema/adopt-migrations.ts'
import { addDemoPictures } from './demo-pictures.ts'
import { demoAccounts, demoInviteCode, type DemoAccount } from './demo-accounts.ts'
import { kolpactPorts, type Ports } from './ports.ts'
import { startClock } from './schedule.ts'
import { startWebClient } from './web-client.ts'

export type KolpactOptions = {
  /** Ports that differ from config.toml; 0 takes any free one. */
  ports?: Partial<Ports>
  stateDir?: string
  /** `dev` serves the sources, `preview` a build of them. */
  webMode?: 'dev' | 'preview' | 'none'
  seed?: boolean
  durable?: boolean
  /** More settings of the database server, `name=value` each. */
  databaseSettings?: string[]
  /** A running database server to use; without it the stack starts one. */
  server?: StackOptions['server']
  /** Starts a connection pooler in front of the database. */
  pooler?: StackOptions['pooler']
  limitRates?: boolean
  /** The limit of changes per second that Realtime delivers; by default KOLPACT_REALTIME_EVENTS. */
  realtimeEventsPerSecond?: number
  /** False if no scheduled jobs run, for tests that set the time themselves. */
  scheduler?: boolean
  /** Additional settings for functions and client, such as keys of other companies. */
  environment?: Record<string, string>
  log?: (line: string) => void
}

export type KolpactInfo = Omit<StackInfo, 'siteUrl'> & {
  webUrl: string
  payUrl: string
  chainUrl: string
  accounts: DemoAccount[]
  inviteCode: string
}

export type Kolpact = Stack & KolpactInfo

const ADDRESS = 'http://127.0.0.1'

/** The whole product on this machine: the local stack, the payment provider and the web client. */
export async function startKolpact(options: KolpactOptions = {}): Promise<Kolpact> {
  const { stateDir = defaultStateDir(), webMode = 'dev', log = () => {} } = options
  refuseSecondOwner(stateDir)
  const ports = await kolpactPorts(options.ports)
  const [webUrl, payUrl] = [`${ADDRESS}:${ports.web}`, `${ADDRESS}:${ports.pay}`]
  const [chainUrl, mailUrl] = [`${ADDRESS}:${ports.chain}`, `${ADDRESS}:${ports.mail}`]
  const pay = loadSandboxSecrets(stateDir)
  const stack = await startStack({
    projectDir: projectRoot,
    stateDir,
    ports,
    siteUrl: webUrl,
    seed: options.seed ?? true,
    beforeMigrations: (server) => adoptMigrations(server, migrationsDir, log),
    durable: options.durable ?? true,
    databaseSettings: options.databaseSettings ?? [],
    ...serverOptions(options),
    limitRates: options.limitRates ?? true,
    ...realtimeLimit(options.realtimeEventsPerSecond),
    environment: {
      SITE_URL: webUrl,
      ...payEnvironment(payUrl, chainUrl, pay),
      HEALTH_KEY: 'kolpact-local-health',
      MAIL_TRANSPORT_URL: `${mailUrl}/api/v1/send`,
      ...options.environment,
    },
    sender: { name: 'Kolpact', email: 'no-reply@kolpact.test' },
    showCodesOf: demoAccounts.map(({ email }) => email),
    log,
  })
  const undo: (() => unknown)[] = [stack.stop]
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    if (options.seed ?? true) await addDemoPictures(stack)
    log('Payment provider …')
    const webhookUrl = `${stack.apiUrl}/functions/v1/payment-webhook`
    // The provider starts with the demo market's money, so that the page of solvency shows no deficit. Tests need none.
    const opening = webMode === 'dev' && { opening: await bookedMoney(stack.databaseUrl()) }
    const at = { port: ports.pay, stateDir, webhookUrl }
    const provider = await startSandboxPay({ ...at, ...pay, ...opening, log })
    undo.push(provider.stop, (await startLazyChain({ port: ports.chain, stateDir, log })).stop)
    if (options.scheduler ?? true) undo.push(startClock(stack, log).stop)
    let failed = stack.failed
    if (webMode !== 'none') {
      log('Web client …')
      const client = { ...stack, mode: webMode, port: ports.web, stateDir, log }
      const environment = { ...options.environment, ...clientChain(chainUrl) }
      const web = await startWebClient({ ...client, environment })
      undo.push(web.stop)
      failed = Promise.race([failed, web.ended.then((how) => `The web client ${how}`)])
    }
    const info = infoOf(stack, { webUrl, payUrl, chainUrl })
    undo.push(publish(stateDir, info))
    return { ...stack, ...info, failed, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The options for the database server and the pooler, which a caller may provide. */
const serverOptions = ({ server, pooler }: KolpactOptions) => ({
  server,
  ...(pooler && { pooler }),
})

/** The money that the demo market's payments brought, which the provider has to hold. */
async function bookedMoney(databaseUrl: string): Promise<Record<string, number>> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ currency: string; amount: string }>(`
      select lower(currency) as currency, -sum(balance_minor) as amount
      from private.accounts where kind = 'cash' group by currency`),
  )
  return Object.fromEntries(rows.map(({ currency, amount }) => [currency, Number(amount)]))
}

/** Settings of the functions: the local provider, the local chain, and the operator's bank account. */
const payEnvironment = (
  payUrl: string,
  chainUrl: string,
  { secretKey, webhookSecret }: SandboxSecrets,
) => ({
  PAYMENT_PROVIDER: 'sandbox',
  PAYOUT_PROVIDER: 'sandbox',
  BANK_ACCOUNT_NAME: 'Kolpact Sandbox',
  BANK_ACCOUNT_IBAN: 'DE89370400440532013000',
  BANK_ACCOUNT_BIC: 'COBADEFFXXX',
  SANDBOX_API_URL: payUrl,
  SANDBOX_SECRET_KEY: secretKey,
  SANDBOX_WEBHOOK_SECRET: webhookSecret,
  ...chainEnvironment(chainUrl),
})

/** Settings of the client for the local chain. The node's address also serves as block explorer. */
const clientChain = (chainUrl: string) => ({
  VITE_CHAIN_RPC_URL: chainUrl,
  VITE_CHAIN_EXPLORER_URL: chainUrl,
})

function realtimeLimit(given?: number): { realtimeEventsPerSecond?: number } {
  const perSecond = given ?? Number(process.env['KOLPACT_REALTIME_EVENTS'] || Infinity)
  return Number.isFinite(perSecond) ? { realtimeEventsPerSecond: perSecond } : {}
}

/** Refuses a second stack on one folder. This comes before the check of ports, so that the error names the cause. */
function refuseSecondOwner(stateDir: string) {
  const owner = lockOwner(stateDir)
  if (owner === undefined) return
  throw new Error(`A stack already runs on ${stateDir} (process ${owner}). Stop it first.`)
}

type Urls = Pick<KolpactInfo, 'webUrl' | 'payUrl' | 'chainUrl'>
function infoOf(stack: Stack, urls: Urls): KolpactInfo {
  const { apiUrl, publishableKey, secretKey, dbUrl, mailUrl, secondFactors } = stack
  const secrets = new Map(secondFactors.map(({ email, secret }) => [email, secret]))
  const accounts = demoAccounts.map((account) => {
    const totpSecret = secrets.get(account.email)
    return totpSecret ? { ...account, totpSecret } : account
  })
  const keys = { apiUrl, publishableKey, secretKey, dbUrl, mailUrl }
  return { ...keys, ...urls, accounts, inviteCode: demoInviteCode }
}

/** Writes stack.json for tools and scripts; it is removed when the stack stops. */
function publish(stateDir: string, info: KolpactInfo): () => void {
  const file = join(stateDir, 'stack.json')
  mkdirSync(stateDir, { recursive: true })
  writeFileSync(file, `${JSON.stringify(info, null, 2)}\n`, { mode: 0o600 })
  return () => rmSync(file, { force: true })
}
