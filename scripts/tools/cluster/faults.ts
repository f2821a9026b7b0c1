import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { DATABASE_PASSWORD } from 'local-supabase/postgres.ts'
import { NODES, type Cluster, type Node } from './cluster.ts'

/** A fault of the cluster, and its repair. */
type Fault = {
  name: string
  happens(cluster: Cluster, leaseMs: number): Promise<void>
}

const follower = async (cluster: Cluster) => {
  const primary = await cluster.primary()
  return NODES.find((node) => node !== primary) ?? 0
}
const untilAnother = async (cluster: Cluster, former: Node) => {
  for (const until = Date.now() + 60_000; Date.now() < until; await delay(100))
    if ((await cluster.primary().catch(() => former)) !== former) return
  throw new Error('No other server became the primary.')
}

export const FAULTS: Fault[] = [
  {
    name: 'the postmaster of the primary killed',
    async happens(cluster) {
      const primary = await cluster.primary()
      cluster.signal(primary, 'postmaster', 'SIGKILL')
      await untilAnother(cluster, primary)
    },
  },
  {
    name: 'the primary killed with its Patroni',
    async happens(cluster) {
      const primary = await cluster.primary()
      cluster.signal(primary, 'all', 'SIGKILL')
      await untilAnother(cluster, primary)
      cluster.startNode(primary)
    },
  },
  {
    name: 'the primary frozen, and woken later',
    async happens(cluster, leaseMs) {
      const primary = await cluster.primary()
      cluster.signal(primary, 'all', 'SIGSTOP')
      await delay(leaseMs + 6000)
      cluster.signal(primary, 'all', 'SIGCONT')
    },
  },
  {
    name: 'the primary cut off from etcd and the others, not from clients',
    async happens(cluster, leaseMs) {
      cluster.cut(await cluster.primary())
      await delay(leaseMs + 8000)
      cluster.cut(null)
    },
  },
  {
    name: 'a replica killed with its Patroni',
    async happens(cluster) {
      const replica = await follower(cluster)
      cluster.signal(replica, 'all', 'SIGKILL')
      await delay(5000)
      cluster.startNode(replica)
    },
  },
  {
    name: 'the disk of a replica full',
    async happens(cluster) {
      const replica = await follower(cluster)
      await cluster.fill(replica)
      await delay(5000)
      cluster.free(replica)
    },
  },
  {
    name: 'etcd dead, all three',
    async happens(cluster) {
      cluster.killEtcd()
      await delay(10_000)
      cluster.startEtcd()
    },
  },
  { name: 'a switchover', happens: (cluster) => cluster.switchover() },
]

/** Reads from any server until stopped; the results are the times of the answers. */
export function startReads({ ports }: Cluster) {
  return startLoop([ports.reads], async (client) => {
    await client.query('select count(*) from private.transfers')
    return performance.now()
  })
}

type Write = { id: number; sentAt: number; answeredAt: number; timeline: string }

/** Writes to each server directly, without HAProxy, as a client might that does not know the new primary. */
export function startProbes({ ports }: Cluster) {
  let serial = Date.now()
  return startLoop(ports.postgres, async (client): Promise<Write> => {
    const [id, sentAt] = [(serial += 1), performance.now()]
    const { rows } = await client.query<{ timeline: string }>(
      'insert into probe.writes values ($1) returning left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline',
      [id],
    )
    return { id, sentAt, answeredAt: performance.now(), timeline: rows[0]?.timeline ?? '' }
  })
}

/** Writes that an old primary accepted after the next primary had accepted some; there must be none. */
export function overtaken(writes: Write[]): Write[] {
  const first = new Map<string, number>()
  for (const { timeline, answeredAt } of writes)
    first.set(timeline, Math.min(first.get(timeline) ?? Infinity, answeredAt))
  return writes.filter(({ timeline, sentAt }) =>
    [...first].some(([later, since]) => later > timeline && since < sentAt),
  )
}

const PROBE_MS = 1000

/** Repeats `work` on each port until stopped, with a new connection after each failure. */
function startLoop<T>(ports: number[], work: (client: pg.Client) => Promise<T>) {
  const results: T[] = []
  const over = new AbortController()
  const loops = ports.map(async (port) => {
    while (!over.signal.aborted) {
      const client = new pg.Client({
        connectionString: `postgresql://postgres:${DATABASE_PASSWORD}@127.0.0.1:${port}/postgres`,
        connectionTimeoutMillis: PROBE_MS,
        query_timeout: PROBE_MS,
      })
      client.on('error', () => {})
      try {
        await client.connect()
        for (; !over.signal.aborted; await delay(20)) results.push(await work(client))
      } catch {
        await delay(100)
      } finally {
        void client.end().catch(() => {})
      }
    }
  })
  return {
    results,
    async stop() {
      over.abort()
      await Promise.all(loops)
    },
  }
}

/** The longest time without an answer, in seconds. */
export function longestGap(answers: number[], since: number, until: number): number {
  const within = answers.filter((at) => at > since && at < until)
  const moments = [since, ...within.toSorted((a, b) => a - b), until]
  const gaps = moments.slice(1).map((at, n) => at - (moments[n] ?? at))
  return Math.max(...gaps) / 1000
}
