// Measures whether response times reveal which addresses have an account. Each request is sent for
// known and unknown addresses in a random order; the area under the ROC curve (AUC) says how well
// the times distinguish them: 0.5 is chance, 1 is certainty.
import { rm } from 'node:fs/promises'
import { temporaryFolder } from 'local-supabase/test-stack.ts'
import { deleteCluster } from 'local-supabase/postgres.ts'
import { join } from 'node:path'
import { FREE_PORTS } from '../../local/ports.ts'
import { startKolpact, type Kolpact } from '../../local/start-kolpact.ts'
import { withClient } from 'local-supabase/database.ts'
import { bound, median, ms, section, separation, timed } from './support/measure.ts'

// Enough for an area under the curve that differs by 0.03 from run to run.
const SAMPLES = 150
const GOAL = 0.55
const INVITE = 'BENCH-AUTH-INVITE'
const PASSWORD = 'long-enough-1'

type Question = { path: string; body(email: string): object; known: 'confirmed' | 'pending' }

const signUp = (code: string) => (email: string) => ({
  email,
  password: PASSWORD,
  data: { invite_code: code },
})
const questions: Record<string, Question> = {
  'sign-up': { path: '/signup', body: signUp(INVITE), known: 'confirmed' },
  'sign-up of a pending address': { path: '/signup', body: signUp(INVITE), known: 'pending' },
  'sign-up with a bad invite': { path: '/signup', body: signUp('NO-SUCH'), known: 'confirmed' },
  recovery: { path: '/recover', body: (email) => ({ email }), known: 'confirmed' },
  resend: {
    path: '/resend',
    body: (email) => ({ email, type: 'signup' }),
    known: 'pending',
  },
  'sign-in with a wrong password': {
    path: '/token?grant_type=password',
    body: (email) => ({ email, password: 'wrong-one-1' }),
    known: 'confirmed',
  },
}

const stateDir = temporaryFolder()
const stack = await startKolpact({
  stateDir,
  ports: FREE_PORTS,
  webMode: 'none',
  seed: false,
  durable: false,
  limitRates: false,
  scheduler: false,
})
try {
  await makeAccounts()
  const rows: string[][] = []
  for (const [name, question] of Object.entries(questions)) rows.push(await ask(name, question))
  section(
    'Who has an account',
    `${SAMPLES} known and ${SAMPLES} unknown addresses, asked in a random order; milliseconds. The area under the curve is to be at most ${GOAL}; 0.5 is chance. What a hosted project gives away is described in [auth.md](auth.md).`,
    ['question', 'known p50', 'unknown p50', 'area under the curve'],
    rows,
  )
} finally {
  await stack.stop()
  await deleteCluster(join(stateDir, 'postgres'))
  await rm(stateDir, { recursive: true, force: true })
}

async function makeAccounts() {
  await withClient(stack.dbUrl, async (client) => {
    await client.query('insert into public.invites (code, max_uses) values ($1, 1000000)', [INVITE])
    const make = (state: string, confirmedAt: string) => `
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
        raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
      select '00000000-0000-0000-0000-000000000000', md5('${state}' || n)::uuid, 'authenticated',
        'authenticated', '${state}' || n || '@kolpact.test', extensions.crypt('${PASSWORD}', extensions.gen_salt('bf', 4)),
        ${confirmedAt}, '{}', '{"invite_code": "${INVITE}"}', now(), now()
      from generate_series(1, ${SAMPLES}) n`
    await client.query(make('confirmed', 'now()'))
    await client.query(make('pending', 'null'))
    await client.query(
      `update auth.users set encrypted_password = extensions.crypt('${PASSWORD}', extensions.gen_salt('bf', 10))
        where email like 'confirmed%'`,
    )
    await client.query('analyze auth.users')
  })
}

async function ask(name: string, question: Question): Promise<string[]> {
  const times = { known: [] as number[], unknown: [] as number[] }
  const plan = Array.from({ length: 2 * SAMPLES }, (_, n) => ({
    kind: n % 2 ? ('known' as const) : ('unknown' as const),
    no: (n >> 1) + 1,
    at: Math.random(),
  })).toSorted((one, other) => one.at - other.at)
  for (const { kind, no } of plan) {
    const who = kind === 'known' ? question.known : `${name.replaceAll(' ', '-')}-new`
    const body = question.body(`${who}${no}@kolpact.test`)
    times[kind].push(await timed(() => post(stack, question.path, body)))
  }
  const area = separation(times.known, times.unknown)
  return [
    name,
    ms(median(times.known)),
    ms(median(times.unknown)),
    bound(area.toFixed(3), area <= GOAL),
  ]
}

async function post({ apiUrl, publishableKey }: Kolpact, path: string, body: object) {
  const response = await fetch(`${apiUrl}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  if (response.status >= 500) throw new Error(`${path} answered ${response.status}`)
}
