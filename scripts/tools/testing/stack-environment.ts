import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FREE_PORTS } from '../../local/ports.ts'
import { startKolpact, type KolpactOptions } from '../../local/start-kolpact.ts'
import { startPooler } from './pooler.ts'

/** Log lines of the local stack's own servers; each begins with the name of its server. */
const SERVER_ERROR = /^(auth|gateway|realtime|scheduler|storage): |"level":"error"/

/**
 * Settings of the client for browser tests. The share of visits that measure their speed is so low that none does by
 * chance; a test of the measurement makes `Math.random` return 0.
 */
export const TEST_BUILD = { VITE_WEB_VITALS_PERCENT: '1e-9', VITE_WALLETCONNECT_PROJECT_ID: 'test' }

/**
 * The stack for the API and browser tests: the one that the environment variables name (so that the
 * same suites run on `supabase start`), else a new one on free ports in a temporary folder.
 */
export async function stackEnvironment({
  isPooled = false,
  realtimeEventsPerSecond,
  webMode = 'preview',
  environment,
  ...database
}: Pick<KolpactOptions, 'server' | 'pooler' | 'databaseSettings' | 'environment'> & {
  isPooled?: boolean
  realtimeEventsPerSecond?: number
  webMode?: 'preview' | 'none'
} = {}): Promise<{
  env: NodeJS.ProcessEnv
  /** Errors that the servers logged; a client sees only "Unexpected failure". */
  errors: string[]
  stop(): Promise<void>
}> {
  const errors: string[] = []
  if (process.env['SUPABASE_URL']) return { env: {}, errors, stop: async () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'kolpact-test-'))
  chmodSync(folder, 0o711)
  const stack = await startKolpact({
    stateDir: folder,
    ports: FREE_PORTS,
    webMode,
    seed: true,
    durable: false,
    limitRates: false,
    environment: { ...TEST_BUILD, ...environment },
    ...(realtimeEventsPerSecond && { realtimeEventsPerSecond }),
    ...(isPooled && { pooler: startPooler }),
    ...database,
    log: (line) => void (SERVER_ERROR.test(line) && errors.push(line)),
  })
  return {
    errors,
    env: {
      SUPABASE_URL: stack.apiUrl,
      SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
      SUPABASE_SECRET_KEY: stack.secretKey,
      DATABASE_URL: stack.dbUrl,
      MAIL_URL: stack.mailUrl,
      WEB_URL: stack.webUrl,
      // The attack suite reads the stack's secret keys here, to sign tokens that a real attacker cannot sign.
      STACK_DIR: folder,
      CHAIN_URL: stack.chainUrl,
    },
    async stop() {
      await stack.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
