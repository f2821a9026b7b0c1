import { expect, test } from './support/test.ts'
import { rows, sql } from './support/database.ts'
import { newDeal } from './support/deals.ts'
import { demo, write } from './support/members.ts'

test('the frame of the dashboard is drawn before any file is loaded, and the first requests are sent at once, each once', async ({
  visit,
}) => {
  const page = await visit(await demo('brand'), { loadsAhead: true })
  const stopped: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Security Policy'))
      stopped.push(message.text())
  })
  const asked: string[] = []
  page.on('request', (request) => {
    const [, path] = /\/rest\/v1\/(.+)/.exec(decodeURIComponent(request.url())) ?? []
    if (path && request.method() !== 'OPTIONS') asked.push(path)
  })
  await page.route('**/assets/*', () => {})
  await page.goto('/dashboard/discover', { waitUntil: 'commit' })
  await expect(page.locator('#shell')).toBeVisible()
  await page.unroute('**/assets/*')

  await page.route('**/rpc/my_frame*', () => {})
  const found = page.waitForRequest(/rpc\/search_creators/)
  await page.reload({ waitUntil: 'commit' })
  await found
  await page.unroute('**/rpc/my_frame*')

  // Counts only the requests of this page: none of the previous page, and none of the refresh after the Realtime join.
  await page.goto('about:blank')
  await page.routeWebSocket(/realtime/, () => {})
  asked.length = 0
  await page.goto('/dashboard/discover')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect(page.locator('#shell')).toBeHidden()
  expect(stopped).toEqual([])
  expect(asked.filter((path) => path.startsWith('rpc/search_creators?'))).toHaveLength(1)
  expect(asked.filter((path) => path.startsWith('rpc/my_frame'))).toHaveLength(1)
})

test('only the navigation for the present width of the screen is rendered', async ({ visit }) => {
  const page = await visit(await demo('brand'), { loadsAhead: true })
  await page.setViewportSize({ width: 412, height: 823 })
  await page.goto('/dashboard/orders')
  const bars = page.locator('nav[aria-label="Main navigation"]')
  const more = bars.getByRole('button', { name: 'More' })
  await expect(more).toBeVisible()
  await expect(bars).toHaveCount(1)
  await page.setViewportSize({ width: 1280, height: 823 })
  await expect(more).toHaveCount(0)
  await expect(bars).toHaveCount(1)
  await expect(bars).toBeVisible()
})

type Drawn = { stepFirst: boolean; entries: number; headings: string[]; later: number }

/** Runs before the scripts of the page; records which parts exist when the log is first drawn. */
function watchTheLog() {
  const seen: Drawn = { stepFirst: false, entries: 0, headings: [], later: 0 }
  Object.assign(globalThis, { seen })
  new MutationObserver(() => {
    const log = document.querySelector('[role="log"]')
    if (document.querySelector('#next-step') && !log) seen.stepFirst = true
    if (!log || seen.entries > 0) return
    seen.entries = log.querySelectorAll('li').length
    seen.headings = [...document.querySelectorAll('#content h2')].map((each) => each.textContent)
    seen.later = document.querySelectorAll('link[href*="/live-"]').length
  }).observe(document, { childList: true, subtree: true })
}

test('the history of an order is rendered after the first screen, its newest entries before the others @detail', async ({
  visit,
}) => {
  const { brand, creator, order } = await newDeal('accepted')
  const conversation = await write(brand, creator, 'Hello')
  await sql(
    `insert into public.messages (conversation_id, sender_id, receiver_id, order_id, content, is_read)
     select $1, $2, $3, $4, 'Message ' || n, true from generate_series(1, 18) n`,
    [conversation, brand.id, creator.id, order.id],
  )
  const page = await visit(brand, { loadsAhead: true, viewport: { width: 412, height: 700 } })
  await page.addInitScript(watchTheLog)
  await page.goto(`/dashboard/orders/${order.id}`)
  const log = page.getByRole('log')
  await expect(log.getByText('Message 1', { exact: true })).toBeAttached()
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Drawn }).seen)
  expect(seen.stepFirst).toBe(true)
  // The first render contains at most the entries that fit into the log's box, which is at most 640 px high.
  expect(seen.entries).toBeLessThanOrEqual(Math.ceil(640 / 44))
  expect(await log.getByRole('listitem').count()).toBeGreaterThan(18)
  // Sections further down and the background work of every page are rendered after the log.
  expect(seen.headings).toContain('History')
  expect(seen.headings).not.toContain('Money')
  await expect(page.getByRole('heading', { level: 2, name: 'Money' })).toBeAttached()
  expect(seen.later).toBe(0)
  await expect.poll(() => page.locator('link[href*="/live-"]').count()).toBeGreaterThan(0)
})

test('the first page of a browser loads the font after its content, and the next page begins with it', async ({
  visit,
}) => {
  const page = await visit(await demo('brand'), { loadsAhead: true })
  await page.goto('/favicon.svg')
  await page.evaluate(() => localStorage.removeItem('kolpact-inter'))
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.woff2')) fonts.push(request.url())
  })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/rpc/search_creators*', (route) => answered.then(() => route.continue()))
  const found = page.waitForRequest(/rpc\/search_creators/)
  await page.goto('/dashboard/discover')
  await found
  expect(fonts).toEqual([])
  answer()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect.poll(() => fonts.length).toBe(1)
  await expect(page.locator('html[data-inter]')).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('kolpact-inter')), 'it is loaded')
    .toBe('1')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html[data-inter]')).toBeAttached()
})

test('no element moves when the font is loaded', async ({ visit }) => {
  const page = await visit(null, { loadsAhead: true, viewport: { width: 412, height: 823 } })
  let sendFont = () => {}
  const wanted = new Promise<void>((send) => (sendFont = send))
  await page.route('**/*.woff2', (route) => wanted.then(() => route.continue()))
  await page.goto('/', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const isThere = () => page.evaluate(() => document.fonts.check("16px 'Inter Variable'"))
  expect(await isThere()).toBe(false)
  await page.evaluate(() => {
    const shared = globalThis as unknown as { moved: number }
    shared.moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shared.moved += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift' })
  })
  sendFont()
  await expect.poll(isThere).toBe(true)
  await page.screenshot()
  const moved = await page.evaluate(() => (globalThis as unknown as { moved: number }).moved)
  expect(moved).toBeLessThan(0.01)
})

test('a tab with an old version asks to load the new one', async ({ visit }) => {
  const page = await visit(await demo('brand'), { loadsAhead: true })
  await page.goto('/dashboard/orders')
  const heading = page.getByRole('heading', { level: 1, name: 'Orders' })
  await expect(heading).toBeVisible()
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const offer = page.getByRole('button', { name: 'Load it' })

  let isNew = false
  await page.route('**/dashboard', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({
      response,
      body: isNew ? text.replaceAll(/index-[\w-]+\.js/g, 'index-new.js') : text,
    })
  })
  const asked = page.waitForResponse('**/dashboard')
  await comeBack()
  await asked
  await expect(offer).toHaveCount(0)

  isNew = true
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
  await offer.click()
  await expect(offer).toHaveCount(0)
  await expect(heading).toBeVisible()
})

test('a sampled visit reports its web vitals when the visitor leaves the page @detail', async ({
  visit,
}) => {
  const page = await visit(null)
  await page.addInitScript(() => {
    Math.random = () => 0
  })
  const measuring = page.waitForResponse(/web-vitals-sender/, { timeout: 60_000 })
  await page.goto('/about-us')
  await (await measuring).finished()
  // The browser reports paints with a delay.
  await page.waitForTimeout(1_000)
  await page.goto('about:blank')
  const stored = () =>
    rows(`select device, lcp_ms > 0 as is_timed from private.web_vitals where route = 'about'`)
  await expect.poll(stored).toEqual([{ device: 'desktop', is_timed: true }])
})
