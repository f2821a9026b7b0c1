// Measures visits on a mid-range phone with a slow connection: this client and that of a commit,
// alternately, against one backend.
import { createClient } from '@supabase/supabase-js'
import { chromium, type Browser } from '@playwright/test'
import { parseArgs } from 'node:util'
import { demoAccounts } from '../../local/demo-accounts.ts'
import { startKolpact } from '../../local/start-kolpact.ts'
import { FREE_PORTS } from '../../local/ports.ts'
import { projectRoot } from '../../project.ts'
import { presentCode } from '../testing/authenticator.ts'
import { ensureBrowser } from '../testing/browser.ts'
import { forgetFolder, temporaryFolder } from 'local-supabase/test-stack.ts'
import { buildAndServe, sourcesOf, type Served } from './support/builds.ts'
import { longOrder } from './support/long-order.ts'
import { median, table } from './support/measure.ts'
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

const { values: options } = parseArgs({
  options: {
    // The client is the same for a market of any size.
    size: { type: 'string' },
    /** The commit that it is compared with. */
    before: { type: 'string', default: '1524f60' },
    runs: { type: 'string', default: '5' },
  },
})
const runs = Number(options.runs)

const DATA: Content = {
  there: '#content h1',
  gone: '#content :is([aria-busy="true"], .mantine-Skeleton-root)',
}
const CREATORS: Content = { there: '#content article', gone: '#nothing' }
const FORM: Content = { there: 'input[type="password"]', gone: 'main[aria-busy]' }
const FINISHED: Content = { there: '#root > *', gone: '[data-hold]' }

type Who = 'brand' | 'staff' | null
type Screen = { name: string; path: string; who: Who; content: Content }
type Sides<Value> = { before: Value; now: Value }

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
const sources = sourcesOf(options.before)
const open: (() => Promise<void>)[] = []
try {
  const { apiUrl, publishableKey } = stack
  const before = await buildAndServe(sources.folder, apiUrl, publishableKey)
  open.push(before.stop)
  const now = await buildAndServe(projectRoot, apiUrl, publishableKey)
  open.push(now.stop)
  const executablePath = await ensureBrowser()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-quic'],
  })
  open.push(() => browser.close())
  console.log(await report(browser, { before, now }))
} finally {
  for (const stop of open.toReversed()) await stop()
  sources.drop()
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

/** An order and a creator of the seed's brand. */
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

async function report(browser: Browser, served: Sides<Served>): Promise<string> {
  const rows: string[][] = []
  const visits = async (screen: Screen, line = FAST_3G): Promise<Sides<Visit[]>> => {
    const all: Sides<Visit[]> = { before: [], now: [] }
    for (let run = 0; run < runs; run += 1) {
      for (const side of ['before', 'now'] as const) {
        const { url } = served[side]
        const session = screen.who ? await sessionOf(screen.who, url) : undefined
        const device = await phone(browser, url, { session, line })
        all[side].push(await visit(device, screen.path, screen.content))
        await device.close()
      }
    }
    return all
  }
  const list = await screens()
  for (const screen of list) rows.push(rowOf(screen.name, await visits(screen)))
  const [discover] = list
  if (!discover) throw new Error('No screens')
  const slow = await visits(discover, SLOW_3G)
  rows.push(rowOf('discover, slow 3G', slow))
  const pressesOf = async (screen: Screen, name: string) => {
    const before = await press(browser, served.before, screen, name)
    const now = await press(browser, served.now, screen, name)
    return `${Math.round(before)} → ${Math.round(now)}`
  }
  const order = list.find(({ name }) => name === 'order')
  const filters = await pressesOf(discover, 'Filters')
  const accept = order && (await pressesOf(order, 'Accept work'))
  return [
    '## Client',
    `A phone with a CPU four times slower, 1.6 Mbit/s, 150 ms (slow 3G: 400 kbit/s, 400 ms), HTTP/2, brotli, nothing cached; before is commit ${options.before}. Milliseconds, ${runs === 1 ? 'one run' : `medians of ${runs} runs`} in turn. The content of discover is its first creator, of login its form. The score follows Lighthouse's published curves and weights for phones.`,
    table(
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
    ),
    `From a press to the next frame, after idle: “Filters” ${filters} ms, “Accept work” of the order ${accept} ms.`,
  ].join('\n\n')
}

function rowOf(name: string, { before, now }: Sides<Visit[]>): string[] {
  const of = (all: Visit[], key: keyof Visit) => median(all.map((each) => each[key]))
  const both = (key: keyof Visit, digits = 0) =>
    `${of(before, key).toFixed(digits)} → ${of(now, key).toFixed(digits)}`
  const files = (all: Visit[]) => `${of(all, 'filesUntilContent')} / ${of(all, 'filesAfterIdle')}`
  const score = (all: Visit[]) => median(all.map(performanceScore))
  return [
    name,
    both('firstPaint'),
    both('largestPaint'),
    both('content'),
    both('blocking'),
    both('shift', 3),
    `${files(before)} → ${files(now)}`,
    both('kilobytesUntilContent'),
    `${score(before)} → ${score(now)}`,
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
