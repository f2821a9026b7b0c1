import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { rootHome } from 'local-supabase/postgres-home.ts'

const PACKAGES =
  'postgresql-17 postgresql-17-cron patroni python3-etcd etcd-server haproxy pgbouncer'

/** Users of the folder: each server of the cluster has one, by which its processes and connections are distinguished. */
export const FIRST_USER = 61_801
const USERS = [0, 1, 2].map((n) => `node${n}:x:${FIRST_USER + n}:${FIRST_USER + n}::/run:/bin/sh\n`)

/** Keeps packages from starting servers, or making a database, while they are installed. */
const PREPARE = `
printf '#!/bin/sh\\nexit 101\\n' > "$R/usr/sbin/policy-rc.d"
chmod +x "$R/usr/sbin/policy-rc.d"
mkdir -p "$R/etc/postgresql-common"
echo 'create_main_cluster = false' > "$R/etc/postgresql-common/createcluster.conf"`

/** Patroni takes no lease below 20 seconds; a test may want the shorter one. */
const SHORT_LEASE = `
cd "$R/usr/lib/python3/dist-packages/patroni"
sed -i "s/'ttl', 20)/'ttl', 5)/" config.py
sed -i "/'ttl'\\|\\"ttl\\"/s/min=20/min=5/" validator.py`

/** A namespace of its own: what is mounted in it goes with its last process. */
const BUILD = `
debootstrap --variant=minbase trixie "$R" "$MIRROR"
mount --bind /dev "$R/dev"
mount -t proc proc "$R/proc"
${PREPARE}
export DEBIAN_FRONTEND=noninteractive
chroot "$R" apt-get -q update
chroot "$R" apt-get -q install -y --no-install-recommends ${PACKAGES}
rm -rf "$R"/var/lib/apt/lists/* "$R"/var/cache/apt/*
${SHORT_LEASE}
mkdir "$R/cluster"`

/** The folder with Debian 13 and all that a cluster needs. It is made once, in two minutes, and only read afterwards. */
export function debianFolder(log: (line: string) => void): string {
  const kept = join(rootHome, 'debian-13-cluster')
  if (existsSync(kept)) return kept
  refuseOthers()
  mkdirSync(rootHome, { recursive: true, mode: 0o755 })
  const made = mkdtempSync(join(rootHome, 'debian-new-'))
  try {
    log('Debian 13 with Postgres, Patroni, etcd, HAProxy and PgBouncer (once, two minutes) …')
    chmodSync(made, 0o755)
    install()
    const env = { ...process.env, R: made, MIRROR: mirror() }
    execFileSync('unshare', ['--mount', 'sh', '-ec', BUILD], { env, stdio: 'pipe' })
    appendFileSync(join(made, 'etc', 'passwd'), USERS.join(''))
    renameSync(made, kept)
    return kept
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** Throws on a machine that cannot make the folder, with what is missing. */
function refuseOthers() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const isDebian = /^ID=debian$/m.test(release) && /^VERSION_ID="1[23]"$/m.test(release)
  const missing = [
    ...(isDebian ? [] : ['Debian 12 or 13 (elsewhere: a privileged container of it)']),
    ...(process.getuid?.() === 0 ? [] : ['root, for its own mounts and users']),
  ]
  if (missing.length > 0) throw new Error(`A cluster needs ${missing.join(', and ')}.`)
}

function install() {
  if (existsSync('/usr/sbin/debootstrap')) return
  for (const step of [['update'], ['install', '-y', '--no-install-recommends', 'debootstrap']])
    execFileSync('apt-get', ['-q', ...step], { stdio: 'pipe' })
}

/** The mirror that this machine installs its own packages from. */
function mirror(): string {
  const targets = execFileSync(
    'apt-get',
    ['indextargets', '--format', '$(LABEL) $(REPO_URI)', 'Created-By: Packages'],
    { encoding: 'utf8' },
  )
  const [, found] = /^Debian (\S+)$/m.exec(targets) ?? []
  if (!found) throw new Error('A cluster needs a mirror of Debian among the sources of apt.')
  return found
}
