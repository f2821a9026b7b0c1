import { setTimeout as delay } from 'node:timers/promises'
import { withClient } from 'local-supabase/database.ts'
import { freePort } from 'local-supabase/ports.ts'
import type { Postgres } from 'local-supabase/postgres.ts'
import { ensureLightBrowser } from '../testing/browser.ts'
import { addressOf } from '../testing/database-copy.ts'
import { stackEnvironment } from '../testing/stack-environment.ts'
import { playwright, vitest, type Result } from '../testing/suites.ts'
import { PRIMARY, startReadApi, startReplica } from './replica.ts'

const DELAY_MS = 5000
const PATIENCE_MS = 10_000

/**
 * Runs tests of the client's reads and writes, or journeys of the browser suite, on a market that reads from a
 * replica some seconds behind.
 */
export async function delayed(
  part: 'modules' | 'journeys',
  filters: string[] = [],
): Promise<Result> {
  const port = await freePort()
  const readUrl = `http://127.0.0.1:${port}`
  const stack = await stackEnvironment({
    webMode: part === 'journeys' ? 'preview' : 'none',
    databaseSettings: PRIMARY,
    environment: { VITE_SUPABASE_READ_URL: readUrl },
  })
  const undo: (() => Promise<unknown>)[] = [stack.stop]
  try {
    const { DATABASE_URL = '', STACK_DIR = '' } = stack.env
    const url: Postgres['url'] = (database = 'postgres', role = 'postgres') =>
      addressOf(Number(new URL(DATABASE_URL).port), database, role)
    const replica = await startReplica(url, [`recovery_min_apply_delay=${DELAY_MS}ms`])
    const reads = await startReadApi(replica, STACK_DIR, port)
    undo.push(replica.stop, reads.stop)
    await untilNamed(url)
    const env = { ...stack.env, KOLPACT_READ_URL: readUrl, KOLPACT_DELAY_MS: String(DELAY_MS) }
    if (part === 'modules') return await vitest('replica', 1, env)
    const browser = await ensureLightBrowser()
    const result = await playwright({ ...env, ...(browser && { CHROMIUM_PATH: browser }) }, filters)
    const { 200: given = 0, 503: behind = 0 } = reads.answers
    console.log(`The replica answered ${given} reads, and refused ${behind} because it was behind.`)
    if (given > 0 && behind > 0) return result
    const output = `${result.output}\nNothing of this tried a replica that is behind.`
    return { ...result, failed: result.failed + 1, output }
  } finally {
    for (const stop of undo.toReversed()) await stop()
  }
}

/** Waits until market_health reports the replica and its lag. */
async function untilNamed(primary: Postgres['url']) {
  const ask = `select detail from private.market_health() where name = 'replication_lag'`
  await withClient(primary(), async (client) => {
    for (const until = Date.now() + PATIENCE_MS; ; await delay(200)) {
      const { rows } = await client.query<{ detail: string }>(ask)
      const detail = rows[0]?.detail ?? ''
      if (/^walreceiver: .* behind$/.test(detail)) return
      if (Date.now() > until) throw new Error(`market_health does not name the replica: ${detail}`)
    }
  })
}
