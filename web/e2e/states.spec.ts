import { expect, test } from './support/test.ts'
import { demo, follow, newMember } from './support/members.ts'
import { content, hurryUntil } from './support/screen.ts'

const OFFLINE =
  'You are offline. What you see may be old; it refreshes as soon as you are connected again.'

test('a page shows that it is offline or has failed, and loads its data once it is online', async ({
  visit,
}) => {
  const page = await visit(await demo('brand'))
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible()
  const creators = page.getByRole('region', { name: 'New creators' })
  await expect(creators.getByRole('link', { name: /./ })).toHaveCount(5)
  await follow(page, '/dashboard/orders')
  await expect(content(page).getByRole('listitem').first()).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: OFFLINE })).toBeVisible()
  await follow(page, '/dashboard/orders?tab=completed')
  await expect(content(page).getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(content(page).getByText(OFFLINE)).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(page.getByText(OFFLINE)).toHaveCount(0)
  await expect(content(page).getByText('Completed').last()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Completed \d/ })).toBeVisible()
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No order found' })).toBeVisible()

  await page.setViewportSize({ width: 720, height: 450 })
  await expect(page.getByRole('button', { name: 'More' })).toBeVisible()
  const frame = [page.getByRole('banner'), page.getByRole('navigation', { name: 'Main' })]
  const boxes = () => Promise.all(frame.map((part) => part.boundingBox()))
  // The width may change before the height, so the test waits for the low layout.
  await expect
    .poll(async () => (await boxes()).reduce((sum, box) => sum + (box?.height ?? Infinity), 0))
    .toBeLessThan(100)

  await page.route('**/rest/v1/**', (route) => route.abort('failed'))
  await follow(page, '/dashboard/discover')
  const failed = content(page)
    .getByRole('alert')
    .filter({ hasText: 'Network connection issue. Please check your internet connection' })
  await hurryUntil(page, failed)
  await expect(failed.first().getByRole('heading', { name: 'This did not load' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const again = failed.getByRole('button', { name: 'Try again' })
  await again.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()))
  await expect(failed).toHaveCount(0)
  await expect(content(page).getByRole('listitem').first()).toBeVisible()
})

test.describe('code of pages', () => {
  test('the code of other pages is loaded while a page is idle, so that they open offline, and a page without code says "You are offline"', async ({
    visit,
  }) => {
    const page = await visit(await demo('brand'), { loadsAhead: true })
    const last = page.waitForResponse(/\/settings-page-/)
    await page.goto('/dashboard')
    await (await last).finished()
    await page.context().setOffline(true)
    await follow(page, '/dashboard/payments')
    await expect(content(page).getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
    await follow(page, '/dashboard/staff')
    const alert = content(page).getByRole('alert')
    await expect(alert.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toBeVisible()
    await page.context().setOffline(false)
    await expect(alert).toHaveCount(0)
    await expect(
      content(page).getByRole('heading', { name: 'For staff only', level: 1 }),
    ).toBeVisible()
  })

  test('the code of other pages is loaded only after the open page has its data', async ({
    visit,
  }) => {
    const page = await visit(await demo('brand'), { loadsAhead: true })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/rest/v1/balances*', async (route) => {
      await released
      await route.continue()
    })
    const early: string[] = []
    page.on('request', (request) => {
      if (/\/(payments-page|talk|command-palette)-/.test(request.url())) early.push(request.url())
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible()
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => idle(null))))
    expect(early).toEqual([])
    const last = page.waitForRequest(/\/payments-page-/)
    release()
    await last
  })

  test('a placeholder is shown while a part of a page loads its code', async ({ visit }) => {
    const page = await visit(await demo('brand'))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/creator-filter-fields-/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/dashboard/discover')
    const filters = content(page).getByRole('complementary', { name: 'Filters' })
    await expect(filters.locator('[aria-busy=true]')).toBeVisible()
    release()
    await expect(filters.getByRole('group').first()).toBeVisible()
    await expect(filters.locator('[aria-busy=true]')).toHaveCount(0)
  })
})

const LISTS: Record<
  'brand' | 'kol',
  Record<string, [title: string, action: string, target: string | null]>
> = {
  brand: {
    '/dashboard/orders': ['No open orders', 'Discover creators', '/dashboard/discover'],
    '/dashboard/messages': ['No conversations yet', 'Discover creators', '/dashboard/discover'],
    '/dashboard/saved-searches': [
      'No search is saved yet',
      'Search, then save it',
      '/dashboard/discover',
    ],
    '/dashboard/shortlist': [
      'Nobody is on your shortlist',
      'Discover creators',
      '/dashboard/discover',
    ],
    '/dashboard/notifications': ['Nothing new', 'Discover creators', '/dashboard/discover'],
    '/dashboard/discover?q=nobody+is+called+this': [
      'No creator matches',
      'Clear all filters',
      null,
    ],
    '/dashboard/campaigns': ['No campaigns yet', 'New campaign', null],
  },
  kol: {
    '/dashboard/orders': ['No open orders', 'Look at my packs', '/dashboard/packs'],
    '/dashboard/messages': ['No conversations yet', 'Look at my orders', '/dashboard/orders'],
    '/dashboard/packs': ['No packs yet', 'New pack', null],
    '/dashboard/notifications': ['Nothing new', 'Look at my packs', '/dashboard/packs'],
  },
}

for (const [role, lists] of Object.entries(LISTS))
  test(`each empty list offers a new ${role} exactly one action @detail`, async ({ visit }) => {
    const page = await visit(await newMember(role as 'brand' | 'kol', { approved: false }))
    await page.goto('/dashboard')
    for (const [path, [title, action, target]] of Object.entries(lists)) {
      await follow(page, path)
      const empty = content(page).getByRole('heading', { name: title }).locator('..')
      await expect(empty, path).toBeVisible()
      const actions = empty.getByRole('link').or(empty.getByRole('button'))
      await expect(actions, path).toHaveCount(1)
      await expect(actions).toHaveText(action)
      if (target) await expect(actions).toHaveAttribute('href', target)
    }
  })
