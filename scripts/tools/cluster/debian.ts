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

/** The user id of the first server. Each server has its own user, by which its processes and connections are found. */
export const FIRST_USER = 61_801
const USERS = [0, 1, 2].map((n) => `node${n}:x:${FIRST_USER + n}:${FIRST_USER + n}::/run:/bin/sh\n`)

/** Settings that keep packages from starting servers or creating a database during their installation. */
const PREPARE = `
printf '#!/bin/sh\\nexit 101\\n' > "$R/usr/sbin/policy-rc.d"
chmod +x "$R/usr/sbin/policy-rc.d"
mkdir -p "$R/etc/postgresql-common"
echo 'create_main_cluster = false' > "$R/etc/postgresql-common/createcluster.conf"`

/** Patches Patroni to accept a lease of 5 seconds; its minimum is 20. */
const SHORT_LEASE = `
cd "$R/usr/lib/python3/dist-packages/patroni"
sed -i "s/'ttl', 20)/'ttl', 5)/" config.py
sed -i "/'ttl'\\|\\"ttl\\"/s/min=20/min=5/" validator.py`

/** The script that builds the folder. It runs in a mount namespace, so that its mounts vanish at its end. */
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

/** A folder with Debian 13 and all packages of a cluster. It is built once, in two minutes, and only read afterwards. */
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

/** Throws if this machine cannot build the folder, with what is missing. */
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

/** The address of the Debian mirror that this machine uses. */
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
