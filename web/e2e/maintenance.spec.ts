import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'
import { newMember } from './support/members.ts'

// Only this page reads that the market is in maintenance; the market of the other tests is not affected.
const answerMaintenance = (page: Page, value: () => number) =>
  page.route('**/rest/v1/market_terms*', (route) =>
    route.fulfill({ json: [{ key: 'maintenance', value: value() }] }),
  )

test('during maintenance a refused action and a banner mention the maintenance, and the banner disappears afterwards', async ({
  visit,
}) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const page = await visit(brand)
  await page.clock.install()
  await page.goto(`/dashboard/kol-profile/${creator.id}`)
  const add = page.getByRole('button', { name: `Shortlist: add ${creator.name}` })
  const banner = page.getByRole('status').filter({ hasText: 'We are working on Kolpact' })
  await expect(add).toBeVisible()
  await expect(banner).toBeHidden()

  let value = 1
  await answerMaintenance(page, () => value)
  await page.route('**/rest/v1/shortlist*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 423, json: { code: 'PT423', message: 'market_in_maintenance' } })
      : route.fallback(),
  )
  await add.click()
  await expect(page.getByText('changes are possible again soon')).toHaveCount(2)
  await expect(banner).toBeVisible()
  await expect(add).toBeVisible()

  value = 0
  await page.clock.fastForward(61_000)
  await expect(banner).toBeHidden()
})

test('the banner of a maintenance keeps its distance from the heading of the sign-in page @detail', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await answerMaintenance(page, () => 1)
  await page.goto('/login')
  const banner = page.getByRole('status').filter({ hasText: 'We are working on Kolpact' })
  const bottom = (box: { y: number; height: number } | null) => (box ? box.y + box.height : 0)
  await expect(banner).toBeVisible()
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect((heading?.y ?? 0) - bottom(await banner.boundingBox())).toBeGreaterThanOrEqual(16)
  await page.close()
})

test('the banner stays while the page scrolls, and hides no control with the focus @detail', async ({
  visit,
}) => {
  const page = await visit(await newMember('brand'), { viewport: { width: 390, height: 700 } })
  await answerMaintenance(page, () => 1)
  await page.goto('/dashboard/settings')
  const banner = page.getByRole('status').filter({ hasText: 'We are working on Kolpact' })
  await expect(banner).toBeVisible()
  await expect(async () => {
    await page.getByRole('main').getByRole('textbox').last().focus()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200)
  }).toPass()
  await expect(banner).toBeInViewport({ ratio: 1 })
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Shift+Tab')
    const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0)
    const box = await banner.boundingBox()
    expect(top).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
  }
})
