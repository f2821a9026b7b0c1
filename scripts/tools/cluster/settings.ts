// Settings of the cluster's programs. An unusual setting has its reason beside it.
import { DATABASE_PASSWORD, SUPERUSER } from 'local-supabase/postgres.ts'
import type { Node, Ports } from './cluster.ts'

const HOST = '127.0.0.1'
const CONNECTIONS = 200

const PROGRAMS = '/usr/lib/postgresql/17/bin'

/** Reaps ended child processes, as init does: Patroni counts a postmaster as running until it is reaped. */
export const INIT = `
import ctypes, os, signal, sys
PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
os.environ['INIT'] = str(os.getpid())
child = os.fork()
if child == 0:
  os.execvp(sys.argv[1], sys.argv[1:])
signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
while os.wait()[0] != child:
  pass`

/**
 * Starts a server, after killing a left launcher of pg_cron: it keeps running when its server is killed
 * (citusdata/pg_cron, issue 12), and no server can then start on the data.
 */
export const SERVER = `#!/bin/sh
pkill -KILL -P "$INIT" -f 'pg_cron launcher'
exec ${PROGRAMS}/postgres "$@"
`

/** The settings of Patroni, as JSON, which is valid YAML. */
export function patroniSettings(node: Node, ports: Ports, leaseS: number): string {
  const data = `/cluster/node${node}`
  return JSON.stringify({
    scope: 'kolpact',
    name: `node${node}`,
    etcd3: { hosts: `${HOST}:${ports.etcdRelay}`, use_proxies: true },
    restapi: {
      listen: `${HOST}:${ports.rest[node]}`,
      connect_address: `${HOST}:${ports.restRelay[node]}`,
    },
    watchdog: { mode: 'off' },
    bootstrap: { dcs: clusterSettings(leaseS), initdb: INITDB },
    postgresql: {
      listen: `${HOST}:${ports.postgres[node]}`,
      connect_address: `${HOST}:${ports.postgresRelay[node]}`,
      bin_dir: PROGRAMS,
      bin_name: { postgres: '/cluster/postgres' },
      data_dir: `${data}/data`,
      pgpass: `${data}/pgpass`,
      authentication: {
        superuser: { username: SUPERUSER, password: DATABASE_PASSWORD },
        replication: { username: 'replicator', password: DATABASE_PASSWORD },
      },
      parameters: { unix_socket_directories: data },
      pg_hba: [
        `host all all ${HOST}/32 scram-sha-256`,
        `host replication replicator ${HOST}/32 scram-sha-256`,
      ],
    },
  })
}

/** The options of initdb, as in the local stack. */
const INITDB = [
  { encoding: 'UTF8' },
  { 'locale-provider': 'icu' },
  { 'icu-locale': 'en_US.UTF-8' },
  { locale: 'C.UTF-8' },
  { 'lc-messages': 'C' },
  'data-checksums',
]

const clusterSettings = (leaseS: number) => ({
  ttl: leaseS,
  loop_wait: 1,
  // At most half of the lease that remains after a loop: (ttl - loop_wait) / 2.
  retry_timeout: 2,
  // A crashed primary is not restarted, so that another server takes over at once.
  primary_start_timeout: 0,
  // A commit is acknowledged only after at least one other server has written it, without exceptions.
  synchronous_mode: 'quorum',
  synchronous_mode_strict: true,
  // Seconds after which Patroni kills a primary that does not stop. If it is cut off, the launcher of Debian's pg_cron
  // waits endlessly for a replica to confirm its last commit (citusdata/pg_cron, pull request 414).
  primary_stop_timeout: 10,
  // If etcd fails, the primary continues as long as all other servers answer it.
  failsafe_mode: true,
  // Without this, Patroni drops replication slots that it has not made, such as that of Realtime.
  ignore_slots: [{ type: 'logical' }],
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      wal_level: 'logical',
      wal_log_hints: 'on',
      hot_standby_feedback: 'on',
      max_connections: CONNECTIONS,
      max_wal_senders: 20,
      max_replication_slots: 20,
      max_wal_size: '512MB',
      shared_buffers: '64MB',
      shared_preload_libraries: 'pg_stat_statements,pg_cron',
      'cron.database_name': 'postgres',
      // Jobs run in background workers, because connections of their own would need a password.
      'cron.use_background_workers': 'on',
      max_worker_processes: 16,
      // The texts of failed statements are not logged, because many are refused while the primary moves.
      log_min_error_statement: 'panic',
      timezone: 'UTC',
      log_timezone: 'UTC',
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
      wal_retrieve_retry_interval: '1s',
    },
  },
})

export function etcdArguments(node: Node, { etcd, etcdPeer }: Ports): string[] {
  const address = (port: number | undefined) => `http://${HOST}:${port}`
  const client = address(etcd[node])
  const peer = address(etcdPeer[node])
  return [
    'etcd',
    `--name=etcd${node}`,
    `--data-dir=/cluster/etcd${node}/data`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=${etcdPeer.map((port, n) => `etcd${n}=${address(port)}`).join()}`,
    '--heartbeat-interval=200',
    '--election-timeout=2000',
    '--unsafe-no-fsync',
    '--log-level=error',
  ]
}

/** The settings of HAProxy: one address for the primary, and one for reads, which all servers answer in turn. */
export function haproxySettings({ primary, reads, postgres, rest }: Ports): string {
  const part = (name: string, port: number, path: string) => `
listen ${name}
  bind ${HOST}:${port}
  option httpchk
  http-check send meth OPTIONS uri ${path}
  http-check expect status 200
  default-server inter 500ms fastinter 200ms downinter 300ms fall 1 rise 1 on-marked-down shutdown-sessions
${postgres.map((to, n) => `  server node${n} ${HOST}:${to} check port ${rest[n]}`).join('\n')}
`
  return `
global
  maxconn 1000
defaults
  mode tcp
  # A client that waits longer than this gets an error, and asks again.
  timeout connect 500ms
  timeout queue 300ms
  timeout check 500ms
  timeout client 1h
  timeout server 1h
  option redispatch
  retries 1
${part('primary', primary, '/primary')}${part('reads', reads, '/read-only?lag=64MB')}`
}

export const poolerSettings = ({ primary, pooler }: Ports): string => `
[databases]
* = host=${HOST} port=${primary}
[pgbouncer]
listen_addr = ${HOST}
listen_port = ${pooler}
unix_socket_dir =
auth_type = plain
auth_file = /cluster/users.txt
pool_mode = transaction
max_client_conn = 500
default_pool_size = 60
max_prepared_statements = 200
server_round_robin = 1
ignore_startup_parameters = extra_float_digits,options
# The new primary is found as soon as it is there.
server_login_retry = 0.2
server_connect_timeout = 1
# A client gets an error and does not wait.
query_wait_timeout = 5
`
