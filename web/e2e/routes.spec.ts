import { expect, test, type Page } from '@playwright/test'
import { demo, follow, must, newcomer, openAs } from './support/members.ts'
import { DASHBOARD, OPEN, PUBLIC, SIGNED_IN_ONLY, SIGNED_OUT_ONLY } from './support/pages.ts'
import { DEMO_PASSWORD } from './support/person.ts'

const footer = (page: Page) => page.getByRole('contentinfo')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Where the page has come to rest. */
async function expectAt(page: Page, path: string) {
  const here = () => page.evaluate(() => location.pathname + location.search)
  await expect.poll(here, { intervals: [50, 100, 250] }).toBe(path)
}

test.describe('signed out', () => {
  test('open pages are open, and each has the footer', async ({ page }) => {
    await page.goto('/login')
    for (const [path, title] of Object.entries({ ...SIGNED_OUT_ONLY, ...OPEN })) {
      await follow(page, path)
      await expect(page).toHaveTitle(title)
      await expect(heading(page)).toHaveCount(1)
      await expect(footer(page), path).toBeVisible()
      await expectAt(page, path)
    }
  })

  test('what is for members leads to /login, which keeps the way back', async ({ page }) => {
    await page.goto('/login')
    for (const path of SIGNED_IN_ONLY) {
      await follow(page, path)
      const back = path === '/dashboard' ? '' : `?${new URLSearchParams({ returnTo: path })}`
      await expectAt(page, `/login${back}`)
    }
    await page.goto('/dashboard/payments')
    await expectAt(page, '/login?returnTo=%2Fdashboard%2Fpayments')
  })

  test('a deep link survives the sign-in, and the way by the other forms', async ({ page }) => {
    await page.goto('/dashboard/discover?platforms=youtube&categories=defi')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('link', { name: 'Sign in', exact: true }).last().click()
    await page.getByLabel('E-mail').fill('brand@kolpact.test')
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expectAt(page, '/dashboard/discover?platforms=youtube&categories=defi')
  })

  test('never redirects to another site', async ({ page }) => {
    await page.goto('/login?returnTo=https%3A%2F%2Fevil.example')
    await page.getByLabel('E-mail').fill('brand@kolpact.test')
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expectAt(page, '/dashboard')
  })

  test('an unknown address shows a message and a link to the start', async ({ page }) => {
    await page.goto('/no-such-page')
    await expect(heading(page)).toHaveText('There is nothing here')
    await expect(footer(page)).toBeVisible()
    await page.getByRole('link', { name: 'To the start' }).click()
    await expectAt(page, '/')
  })

  test('the footer: what is coming is no link, the rest is', async ({ page }) => {
    await page.goto('/about-us')
    for (const name of ['Blog', 'Case Studies', 'Careers', 'Press', 'Partners']) {
      await expect(footer(page).getByRole('listitem').filter({ hasText: name })).toHaveText(
        `${name} coming soon`,
      )
      await expect(footer(page).getByRole('link', { name })).toHaveCount(0)
    }
    const targets = await footer(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    const inside = Object.keys(PUBLIC).filter((path) => path !== '/')
    expect(targets).toEqual(expect.arrayContaining(inside))
    expect(targets.filter((target) => target.startsWith('mailto:'))).toHaveLength(1)
    expect(targets.some((target) => target.startsWith('https://x.com'))).toBe(true)
    expect(targets.some((target) => /linkedin\.com/.test(target))).toBe(true)
    await expect(footer(page)).toContainText('2025')
    await expect(footer(page).getByRole('link', { name: 'Kolpact', exact: true })).toHaveAttribute(
      'href',
      '/dashboard',
    )
  })
})

test.describe('signed in', () => {
  let page: Page
  test.beforeAll(async ({ browser }) => {
    page = await openAs(browser, await demo('brand'))
  })
  test.afterAll(() => page.context().close())

  test('pages for visitors redirect members to the dashboard', async () => {
    await page.goto('/')
    await expectAt(page, '/dashboard')
    for (const path of [
      ...Object.keys(SIGNED_OUT_ONLY),
      '/onboarding',
      '/onboarding/select-role',
    ]) {
      await follow(page, path)
      await expectAt(page, '/dashboard')
    }
    await follow(page, '/login?returnTo=%2Fdashboard%2Forders')
    await expectAt(page, '/dashboard/orders')
  })

  test('every place of the dashboard is there, without the footer', async () => {
    for (const [path, title] of Object.entries(DASHBOARD)) {
      await follow(page, path)
      await expect(heading(page).filter({ hasText: title }), path).toBeVisible()
      await expect(footer(page)).toHaveCount(0)
      await expectAt(page, path)
    }
    await follow(page, '/dashboard/no/such/page')
    await expect(heading(page)).toHaveText('There is nothing here')
    await expect(footer(page)).toHaveCount(0)
    await follow(page, '/dashboard/staff')
    await expect(page.getByRole('heading', { name: 'For staff only' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Staff', exact: true })).toHaveCount(0)
    await follow(page, '/choose-language')
    await expect(heading(page)).toHaveText('Language of the interface')
    await expect(footer(page)).toBeVisible()
    await footer(page).getByRole('link', { name: 'Kolpact', exact: true }).click()
    await expectAt(page, '/dashboard')
  })
})

test('the onboarding resumes where it was left, and ends where one wanted to go', async ({
  browser,
}) => {
  const member = await newcomer()
  const page = await openAs(browser, member)
  const back = 'returnTo=%2Fdashboard%2Forders'
  await page.goto('/dashboard/orders')
  await expectAt(page, `/onboarding/select-role?${back}`)
  await follow(page, '/onboarding/profile-setup')
  await expectAt(page, '/onboarding/select-role')

  await must(
    member.client
      .from('profiles')
      .update({ role: 'brand', language: 'en' })
      .eq('id', member.id)
      .select(),
  )
  await page.goto('/dashboard/orders')
  await expectAt(page, `/onboarding/profile-setup?${back}`)
  await expect(footer(page)).toBeVisible()
  await page.getByLabel('Name of the brand').fill('Resumed')
  await page.getByRole('button', { name: 'Finish' }).click()
  await expectAt(page, '/dashboard/orders')
  await page.context().close()
})
