// Measures visits on a simulated mid-range phone with a slow connection. Each screen is visited three times: the
// median of more visits hardly differs, and each takes about ten seconds.
import { createClient } from '@supabase/supabase-js'
import { chromium, type Browser } from '@playwright/test'
import { demoAccounts } from '../../local/demo-accounts.ts'
import { startKolpact } from '../../local/start-kolpact.ts'
import { FREE_PORTS } from '../../local/ports.ts'
import { projectRoot } from '../../project.ts'
import { presentCode } from '../testing/authenticator.ts'
import { ensureBrowser } from '../testing/browser.ts'
import { forgetFolder, temporaryFolder } from 'local-supabase/test-stack.ts'
import { buildAndServe, type Served } from './support/builds.ts'
import { longOrder } from './support/long-order.ts'
import { bound, median, section } from './support/measure.ts'
import {
  FAST_3G,
  phone,
  pressed,
  SLOW_3G,
  visit,
  type Content,
  type Session,
  type Visit,
} from './support/phone.ts'
import { performanceScore } from './support/score.ts'

const RUNS = 3
/** The limits of every screen, in milliseconds and kB, on the faster connection. */
const BOUNDS = { largestPaint: 2500, kilobytesUntilContent: 250 }
/** The lowest allowed score of a screen, of 100. */
const SCORES: Record<string, number> = { discover: 90, login: 95, landing: 99 }

const DATA: Content = {
  there: '#content h1',
  gone: '#content :is([aria-busy="true"], .mantine-Skeleton-root)',
}
const CREATORS: Content = { there: '#content article', gone: '#nothing' }
const FORM: Content = { there: 'input[type="password"]', gone: 'main[aria-busy]' }
const FINISHED: Content = { there: '#root > *', gone: '[data-hold]' }

type Who = 'brand' | 'staff' | null
type Screen = { name: string; path: string; who: Who; content: Content }

const stateDir = temporaryFolder()
const stack = await startKolpact({
  stateDir,
  ports: FREE_PORTS,
  webMode: 'none',
  seed: true,
  durable: false,
  limitRates: false,
  log: () => {},
})
const open: (() => Promise<void>)[] = []
try {
  const served = await buildAndServe(projectRoot, stack.apiUrl, stack.publishableKey)
  open.push(served.stop)
  const executablePath = await ensureBrowser()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-quic',
      // Playwright makes V8 record where each error is created. For two errors that React creates while it loads, V8
      // would parse all of react-dom a second time, which does not happen in a visitor's browser.
      '--js-flags=--no-enable-lazy-source-positions',
    ],
  })
  open.push(() => browser.close())
  await report(browser, served)
} finally {
  for (const stop of open.toReversed()) await stop()
  await stack.stop()
  await forgetFolder(stateDir)
}

async function sessionOf(who: Exclude<Who, null>, url: string): Promise<Session> {
  const account = stack.accounts.find(({ role }) => role === who) ?? demoAccounts[0]
  if (!account) throw new Error(`The seed has no ${who}`)
  const client = createClient(stack.apiUrl, stack.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data, error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  const factorId = data.user.factors?.find(({ status }) => status === 'verified')?.id
  if (factorId && account.totpSecret)
    await client.auth.mfa.challengeAndVerify({ factorId, code: presentCode(account.totpSecret) })
  const { session } = (await client.auth.getSession()).data
  const localStorage = [{ name: 'kolpact-auth', value: JSON.stringify(session) }]
  return { cookies: [], origins: [{ origin: url, localStorage }] }
}

/** The measured screens, with an order and a creator of the demo brand. */
async function screens(): Promise<Screen[]> {
  const service = createClient(stack.apiUrl, stack.secretKey, { auth: { persistSession: false } })
  const { data } = await service
    .from('pack_orders')
    .select('id, kol_id')
    .eq('status', 'delivered')
    .limit(1)
    .single()
  const member = (name: string, path: string, content = DATA, who: Who = 'brand') => ({
    name,
    path: `/dashboard${path}`,
    who,
    content,
  })
  return [
    member('discover', '/discover', CREATORS),
    member('order', `/orders/${data?.id}`),
    member('order, 500 messages', `/orders/${await longOrder(stack.dbUrl)}`),
    member('messages', '/messages'),
    member('profile', `/kol-profile/${data?.kol_id}`),
    member('staff', '/staff', DATA, 'staff'),
    { name: 'login', path: '/login', who: null, content: FORM },
    { name: 'landing', path: '/', who: null, content: FINISHED },
  ]
}

async function report(browser: Browser, served: Served): Promise<void> {
  const visits = async (screen: Screen, line = FAST_3G): Promise<Visit[]> => {
    const all: Visit[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const session = screen.who ? await sessionOf(screen.who, served.url) : undefined
      const device = await phone(browser, served.url, { session, line })
      all.push(await visit(device, screen.path, screen.content))
      await device.close()
    }
    return all
  }
  const list = await screens()
  const rows: string[][] = []
  for (const screen of list) rows.push(rowOf(screen.name, await visits(screen)))
  const [discover, order] = list
  if (!discover || !order) throw new Error('No screens')
  rows.push(rowOf('discover, slow 3G', await visits(discover, SLOW_3G), false))
  const filters = await press(browser, served, discover, 'Filters')
  const accept = await press(browser, served, order, 'Accept work')
  section(
    'Client',
    `A phone with a CPU four times slower, 1.6 Mbit/s, 150 ms (slow 3G: 400 kbit/s, 400 ms), HTTP/2, brotli, nothing cached. Milliseconds, medians of ${RUNS} visits. LCP is to be at most ${BOUNDS.largestPaint} ms, ${BOUNDS.kilobytesUntilContent} kB are to come before the content, and the score, by Lighthouse's published curves and weights, is to be at least ${Object.entries(
      SCORES,
    )
      .map(([name, score]) => `${score} for ${name}`)
      .join(
        ', ',
      )}. From a press to the next frame, after idle: “Filters” ${Math.round(filters)} ms, “Accept work” of the order ${Math.round(accept)} ms.`,
    [
      'screen',
      'first paint',
      'LCP',
      'content',
      'blocking',
      'shift',
      'files until content / after idle',
      'kB until content',
      'score',
    ],
    rows,
  )
}

function rowOf(name: string, visits: Visit[], isBound = true): string[] {
  const of = (key: keyof Visit) => median(visits.map((each) => each[key]))
  const whole = (key: keyof Visit) => of(key).toFixed(0)
  const within = (key: keyof typeof BOUNDS) => bound(whole(key), !isBound || of(key) <= BOUNDS[key])
  const score = median(visits.map(performanceScore))
  return [
    name,
    whole('firstPaint'),
    within('largestPaint'),
    whole('content'),
    whole('blocking'),
    of('shift').toFixed(3),
    `${whole('filesUntilContent')} / ${whole('filesAfterIdle')}`,
    within('kilobytesUntilContent'),
    bound(String(score), score >= (SCORES[name] ?? 0)),
  ]
}

/** Milliseconds from a press on the button that opens a drawer or a dialog to the next frame. */
async function press(
  browser: Browser,
  { url }: Served,
  screen: Screen,
  name: string,
): Promise<number> {
  const device = await phone(browser, url, { session: await sessionOf('brand', url) })
  await visit(device, screen.path, screen.content)
  const button = device.page.getByRole('button', { name, exact: true })
  const longest = await pressed(device, () => button.click())
  await device.close()
  return longest
}
