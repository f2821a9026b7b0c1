import {
  chownSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { startChild, type Child } from 'local-supabase/children.ts'
import { freePort } from 'local-supabase/ports.ts'
import { DATABASE_PASSWORD } from 'local-supabase/postgres.ts'
import { debianFolder, FIRST_USER } from './debian.ts'
import type { Relay } from './relay.ts'
import {
  etcdArguments,
  haproxySettings,
  INIT,
  patroniSettings,
  poolerSettings,
  SERVER,
} from './settings.ts'

export const NODES = [0, 1, 2] as const
export type Node = (typeof NODES)[number]
export type Ports = Record<
  'postgres' | 'rest' | 'postgresRelay' | 'restRelay' | 'etcd' | 'etcdPeer',
  [number, number, number]
> &
  Record<'etcdRelay' | 'primary' | 'reads' | 'pooler', number>

/** The user id of `nobody`, as which all programs but the database servers run. */
const NOBODY = 65_534
const POOLED = ['postgres', 'authenticator', 'supabase_auth_admin']
const PATIENCE_MS = 90_000
/** Log lines to ignore: clients that are refused while the primary moves, and messages of normal operation. */
const NOISE = /read-only transaction|FATAL: {2}the database system|heartbeat|no action\. I am/

/** A script that mounts the folders in its own namespace, so that they vanish with it. Disks have a limited size. */
const HOLD = `
mount --bind /dev "$R/dev"
mount -t proc proc "$R/proc"
mount -t tmpfs -o mode=1777,size=512m tmpfs "$R/dev/shm"
mount -t tmpfs -o mode=1777,size=64m tmpfs "$R/tmp"
mount -t tmpfs -o mode=755,size=1g tmpfs "$R/cluster"
for n in 0 1 2; do
  mkdir "$R/cluster/node$n"
  install -d -o ${NOBODY} -g ${NOBODY} "$R/cluster/etcd$n"
  u=$((${FIRST_USER} + n))
  mount -t tmpfs -o mode=700,size=2g,uid=$u,gid=$u tmpfs "$R/cluster/node$n"
done
echo held
exec sleep infinity`

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Starts three Postgres servers with Patroni, etcd, PgBouncer and HAProxy. A silent primary is replaced after `leaseS`. */
export async function startCluster(leaseS: number, log: (line: string) => void = () => {}) {
  const root = debianFolder(log)
  const ports = await choosePorts()
  const programs = await openFolder(root)
  const network = startNetwork(ports)
  const stop = async () => {
    await programs.stop()
    await network.terminate()
  }
  try {
    writeSettings(programs, ports, leaseS)
    const cluster = {
      ports,
      ...programs,
      ...questions(ports, programs.lines),
      ...faults(programs, ports, network),
      stop,
    }
    cluster.startEtcd()
    await untilHealthy(ports.etcd)
    for (const node of NODES) cluster.startNode(node)
    programs.run('haproxy', NOBODY, ['haproxy', '-db', '-f', '/cluster/haproxy.cfg'])
    programs.run('pooler', NOBODY, ['pgbouncer', '/cluster/pgbouncer.ini'])
    await cluster.untilWhole()
    return cluster
  } catch (error) {
    const said = programs.lines.slice(-40).join('\n')
    await stop()
    throw new Error(`The cluster did not start:\n${said}`, { cause: error })
  }
}

/** Waits until etcd has a leader, because a Patroni that starts earlier may exit. */
async function untilHealthy(etcd: number[]) {
  const isHealthy = (port: number) =>
    fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(1000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await delay(200))
    if ((await Promise.all(etcd.map(isHealthy))).every(Boolean)) return
  throw new Error('etcd has no leader.')
}

async function choosePorts(): Promise<Ports> {
  const three = async (): Promise<[number, number, number]> => [
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  return {
    postgres: await three(),
    rest: await three(),
    postgresRelay: await three(),
    restRelay: await three(),
    etcd: await three(),
    etcdPeer: await three(),
    etcdRelay: await freePort(),
    primary: await freePort(),
    reads: await freePort(),
    pooler: await freePort(),
  }
}

/** Starts relays for the connections of the servers to each other and to etcd, which a test can cut. */
function startNetwork(ports: Ports): Worker {
  const relays: Relay[] = [
    { port: ports.etcdRelay, targets: ports.etcd, node: null },
    ...NODES.flatMap((node) => [
      { port: ports.postgresRelay[node], targets: [ports.postgres[node]], node },
      { port: ports.restRelay[node], targets: [ports.rest[node]], node },
    ]),
  ]
  const workerData = { relays, firstUser: FIRST_USER }
  return new Worker(new URL('relay.ts', import.meta.url), { workerData })
}

type Programs = Awaited<ReturnType<typeof openFolder>>

/** Opens the folder in a mount namespace, with disks in memory; returns functions that run programs of it. */
async function openFolder(root: string) {
  const held = Promise.withResolvers<void>()
  const holder = startChild({
    command: 'unshare',
    args: ['--mount', 'sh', '-ec', HOLD],
    env: { ...process.env, R: root },
    onLine: (line) => (line === 'held' ? held.resolve() : held.reject(new Error(line))),
  })
  await held.promise
  const namespace = `/proc/${holder.pid}/ns/mnt`
  const mine = readlinkSync(namespace)
  const children = new Map<string, Child>()
  const lines: string[] = []

  const processes = (user: number) =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => {
        try {
          const isUsers = statSync(`/proc/${pid}`).uid === user
          return isUsers && readlinkSync(`/proc/${pid}/ns/mnt`) === mine
        } catch {
          return false // The process has ended.
        }
      })
      .map(Number)

  return {
    lines,
    /** The path of the cluster's settings and data for this process. */
    files: join('/proc', String(holder.pid), 'root', root, 'cluster'),
    processes,
    child: (name: string) => children.get(name)?.pid,
    run(name: string, user: number, command: string[]) {
      const bare = [
        'env',
        '-i',
        'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
        'LC_ALL=C.UTF-8',
        'HOME=/tmp',
      ]
      const inside = [`--mount=${namespace}`, 'chroot', `--userspec=${user}:${user}`, root]
      const onLine = (line: string) => {
        if (NOISE.test(line)) return
        if (lines.push(`${name}: ${line}`) > 4000) lines.splice(0, 1000)
      }
      children.set(
        name,
        startChild({ command: 'nsenter', args: [...inside, ...bare, ...command], onLine }),
      )
    },
    async stop() {
      for (const user of [0, 1, 2].map((n) => FIRST_USER + n)) send(processes(user), 'SIGCONT')
      await Promise.all([...children.values()].map((child) => child.stop()))
      for (const user of [0, 1, 2].map((n) => FIRST_USER + n)) send(processes(user), 'SIGKILL')
      await holder.stop()
    },
  }
}

function send(pids: number[], signal: NodeJS.Signals) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      continue // The process has already ended.
    }
  }
}

function writeSettings({ files }: Programs, ports: Ports, leaseS: number) {
  const keep = (name: string, text: string, user = NOBODY, mode = 0o600) => {
    writeFileSync(join(files, name), text, { mode })
    chownSync(join(files, name), user, user)
  }
  for (const node of NODES)
    keep(`node${node}.yml`, patroniSettings(node, ports, leaseS), FIRST_USER + node)
  keep('postgres', SERVER, NOBODY, 0o755)
  keep('haproxy.cfg', haproxySettings(ports))
  keep('pgbouncer.ini', poolerSettings(ports))
  keep('users.txt', POOLED.map((name) => `"${name}" "${DATABASE_PASSWORD}"\n`).join(''))
}

type Member = { name: string; role: string; state: string }

function questions({ rest, primary: primaryPort }: Ports, lines: string[]) {
  const ask = (node: Node, path: string, init: RequestInit = {}, ms = 1000) =>
    fetch(`http://127.0.0.1:${rest[node]}${path}`, { ...init, signal: AbortSignal.timeout(ms) })
  const isRole = (node: Node, role: string) =>
    ask(node, `/${role}`).then(
      ({ ok }) => ok,
      () => false,
    )
  const members = (node: Node) =>
    ask(node, '/cluster')
      .then(async (answer) => ((await answer.json()) as { members: Member[] }).members)
      .catch(() => [])
  /** The present primary; throws if there is none. */
  async function primary(): Promise<Node> {
    const are = await Promise.all(NODES.map((node) => isRole(node, 'primary')))
    const found = NODES.find((node) => are[node])
    if (found === undefined) throw new Error('The cluster has no primary.')
    return found
  }
  return {
    /** The address of the present primary by HAProxy, without the pooler. */
    url: (database = 'postgres', role = 'postgres') =>
      `postgresql://${role}:${DATABASE_PASSWORD}@127.0.0.1:${primaryPort}/${database}`,
    primary,
    /** Waits until there is a primary and both others replicate from it as synchronous standbys. */
    async untilWhole(withinMs = PATIENCE_MS) {
      let known: Member[] = []
      for (const until = Date.now() + withinMs; Date.now() < until; await delay(200)) {
        known = await primary().then(members, () => [])
        const isWhole = ({ role, state }: Member) =>
          role === 'leader'
            ? state === 'running'
            : `${role} ${state}` === 'quorum_standby streaming'
        if (known.length === NODES.length && known.every(isWhole)) return
      }
      const said = [JSON.stringify(known), ...lines.slice(-60)].join('\n')
      throw new Error(`The cluster was not whole again after ${withinMs / 1000} s:\n${said}`)
    },
    async switchover() {
      const from = await primary()
      const body = JSON.stringify({ leader: `node${from}` })
      const answer = await ask(from, '/switchover', { method: 'POST', body }, 30_000)
      if (!answer.ok) throw new Error(`No switchover: ${await answer.text()}`)
    },
  }
}

/** The processes of a server that receive a signal. */
export type Part = 'all' | 'postmaster'

function faults({ files, processes, child, run }: Programs, ports: Ports, network: Worker) {
  const postmaster = (node: Node) =>
    Number(readFileSync(join(files, `node${node}/data/postmaster.pid`), 'utf8').split('\n', 1)[0])
  return {
    startNode: (node: Node) =>
      run(
        `node${node}`,
        FIRST_USER + node,
        ['python3', '-c', INIT].concat('patroni', `/cluster/node${node}.yml`),
      ),
    startEtcd: () => NODES.forEach((n) => run(`etcd${n}`, NOBODY, etcdArguments(n, ports))),
    killEtcd: () =>
      send(
        NODES.flatMap((n) => child(`etcd${n}`) ?? []),
        'SIGKILL',
      ),
    signal(node: Node, part: Part, signal: NodeJS.Signals) {
      const wanted = part === 'postmaster' && postmaster(node)
      send(
        processes(FIRST_USER + node).filter((pid) => part === 'all' || pid === wanted),
        signal,
      )
    },
    /** Cuts a server's connections to other servers and to etcd, but not to clients; null reconnects it. */
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    cut: (node: Node | null) => network.postMessage(node),
    fill: (node: Node) =>
      new Promise<void>((resolve) => {
        const file = join(files, `node${node}`, 'ballast')
        execFile('sh', ['-c', `cat /dev/zero > ${file}`], () => resolve())
      }),
    free: (node: Node) => writeFileSync(join(files, `node${node}`, 'ballast'), ''),
  }
}
