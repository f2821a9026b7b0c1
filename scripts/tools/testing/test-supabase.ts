// Runs the pgTAP, API and browser suites with the real services of `supabase start`, so that nothing
// depends on our own local stack. The services run natively if the CLI can download them, else in Docker; it prints
// which.
// Usage: npm run test:supabase
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSql, withClient } from 'local-supabase/database.ts'
import { kolpactPorts } from '../../local/ports.ts'
import { startClock } from '../../local/schedule.ts'
import { startWebClient } from '../../local/web-client.ts'
import { projectRoot } from '../../project.ts'
import { PGTAP } from './pgtap.ts'
import { TEST_BUILD } from './stack-environment.ts'
import { startSandboxPay } from '../../sandbox-pay/sandbox-pay.ts'
import { newSandboxSecrets } from '../../sandbox-pay/secrets.ts'

const cli = join(projectRoot, 'node_modules', '.bin', 'supabase')
/** Environment variables that enable the CLI's experimental native runtime. */
const NATIVE = { SUPABASE_EXPERIMENTAL_STACK: 'true', ...nativeUser() }

/** SQL that unschedules the due work, because it holds locks that tests wait for, and changes rows that they count. */
const UNSCHEDULE = `select cron.unschedule(jobid) from cron.job where jobname like 'kolpact-%'`

const supabase = (...args: string[]) =>
  execFileSync(cli, args, {
    cwd: projectRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  console.log(`${args.join(' ')} …`)
  execFileSync(command, args, {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
}

/** Runs pgTAP in a database without a seed, because tests count rows; creates the demo market again afterwards. */
async function runPgTap(databaseUrl: string) {
  run(cli, ['db', 'reset', '--no-seed', '--yes'])
  await withClient(databaseUrl, async (client) => {
    await client.query(UNSCHEDULE)
    await runSql(client, join(projectRoot, 'supabase', 'tests', 'database', '000_helpers.sql'))
    await client.query(PGTAP)
  })
  run(process.execPath, ['scripts/db-test.ts'], { KOLPACT_PGTAP_URL: databaseUrl })
  // The reset schedules the jobs again and removes the test helpers.
  run(cli, ['db', 'reset', '--yes'])
}

/** The user as which the CLI runs Postgres, if it is started by root. */
function nativeUser() {
  return process.getuid?.() === 0 ? { SUPABASE_NATIVE_POSTGRES_USER: 'postgres' } : {}
}

/** Starts the services natively, else in Docker; returns the runtime. A failure is printed before the next attempt. */
function startServices(): 'native' | 'docker' {
  try {
    run(cli, ['start', '--runtime', 'native', '--eager'], NATIVE)
    Object.assign(process.env, NATIVE)
    return 'native'
  } catch {
    console.log('The native runtime did not start, as the lines above say; trying Docker …')
  }
  try {
    run(cli, ['start'])
    return 'docker'
  } catch (cause) {
    throw new Error('Neither the native runtime nor Docker started the services.', { cause })
  }
}

/** The addresses and keys of the services, by name. */
function readStatus(runtime: 'native' | 'docker'): Record<string, string> {
  if (runtime === 'docker') return JSON.parse(supabase('status', '-o', 'json'))
  const lines = supabase('status', '--env').matchAll(/^(?:export )?(\w+)="?(.*?)"?$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}

const stateDir = mkdtempSync(join(tmpdir(), 'kolpact-supabase-'))
const ports = await kolpactPorts()
const undo: (() => unknown)[] = [() => rmSync(stateDir, { recursive: true, force: true })]
try {
  const runtime = startServices()
  console.log(`The services run in the CLI's ${runtime} runtime.`)
  undo.push(() =>
    runtime === 'native' ? supabase('stack', 'destroy', '--yes') : supabase('stop', '--no-backup'),
  )
  // The address of this machine for the services: containers use a special name, native processes the loopback address.
  const here = runtime === 'native' ? '127.0.0.1' : 'host.docker.internal'
  const status = readStatus(runtime)
  const value = (...names: string[]) => {
    const found = names.map((name) => status[name]).find(Boolean)
    if (!found) throw new Error(`supabase status names none of ${names.join(', ')}`)
    return found
  }
  const apiUrl = value('API_URL')
  const publishableKey = value('PUBLISHABLE_KEY', 'ANON_KEY')
  const secretKey = value('SECRET_KEY', 'SERVICE_ROLE_KEY')
  const databaseUrl = value('DB_URL')
  await runPgTap(databaseUrl)

  const sandbox = newSandboxSecrets()
  const pay = await startSandboxPay({
    ...sandbox,
    port: ports.pay,
    // Containers connect from another address, so the server listens on all interfaces.
    host: runtime === 'native' ? '127.0.0.1' : '0.0.0.0',
    stateDir,
    webhookUrl: `${apiUrl}/functions/v1/payment-webhook`,
    log: () => {},
  })
  undo.push(pay.stop)
  const functionSettings = join(stateDir, 'functions.env')
  writeFileSync(
    functionSettings,
    [
      `SITE_URL=http://127.0.0.1:${ports.web}`,
      'PAYMENT_PROVIDER=sandbox',
      `SANDBOX_API_URL=http://${here}:${ports.pay}`,
      `SANDBOX_SECRET_KEY=${sandbox.secretKey}`,
      `SANDBOX_WEBHOOK_SECRET=${sandbox.webhookSecret}`,
      `MAIL_TRANSPORT_URL=http://${here}:${ports.mail}/api/v1/send`,
    ].join('\n'),
  )
  const functions = spawn(cli, ['functions', 'serve', '--env-file', functionSettings], {
    cwd: projectRoot,
    stdio: 'inherit',
  })
  undo.push(() => functions.kill())
  undo.push(startClock({ apiUrl, secretKey, databaseUrl: () => databaseUrl }, () => {}).stop)
  const web = await startWebClient({
    mode: 'preview',
    port: ports.web,
    apiUrl,
    publishableKey,
    environment: TEST_BUILD,
    stateDir,
    log: () => {},
  })
  undo.push(web.stop)

  const environment = {
    SUPABASE_URL: apiUrl,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    DATABASE_URL: databaseUrl,
    MAIL_URL: value('MAILPIT_URL', 'INBUCKET_URL'),
    PAY_URL: `http://127.0.0.1:${ports.pay}`,
    WEB_URL: `http://127.0.0.1:${ports.web}`,
  }
  run(process.execPath, ['scripts/test.ts', 'api', 'e2e'], environment)
} finally {
  for (const step of undo.toReversed()) await step()
}
