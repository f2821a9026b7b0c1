// The JavaScript of the client, gzipped: what a page needs before it can be used and what comes
// after that, in a browser without a cache, from the client as visitors get it.
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { demoAccounts } from '../local/demo-accounts.ts'
import { ensureBrowser } from '../testing/browser.ts'
import { stackEnvironment } from '../testing/stack-environment.ts'
import { table } from './support/measure.ts'

// The client is the same for a market of any size.
parseArgs({ options: { size: { type: 'string' } } })

const PUBLIC_PAGES = ['/', '/for-web3-brands']
const PUBLIC_GOAL = 'at most 20'
const DASHBOARD_GOAL = 'at most 250'
/** When no script has come for so long, none is on its way. */
const QUIET_MS = 3_000

/** A page can be used once one thing is there and another is gone. */
type Usable = { there: string; gone: string }
const FINISHED: Usable = { there: '#root > *', gone: '#hold' }
const FORM: Usable = { there: 'input[type="password"]', gone: 'main[aria-busy]' }
const DATA: Usable = {
  there: '#content h1',
  gone: '#content :is([aria-busy="true"], .mantine-Skeleton-root)',
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>
type Visit = { page: Page; context: BrowserContext; came: Set<string> }
/** Addresses of files, and the scripts that stand in the page itself. */
type Scripts = { files: string[]; inline: string[] }

const weights = new Map<string, number>()
const stack = await stackEnvironment()
try {
  Object.assign(process.env, stack.env)
  const executablePath = ensureBrowser()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-quic'],
  })
  try {
    console.log(await report(browser))
  } finally {
    await browser.close()
  }
} finally {
  await stack.stop()
}

async function report(browser: Browser): Promise<string> {
  const rows: string[][] = []
  for (const path of PUBLIC_PAGES) rows.push(await publicPage(await visit(browser), path))
  const { row, session } = await signIn(await visit(browser))
  rows.push(row, await dashboard(await visit(browser, session)))
  return [
    '## Client',
    'Gzipped JavaScript in kilobytes (1,000 bytes), each page opened by a browser that has cached nothing. What a page needs has come when it can be used: a public page is finished, the form is there to be filled in, the dashboard shows its data.',
    table(['page', 'needs kB', 'then loads kB', 'which is', 'goal'], rows),
  ].join('\n\n')
}

async function publicPage({ page, context, came }: Visit, path: string): Promise<string[]> {
  await page.goto(path)
  await quiet(came)
  const needed = await scriptsBy(page, FINISHED, came)
  const link = page.getByRole('link', { name: 'Sign in' }).first()
  await link.hover()
  await quiet(came)
  await link.click()
  await scriptsBy(page, FORM, came)
  await quiet(came)
  await context.close()
  const then = await weigh(after(needed, came))
  return [`\`${path}\``, await weigh(needed), then, 'the application, on the way in', PUBLIC_GOAL]
}

async function signIn({ page, context, came }: Visit) {
  await page.goto('/login')
  const needed = await scriptsBy(page, FORM, came)
  const brand = demoAccounts.find(({ role }) => role === 'brand')
  if (!brand) throw new Error('The seed has no brand')
  await page.getByLabel('E-mail').fill(brand.email)
  await page.getByLabel('Password', { exact: true }).fill(brand.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const { files } = await scriptsBy(page, DATA, came)
  const session = await context.storageState()
  await context.close()
  const then = await weigh(after(needed, files))
  const row = [
    '`/login`',
    await weigh(needed),
    then,
    'the dashboard, once signed in',
    'none: the way in',
  ]
  return { row, session }
}

async function dashboard({ page, context, came }: Visit): Promise<string[]> {
  await page.goto('/dashboard')
  const needed = await scriptsBy(page, DATA, came)
  await quiet(came)
  await context.close()
  const then = await weigh(after(needed, came))
  const name = '`/dashboard` of a brand'
  return [name, await weigh(needed), then, 'the other pages, while nobody waits', DASHBOARD_GOAL]
}

async function visit(browser: Browser, session?: Session): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: process.env['WEB_URL'] ?? '',
    locale: 'en-GB',
    ...(session ? { storageState: session } : {}),
  })
  const page = await context.newPage()
  const came = new Set<string>()
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('javascript')) came.add(response.url())
  })
  return { page, context, came }
}

/** The scripts that are loaded at the moment when the page can be used, asked in the page itself. */
async function scriptsBy(page: Page, usable: Usable, came: Set<string>): Promise<Scripts> {
  const found = await page.waitForFunction(({ there, gone }) => {
    if (!document.querySelector(there) || document.querySelector(gone)) return null
    return {
      files: performance.getEntriesByType('resource').map((each) => each.name),
      inline: [...document.scripts].filter((each) => !each.src).map((each) => each.text),
    }
  }, usable)
  const { files, inline } = (await found.jsonValue()) ?? { files: [], inline: [] }
  return { files: files.filter((file) => came.has(file)), inline }
}

async function quiet(came: Set<string>) {
  for (let before = -1; before < came.size;) {
    before = came.size
    await wait(QUIET_MS)
  }
}

function after({ files: needed }: Scripts, files: Iterable<string>): Scripts {
  return { files: [...files].filter((file) => !needed.includes(file)), inline: [] }
}

async function weigh({ files, inline }: Scripts): Promise<string> {
  let bytes = 0
  for (const text of inline) bytes += gzipSync(text).length
  for (const file of new Set(files)) {
    const known = weights.get(file) ?? gzipSync(await (await fetch(file)).bytes()).length
    weights.set(file, known)
    bytes += known
  }
  return (bytes / 1000).toFixed(1)
}
