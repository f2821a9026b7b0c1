// Runs a market on three Postgres servers and makes the primary fail while members trade; then runs the races and the
// API suite on the same cluster. This needs Debian and root; elsewhere it prints what is missing. Before that, tests of
// the client and browser journeys read from a replica five seconds behind, which needs only the npm packages.
// Usage: npm run test:cluster                 (the delayed replica, journeys, each fault once, races and API)
//        npm run test:cluster -- faults 100   (a hundred faults in random order; KOLPACT_SEED repeats an order)
//        npm run test:cluster -- races api    (only these; also `delayed`, `journeys`)
//        npm run test:cluster -- faults etcd  (faults whose name contains the word)
// KOLPACT_LEASE=20 sets the lease to 20 seconds, the minimum of an unchanged Patroni, instead of 6.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { preparePlatform, withClient } from 'local-supabase/database.ts'
import { SUPERUSER, type Postgres } from 'local-supabase/postgres.ts'
import { startTestKolpact, type TestKolpact } from '../../local/test-kolpact.ts'
import { stackEnvironment } from '../testing/stack-environment.ts'
import { vitest, type Result } from '../testing/suites.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { delayed } from './delayed.ts'
import { FAULTS, longestGap, overtaken, startProbes, startReads } from './faults.ts'
import { faultsOf, startTrade } from './trade.ts'
import { startWatch } from './watch.ts'

const WITHOUT_CLUSTER = ['delayed', 'journeys']
const PARTS = [...WITHOUT_CLUSTER, 'faults', 'races', 'api']
const words = process.argv.slice(2)
const named = PARTS.filter((part) => words.includes(part))
const chosen = named.length > 0 ? named : PARTS
/** Words that select faults or files of the browser suite by name. */
const filters = words.filter((word) => !PARTS.includes(word))
const count = Number(words.find((word) => /^\d+$/.test(word)) ?? FAULTS.length)
const seed = Number(process.env['KOLPACT_SEED'] ?? Date.now() % 2 ** 31)
const leaseS = Number(process.env['KOLPACT_LEASE'] ?? 6)
const CALM_MS = 2000

/** Creates the extension pg_cron and lets `postgres` schedule jobs, as on Supabase. */
const CRON = `
create extension if not exists pg_cron;
grant usage on schema cron to postgres with grant option;
grant all on all functions in schema cron to postgres with grant option;
grant select, delete on all tables in schema cron to postgres;
create schema if not exists probe;
create table if not exists probe.writes (id bigint primary key);
grant usage on schema probe to postgres;
grant insert, select on probe.writes to postgres`

async function run(): Promise<number> {
  const results: Result[] = []
  if (chosen.includes('delayed'))
    results.push(await reported('delayed replica', delayed('modules')))
  if (chosen.includes('journeys'))
    results.push(await reported('journeys with a delayed replica', delayed('journeys', filters)))
  if (chosen.some((part) => !WITHOUT_CLUSTER.includes(part))) results.push(...(await onCluster()))
  const total = (key: 'passed' | 'failed') => results.reduce((sum, one) => sum + one[key], 0)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  return total('failed') > 0 ? 1 : 0
}

async function onCluster(): Promise<Result[]> {
  const cluster = await startCluster(leaseS, console.log)
  console.log('Three servers run.')
  try {
    const server = asServer(cluster)
    await preparePlatform(server)
    await withClient(cluster.url('postgres', SUPERUSER), (client) => client.query(CRON))
    const results: Result[] = []
    if (chosen.includes('faults')) results.push(await playFaults(cluster, server))
    if (chosen.includes('races')) results.push(await reported('races', races(cluster)))
    if (chosen.includes('api')) results.push(await reported('API', api(cluster, server)))
    return results
  } finally {
    await cluster.stop()
  }
}

/** The cluster's primary as a server for the stack, which the stack does not start or stop. */
function asServer({ ports, url }: Cluster): Postgres {
  const never = new Promise<string>(() => {})
  return { port: ports.primary, pid: -1, dataDir: '', url, ended: never, stop: async () => {} }
}

const poolerOf =
  ({ ports }: Cluster) =>
  async () => ({ port: ports.pooler, stop: async () => {} })

async function reported(name: string, work: Promise<Result>): Promise<Result> {
  const begun = performance.now()
  const result = await work
  if (result.failed > 0) console.log(result.output)
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(`${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`)
  return result
}

/** Runs the races. Each file has its own database; its transactions go through PgBouncer and HAProxy. */
const races = ({ ports }: Cluster) =>
  vitest(
    'rules',
    1,
    { KOLPACT_CLUSTER: String(ports.primary), KOLPACT_POOLER: String(ports.pooler) },
    ['races'],
  )

async function api(cluster: Cluster, server: Postgres): Promise<Result> {
  const own = await stackEnvironment({ server, pooler: poolerOf(cluster), webMode: 'none' })
  try {
    return await vitest('api', 1, { ...own.env, KOLPACT_POOLER: '1' })
  } finally {
    await own.stop()
  }
}

// Faults -----------------------------------------------------------------------------------
async function playFaults(cluster: Cluster, server: Postgres): Promise<Result> {
  const market = await startTestKolpact({
    seed: true,
    server,
    pooler: poolerOf(cluster),
    scheduler: true,
    log: () => {},
  })
  console.log(
    `The market is open. Seed ${seed}, a lease of ${leaseS} s; seconds on a machine that may do other work.`,
  )
  console.log(
    '| fault | no write | no act of a member | no read | whole again | acknowledged | lost, doubled or unsound |',
  )
  console.log('|---|---|---|---|---|---|---|')
  const result: Result = { passed: 0, failed: 0, output: '' }
  try {
    await expectLossNoticed(cluster)
    await market.sql(
      `update private.settings set value = max_value where key ~ '_per_(minute|hour|day)$'`,
    )
    for (const fault of chosenFaults()) {
      const wrong = await play(cluster, market, fault).catch((error: Error) => [
        String(error.stack),
      ])
      result[wrong.length > 0 ? 'failed' : 'passed'] += 1
      for (const line of wrong.slice(0, 20)) console.log(`  ${line}`)
    }
  } finally {
    await market.stop()
  }
  return result
}

/** Tests the check for lost orders: it has to report an invented order as missing. */
async function expectLossNoticed(cluster: Cluster) {
  const invented = new Map([['', { id: randomUUID(), status: 'completed' }]])
  const found = await faultsOf(cluster.url(), invented, [{ id: -1 }])
  if (found.length !== 2) throw new Error('The check does not notice what is lost.')
}

/** The faults to play: each once, or the wanted number in a random order that depends on the seed. */
function chosenFaults() {
  if (!filters.some((word) => /^\d+$/.test(word)))
    return FAULTS.filter(({ name }) => filters.every((word) => name.includes(word)))
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return FAULTS[Math.floor((state / 2 ** 32) * FAULTS.length)]!
  })
}

/** Expects that pg_cron's job and the local scheduler have done due work in the last ten seconds. */
function expectClock(cluster: Cluster) {
  return withClient(cluster.url(), async (client) => {
    const { rowCount } = await client.query(`
      select from private.clock_runs r where r.clock = 'due_work' and r.ran_at > now() - interval '10 seconds'
        and exists (select from cron.job_run_details d
          where d.status = 'succeeded' and d.start_time > now() - interval '10 seconds')`)
    if (rowCount !== 1) throw new Error('No clock ran.')
  })
}

/** Repeats a request for a while, because proxies need a moment to find a new primary. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (attempt === 20) throw error
      await delay(500)
    }
  }
}

/** Causes one fault while members trade, and repairs it; returns what is wrong afterwards. */
async function play(cluster: Cluster, market: TestKolpact, fault: (typeof FAULTS)[number]) {
  const watch = await startWatch(market)
  const loops = {
    trade: await startTrade(market),
    reads: startReads(cluster),
    probes: startProbes(cluster),
  }
  const { trade, reads, probes } = loops
  const at = { since: 0, whole: 0, until: 0 }
  try {
    await delay(CALM_MS)
    at.since = performance.now()
    await fault.happens(cluster, leaseS * 1000)
    await cluster.untilWhole()
    at.whole = performance.now()
    await delay(CALM_MS)
    at.until = performance.now()
  } finally {
    await Promise.all([trade.stop(), reads.stop(), probes.stop()])
  }
  const wrong = [
    ...trade.refusals,
    ...(await patiently(() => faultsOf(cluster.url(), trade.known, probes.results))),
    ...(await patiently(() => watch.unseen(cluster.url(), trade.known)).finally(watch.stop)),
  ]
  await patiently(() => expectClock(cluster)).catch(() => wrong.push('a clock stands still'))
  for (const { id } of overtaken(probes.results)) wrong.push(`two primaries acknowledged: ${id}`)
  const writes = trade.answered.length + probes.results.length
  const written = [...trade.answered, ...probes.results.map(({ answeredAt }) => answeredAt)]
  const cells = [
    longestGap(written, at.since, at.until).toFixed(1),
    longestGap(trade.answered, at.since, at.until).toFixed(1),
    longestGap(reads.results, at.since, at.until).toFixed(1),
    ((at.whole - at.since) / 1000).toFixed(1),
    writes,
    wrong.length,
  ]
  console.log(`| ${fault.name} | ${cells.join(' | ')} |`)
  return wrong
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
