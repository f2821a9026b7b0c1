// Adds simulated members on the local stack until the 95th percentile of an act exceeds 300 ms: directly, through
// a pooler, and with a replica for reads. Reports the members, the used resources, and the cost of each act.
// Usage: npm run bench load
import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { reachableTemporaryDir } from 'local-supabase/postgres-home.ts'
import { deleteCluster } from 'local-supabase/postgres.ts'
import { findPgbouncer } from '../testing/pooler.ts'
import { ACT_S, OFTEN, PEAK, SHARE, startCrowd, TABS } from './support/crowd.ts'
import { prepareFilledMarket } from './support/filled-market.ts'
import type { Started } from './support/load-stack.ts'
import { ms, p95, section } from './support/measure.ts'
import { actsOn, listen, pairsOf, type Act, type Pair } from './support/members.ts'
import { CORES, processorOf, since, type Taken } from './support/processor.ts'

const CREATORS = 5000
const LIMIT_MS = 300
const FEWEST_SAMPLES = 20
const STEP_MS = 8000
const SETTLE_MS = 2000
const RUNS = 40
/** The database is quiet if it writes less WAL than this (bytes) each second: vacuum and the scheduler's first balance proofs are done. */
const QUIET_WAL = 4000
const QUIET_TRIES = 8
const WARM_RUNS = 5
const LISTENING_PAIRS = 10

const NAMES: Record<string, string> = {
  postgres: 'Postgres',
  replica: 'the replica',
  root: 'the API',
  load: 'the load itself',
  others: 'other work on this machine',
}

type Stack = Started & { pid: number; stop(): Promise<void> }
type Snapshot = { at: number; taken: Taken; wal: number; changes: number; mails: number }
type Step = { actors: number; acts: number; worst: [string, number]; cores: Taken }

const seen = { changes: 0 }
const onChange = () => void (seen.changes += 1)
const folder = mkdtempSync(join(reachableTemporaryDir(), 'kolpact-load-'))
chmodSync(folder, 0o711)
try {
  await prepareFilledMarket(folder, { creators: CREATORS })
  const direct = await onStack('direct', async (stack, pairs) => {
    const costs = await costsOf(stack, pairs)
    return { costs, ...(await addMembersUntilSlow(stack, pairs)) }
  })
  const pooled = hasPooler() && (await onStack('pooler', addMembersUntilSlow))
  const replicated = await onStack('replica', addMembersUntilSlow)
  printCosts(direct.costs)
  printMembers([
    ['direct', direct],
    ...(pooled ? [['through PgBouncer', pooled] as const] : []),
    ['with one replica', replicated],
  ])
} finally {
  await deleteCluster(join(folder, 'postgres'))
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

function hasPooler(): boolean {
  try {
    return findPgbouncer() !== ''
  } catch (error) {
    console.error((error as Error).message)
    return false
  }
}

async function onStack<T>(
  mode: string,
  work: (stack: Stack, pairs: Pair[]) => Promise<T>,
): Promise<T> {
  const file = join(import.meta.dirname, 'support', 'load-stack.ts')
  const child = fork(file, [folder, mode], { stdio: ['ignore', 2, 2, 'ipc'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const started = await Promise.race([
    new Promise<Started>((resolve) => child.once('message', (said) => resolve(said as Started))),
    ended.then(() => Promise.reject(new Error('The stack ended before it began.'))),
  ])
  const stop = async () => {
    child.disconnect()
    await ended
  }
  try {
    return await work({ ...started, pid: child.pid ?? 0, stop }, await pairsOf(started, folder))
  } finally {
    await stop()
  }
}

// The cost of an act ------------------------------------------------------------------------------
async function snapshot({ pid }: Stack, client: pg.Client): Promise<Snapshot> {
  const { rows } = await client.query<{ wal: number; mails: number }>(`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
      (select coalesce(sum(notice_count), 0)::int from private.email_outbox) as mails`)
  const { wal = 0, mails = 0 } = rows[0] ?? {}
  return { at: performance.now(), taken: processorOf(pid), wal, mails, changes: seen.changes }
}

/** The use per second between two snapshots, from which the use without acts can be subtracted. */
function rateOf(before: Snapshot, now: Snapshot) {
  const seconds = (now.at - before.at) / 1000
  const taken = since(before.taken, now.taken)
  const per = (part: string) => (taken[part] ?? 0) / seconds
  return {
    seconds,
    postgres: per('postgres'),
    api: per('root'),
    functions: per('deno'),
    wal: (now.wal - before.wal) / seconds,
    changes: (now.changes - before.changes) / seconds,
    mails: (now.mails - before.mails) / seconds,
  }
}

type Cost = Omit<ReturnType<typeof rateOf>, 'seconds'>

async function costsOf(stack: Stack, pairs: Pair[]): Promise<Map<string, Cost>> {
  const acts = actsOn(stack)
  const few = pairs.slice(0, LISTENING_PAIRS)
  const clients = await Promise.all(
    few.flatMap(({ brand, creator }) => [brand, creator].map((s) => listen(stack, s, onChange))),
  )
  const costs = new Map<string, Cost>()
  await withClient(stack.dbUrl, async (client) => {
    const once = (act: Act, run: number) => {
      const pair = few[run % few.length] as Pair
      return act(pair, run % 2 ? pair.brand : pair.creator, (_, work) => work())
    }
    // Warm-up: all acts run in parallel, so that each session of the API has planned its statements before measuring.
    for (const act of Object.values(acts))
      for (let run = 0; run < WARM_RUNS; run += 1)
        await Promise.allSettled(few.map((_, place) => once(act, place)))
    const idle = await quietRate(stack, client)
    for (const [name, act] of Object.entries(acts)) {
      const before = await snapshot(stack, client)
      for (let run = 0; run < RUNS; run += 1) await once(act, run)
      // An order includes its mails, so wait until they are sent.
      await delay(name === 'order' ? SETTLE_MS * 3 : SETTLE_MS / 2)
      const busy = rateOf(before, await snapshot(stack, client))
      const own = (part: keyof Cost) => ((busy[part] - idle[part]) * busy.seconds) / RUNS
      costs.set(name, {
        postgres: own('postgres'),
        api: own('api'),
        functions: own('functions'),
        wal: own('wal'),
        changes: (busy.changes * busy.seconds) / RUNS,
        mails: (busy.mails * busy.seconds) / RUNS,
      })
    }
  })
  await Promise.all(clients.map((client) => client.realtime.disconnect()))
  return costs
}

/** The use of all resources per second while nobody acts. */
async function quietRate(stack: Stack, client: pg.Client): Promise<Cost> {
  for (let tries = 1; ; tries += 1) {
    const before = await snapshot(stack, client)
    await delay(SETTLE_MS * 3)
    const rate = rateOf(before, await snapshot(stack, client))
    if (rate.wal < QUIET_WAL || tries === QUIET_TRIES) return rate
  }
}

function printCosts(costs: Map<string, Cost>) {
  const perAct = (seconds: number) => ms(Math.max(0, seconds * 1000))
  section(
    'The cost of an act',
    `In a market of ${CREATORS} creators with a year of trade, measured on ${new Date().toISOString().slice(0, 10)} by what the processes of the local stack took (mean of ${RUNS}, one after the other; what they take when nobody acts is subtracted). Both sides listen to Realtime as the client does. An order is placed, paid, accepted, delivered and completed, and each step is followed by a look at its page; its mails are those of steps that lie hours apart. The processor time of API and functions is that of the local stack.`,
    ['act', 'Postgres, ms', 'API, ms', 'functions, ms', 'WAL, kB', 'changes by Realtime', 'mails'],
    [...costs].map(([name, { postgres, api, functions, wal, changes, mails }]) => [
      name === 'order' ? 'a whole order' : name,
      perAct(postgres),
      perAct(api),
      perAct(functions),
      Math.max(0, wal / 1000).toFixed(1),
      changes.toFixed(1),
      mails.toFixed(1),
    ]),
  )
}

// The number of members ---------------------------------------------------------------------------
type Growth = { passed: Step[]; failed: Step | undefined }

async function addMembersUntilSlow(stack: Stack, pairs: Pair[]): Promise<Growth> {
  const crowd = startCrowd(stack, pairs, onChange)
  async function step(actors: number): Promise<Step> {
    await crowd.grow(actors)
    await delay(SETTLE_MS)
    crowd.forget()
    const [before, own, at] = [takenBy(stack), process.cpuUsage(), performance.now()]
    await delay(STEP_MS)
    const seconds = (performance.now() - at) / 1000
    const { user, system } = process.cpuUsage(own)
    const taken = { ...since(before, takenBy(stack)), load: (user + system) / 1e6 }
    const cores = Object.fromEntries(
      Object.entries(taken).map(([part, each]) => [part, each / seconds]),
    )
    const lists = [...crowd.samples()]
    const [worst = ['none', 0] as [string, number]] = lists
      .filter(([, list]) => list.length >= FEWEST_SAMPLES)
      .map(([name, list]) => [name, p95(list)] as [string, number])
      .toSorted(([, one], [, other]) => other - one)
    console.error(`${actors * SHARE} connected: ${worst[0]} ${ms(worst[1])} ms`)
    const count = lists.reduce((sum, [, list]) => sum + list.length, 0)
    return { actors, acts: count / seconds, worst, cores }
  }
  const passed: Step[] = []
  let failed: Step | undefined
  for (let actors = 10; actors <= pairs.length * 2 && !failed; actors = Math.ceil(actors * 1.6)) {
    const one = await step(actors)
    if (one.worst[1] > LIMIT_MS) failed = one
    else passed.push(one)
  }
  await crowd.stop()
  return { passed, failed }
}

/** CPU time of each part of the stack; `postgres` is only the primary. */
function takenBy({ pid, replicaPid }: Stack): Taken {
  const taken = processorOf(pid)
  if (!replicaPid) return taken
  const { root = 0, postgres = 0 } = processorOf(replicaPid)
  const replica = root + postgres
  return { ...taken, replica, postgres: (taken['postgres'] ?? 0) - replica }
}

function othersOf(cores: Taken): number {
  const ours = ['postgres', 'replica', 'root', 'deno', 'pgbouncer', 'load']
  return Math.max(
    0,
    ours.reduce((rest, part) => rest - (cores[part] ?? 0), cores['machine'] ?? 0),
  )
}

/** The resource that was used up: the one thread of API or load above 90% of a core, or all cores above 80%. */
function bottleneck({ cores }: Step): string {
  const used = (part: string) => (part === 'others' ? othersOf(cores) : (cores[part] ?? 0))
  const thread = ['root', 'load'].find((part) => used(part) > 0.9)
  if (thread) return `the one thread of ${NAMES[thread]}`
  const percent = ((100 * used('machine')) / CORES).toFixed(0)
  if (used('machine') < 0.8 * CORES)
    return `nothing of these (the processors ${percent} % busy): they wait for each other`
  const [most = ''] = Object.keys(NAMES).toSorted((one, other) => used(other) - used(one))
  return `the ${CORES} cores (${percent} % busy), of which ${NAMES[most]} took most`
}

function printMembers(growths: (readonly [string, Growth])[]) {
  const row = (how: string, at: Step) => {
    const core = (part: string) => (at.cores[part] ?? 0).toFixed(2)
    return [
      how,
      ((at.actors * SHARE) / PEAK).toLocaleString('en'),
      (at.actors * SHARE).toLocaleString('en'),
      at.acts.toFixed(0),
      `${ms(at.worst[1])} (${at.worst[0]})`,
      core('postgres'),
      core('replica'),
      core('root'),
      core('pgbouncer'),
      core('load'),
      othersOf(at.cores).toFixed(2),
    ]
  }
  const limits = growths.map(
    ([how, { failed }]) => `${how} it was ${failed ? bottleneck(failed) : 'not reached'}`,
  )
  section(
    'Members at once',
    `Stack and load on one machine of ${CORES} cores: more members until the p95 of an act passes ${LIMIT_MS} ms. One in ten members is connected with ${TABS} tabs, half of them visible; a visible one is refreshed each minute (five requests) and acts every ${ACT_S} seconds: in an hour ${Object.entries(
      OFTEN,
    )
      .map(([name, often]) => `${often} × ${name}`)
      .join(', ')}. What gave out: ${limits.join('; ')}.`,
    [
      '',
      'members',
      'connected',
      'acts a second',
      'slowest act, ms p95',
      'cores: Postgres',
      'replica',
      'API',
      'pooler',
      'load',
      'others',
    ],
    growths.flatMap(([how, { passed, failed }]) => [
      ...passed.slice(-1).map((at) => row(how, at)),
      ...(failed ? [row(`${how}, too many`, failed)] : []),
    ]),
  )
}
