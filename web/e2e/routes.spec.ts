import { expect, test, type Page } from './support/test.ts'
import { demo, follow, must, newcomer, newMember, newPack } from './support/members.ts'
import { SIGNED_IN_ONLY, SIGNED_OUT_ONLY } from './support/pages.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Expects the page to be at this path after all redirects. */
async function expectAt(page: Page, path: string) {
  const here = () => page.evaluate(() => location.pathname + location.search)
  await expect.poll(here, { intervals: [50, 100, 250] }).toBe(path)
}

test('without a session, pages for members lead to /login, which keeps the way back', async ({
  page,
}) => {
  await page.goto('/login')
  for (const path of SIGNED_IN_ONLY) {
    await follow(page, path)
    const back = path === '/dashboard' ? '' : `?${new URLSearchParams({ returnTo: path })}`
    await expectAt(page, `/login${back}`)
  }
  await page.goto('/dashboard/payments')
  await expectAt(page, '/login?returnTo=%2Fdashboard%2Fpayments')
  await page.goto('/signin?returnTo=%2Fdashboard%2Forders')
  await expectAt(page, '/login?returnTo=%2Fdashboard%2Forders')
  await page.goto('/no-such-page')
  await expect(heading(page)).toHaveText('There is nothing here')
  await page.getByRole('link', { name: 'To the start' }).click()
  await expectAt(page, '/')
})

test('with a session, every address leads to a page, and pages for visitors redirect to the dashboard', async ({
  visit,
}) => {
  const page = await visit(await demo('brand'))
  await page.goto('/')
  await expectAt(page, '/dashboard')
  for (const path of [
    ...Object.keys(SIGNED_OUT_ONLY),
    '/onboarding',
    '/onboarding/select-role',
    ...['/login', '/login?returnTo=/login', '/.//evil.example/x', '/onboarding'].map(
      (to) => `/login?${new URLSearchParams({ returnTo: to })}`,
    ),
  ]) {
    await follow(page, path)
    await expectAt(page, '/dashboard')
  }
  await follow(page, '/login?returnTo=%2Fdashboard%2Forders')
  await expectAt(page, '/dashboard/orders')
  await follow(page, '/dashboard/no/such/page')
  await expect(heading(page)).toHaveText('There is nothing here')
  await follow(page, '/dashboard/staff')
  await expect(page.getByRole('heading', { name: 'For staff only' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Staff', exact: true })).toHaveCount(0)
  await follow(page, '/dashboard/packs')
  await expect(page.getByRole('heading', { name: 'Packs are offered by creators' })).toBeVisible()
  await follow(page, '/choose-language')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Kolpact', exact: true }).click()
  await expectAt(page, '/dashboard')

  const creator = await newMember('kol')
  const pack = await newPack(creator)
  const creators = await visit(creator)
  await creators.goto('/dashboard/settings/briefs')
  await expectAt(creators, '/dashboard/settings')
  for (const path of ['discover', 'saved-searches', 'shortlist', 'campaigns/new']) {
    await follow(creators, `/dashboard/${path}`)
    await expect(heading(creators), path).toHaveText('For brands only')
  }
  await follow(creators, `/dashboard/ordering/${pack.id}`)
  await expect(heading(creators)).toHaveText('Only brands order packs')
})

test('the onboarding resumes at the step where the member left it, and ends on the page that was requested @detail', async ({
  visit,
}) => {
  const member = await newcomer()
  const page = await visit(member)
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
  await page.goto('/pricing')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'To my dashboard' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Sign in' })).toBeHidden()
  await page.goto('/dashboard/orders')
  await expectAt(page, `/onboarding/profile-setup?${back}`)
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('2025')
  await expect(footer, 'a newcomer sees no advertising').not.toContainText('no spam')
  await page.getByLabel('Name of the brand').fill('Resumed')
  await page.getByRole('button', { name: 'Finish' }).click()
  await expectAt(page, '/dashboard/orders')
})
