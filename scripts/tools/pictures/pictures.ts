// Takes the screenshots of docs/pictures from the running product, at phone and desktop width.
// Usage: npm run pictures   (starts a stack of its own, unless the environment names one)
import { chromium, expect, type Browser, type Page } from '@playwright/test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pictureOf } from '../../local/drawn-picture.ts'
import { projectRoot } from '../../project.ts'
import { presentCode } from '../testing/authenticator.ts'
import { ensureBrowser } from '../testing/browser.ts'
import { stackEnvironment } from '../testing/stack-environment.ts'

const PASSWORD = 'kolpact-demo-1'
/** The second factor of the demo staff in supabase/seed.sql. */
const STAFF_SECRET = 'KOLPACTDEMOSTAFFSECONDFACTOR2345'
const WIDTHS = { phone: [390, 844], desktop: [1440, 900] } as const
const folder = join(projectRoot, 'docs', 'pictures')
/** The example works on the front page, and the numbers from which they are drawn. */
const SAMPLES = { thread: 15_851, video: 134_636, report: 63_365, space: 142_555 }

type Screen = { name: string; title: string; path: string; open?: (page: Page) => Promise<void> }

const openFirst = (selector: string, heading?: string) => async (page: Page) => {
  await page.locator(selector).first().click()
  await page.waitForLoadState('networkidle')
  if (heading) await page.getByRole('heading', { name: heading, exact: true }).waitFor()
}

/** True when all visible images are loaded. */
const areImagesThere = () =>
  [...document.images].every(
    (image) => image.complete || image.getBoundingClientRect().top > innerHeight,
  )

const screens: Record<'visitor' | 'brand' | 'creator' | 'staff', Screen[]> = {
  visitor: [
    { name: 'landing', title: 'The front page', path: '/' },
    { name: 'signup', title: 'Signing up with an invite', path: '/signup?invite=WELCOME-KOLPACT' },
  ],
  brand: [
    { name: 'home', title: 'Home: what needs me now', path: '/dashboard' },
    { name: 'discover', title: 'Finding creators', path: '/dashboard/discover' },
    {
      name: 'creator',
      title: 'A creator and their packs',
      path: '/dashboard/discover',
      open: openFirst('main a[href*="/dashboard/kol-profile/"]'),
    },
    { name: 'orders', title: 'Orders', path: '/dashboard/orders' },
    {
      name: 'order',
      title: 'An order and its timeline',
      path: '/dashboard/orders?tab=completed',
      open: openFirst('main a[href*="/dashboard/orders/"]', 'Money'),
    },
    {
      name: 'messages',
      title: 'Messages',
      path: '/dashboard/messages',
      open: openFirst('main a[href*="/dashboard/messages/"]'),
    },
    { name: 'saved-searches', title: 'Saved searches', path: '/dashboard/saved-searches' },
    { name: 'notifications', title: 'Notifications', path: '/dashboard/notifications' },
  ],
  creator: [
    { name: 'packs', title: 'A creator’s packs', path: '/dashboard/packs' },
    { name: 'payments', title: 'Money: balances and ledger lines', path: '/dashboard/payments' },
  ],
  staff: [{ name: 'staff', title: 'The approval queue of staff', path: '/dashboard/staff' }],
}

const stack = await stackEnvironment()
Object.assign(process.env, stack.env)
mkdirSync(folder, { recursive: true })
for (const [name, seed] of Object.entries(SAMPLES))
  writeFileSync(join(projectRoot, `web/public/samples/${name}.png`), pictureOf('work', seed))
const executablePath = await ensureBrowser()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-quic'],
})
try {
  for (const [who, list] of Object.entries(screens)) await takeAll(browser, who, list)
  writeFileSync(join(projectRoot, 'docs', 'pictures.md'), gallery())
} finally {
  await browser.close()
  await stack.stop()
}

async function takeAll(browser: Browser, who: string, list: Screen[]) {
  for (const [width, height] of Object.values(WIDTHS)) {
    const context = await browser.newContext({
      viewport: { width, height },
      baseURL: process.env['WEB_URL'] ?? '',
      reducedMotion: 'reduce',
      locale: 'en-GB',
    })
    const page = await context.newPage()
    if (who !== 'visitor') await signIn(page, `${who}@kolpact.test`)
    for (const screen of list) {
      await page.goto(screen.path)
      await page.waitForLoadState('networkidle')
      await screen.open?.(page)
      await expect(page.locator('[class*="keleton"]')).toHaveCount(0)
      await page.evaluate(() => document.fonts.ready)
      await page.waitForFunction(areImagesThere)
      await page.screenshot({ path: join(folder, `${screen.name}-${width}.png`) })
      console.log(`${screen.name} at ${width}`)
    }
    await context.close()
  }
}

async function signIn(page: Page, email: string) {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  if (email.startsWith('staff')) await enterCode(page)
  await page.waitForURL('**/dashboard**')
}

async function enterCode(page: Page) {
  await page.getByLabel('Code of your authenticator app').fill(presentCode(STAFF_SECRET))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
}

function gallery(): string {
  const rows = Object.values(screens)
    .flat()
    .map(({ name, title }) =>
      [
        `## ${title}`,
        '',
        `<img src="pictures/${name}-1440.png" alt="${title}, desktop" width="720">`,
        `<img src="pictures/${name}-390.png" alt="${title}, phone" width="195">`,
      ].join('\n'),
    )
  return [
    '# Pictures',
    '',
    'Taken by `npm run pictures` from the running product.',
    '',
    rows.join('\n\n'),
    '',
  ].join('\n')
}
