import { expect, test, type Page } from '@playwright/test'
import {
  demo,
  follow,
  must,
  newMember,
  newPack,
  openAs,
  placeOrder,
  type Member,
} from './support/members.ts'
import { answer, hurryUntil } from './support/screen.ts'

const content = (page: Page) => page.getByRole('main')
const OFFLINE =
  'You are offline. What you see may be old; it refreshes as soon as you are connected again.'

test('the loading screen stands until the profile is there', async ({ browser }) => {
  const page = await openAs(browser, await demo('brand'))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/rest/v1/profiles*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Loading Dashboard' })).toBeVisible()
  await expect(page.getByText('Please wait while we prepare your experience')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible()
  await page.context().close()
})

test.describe('without a working connection', () => {
  let page: Page
  test.beforeAll(async ({ browser }) => {
    page = await openAs(browser, await demo('brand'))
    await page.clock.install()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible()
  })
  test.afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))
  test.afterAll(() => page.context().close())

  test('being offline is shown, and missing data comes with the connection', async () => {
    await follow(page, '/dashboard/orders')
    await expect(content(page).getByRole('listitem').first()).toBeVisible()
    await page.context().setOffline(true)
    await expect(page.getByRole('status').filter({ hasText: OFFLINE })).toBeVisible()
    await follow(page, '/dashboard/orders?tab=completed')
    await expect(content(page).getByText(OFFLINE)).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText(OFFLINE)).toHaveCount(0)
    await expect(content(page).getByText('Completed').last()).toBeVisible()
  })

  const FAILURES: { what: string; fail: (page: Page) => Promise<unknown>; says: string }[] = [
    {
      what: 'no connection',
      fail: (page) => page.route('**/rest/v1/**', (route) => route.abort('failed')),
      says: 'Network connection issue. Please check your internet connection and try again.',
    },
    {
      what: 'no answer in time',
      fail: (page) => page.route('**/rest/v1/**', () => {}),
      says: 'Request timed out. Please try again.',
    },
    {
      what: 'a broken server',
      fail: (page) =>
        page.route('**/rest/v1/**', answer(500, { code: 'XX000', message: 'cache lookup failed' })),
      says: 'An unexpected error occurred.',
    },
    {
      what: 'an answer without words',
      fail: (page) => page.route('**/rest/v1/**', answer(500, {})),
      says: 'An unexpected error occurred.',
    },
  ]
  const places = [
    '/dashboard/discover',
    '/dashboard/payments',
    '/dashboard/notifications',
    '/dashboard/messages',
  ]
  FAILURES.forEach(({ what, fail, says }, index) => {
    test(`${what}: the words of the catalogue, and another try that works`, async () => {
      await fail(page)
      await follow(page, places[index] ?? '')
      const failed = content(page).getByRole('alert').filter({ hasText: says })
      await hurryUntil(page, failed)
      await expect(failed.first().getByRole('heading', { name: 'This did not load' })).toBeVisible()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      const again = failed.getByRole('button', { name: 'Try again' })
      await again.evaluateAll((buttons) =>
        buttons.forEach((button) => (button as HTMLElement).click()),
      )
      await expect(failed).toHaveCount(0)
      await expect(content(page).getByRole('listitem').first()).toBeVisible()
    })
  })
})

test.describe('the code of a page', () => {
  test('is loaded when the page is idle, so that it opens offline', async ({ browser }) => {
    const page = await openAs(browser, await demo('brand'))
    const last = page.waitForResponse(/\/settings-page-/)
    await page.goto('/dashboard')
    await (await last).finished()
    await page.context().setOffline(true)
    await follow(page, '/dashboard/payments')
    await expect(content(page).getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
    await page.context().close()
  })

  test('waits until the open page has its data', async ({ browser }) => {
    const page = await openAs(browser, await demo('brand'))
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
    await page.context().close()
  })

  test('that is not loaded shows "offline", and loads with the connection', async ({ browser }) => {
    const page = await openAs(browser, await demo('brand'))
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible()
    await page.context().setOffline(true)
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
    await page.context().close()
  })
})

test.describe('an empty list offers one action', () => {
  const LISTS: Record<
    'brand' | 'kol',
    Record<string, [title: string, action: string, target: string | null]>
  > = {
    brand: {
      '/dashboard/orders': ['No open orders', 'Discover creators', '/dashboard/discover'],
      '/dashboard/messages': ['No conversations yet', 'Discover creators', '/dashboard/discover'],
      '/dashboard/saved-searches': [
        'No search is saved yet',
        'Save a new search',
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
  for (const [role, lists] of Object.entries(LISTS)) {
    test(`for a new ${role}`, async ({ browser }) => {
      const page = await openAs(
        browser,
        await newMember(role as 'brand' | 'kol', { approved: false }),
      )
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
      await page.context().close()
    })
  }
})

test.describe('on the pay page', () => {
  async function openPayPage(page: Page, brand: Member, orderId: string) {
    const { url } = (await must(
      brand.client.functions.invoke('checkout', { body: { order_id: orderId } }),
    )) as {
      url: string
    }
    await page.goto(url)
  }

  async function payBy(page: Page, number: string) {
    await page.getByLabel(/Card number/).fill(number)
    await page.getByLabel('Expiry').fill('12 / 40')
    await page.getByLabel('Security code').fill('123')
    await page.getByLabel('Name on card').fill('N. Imbus')
    await page.getByRole('button', { name: /^Pay/ }).click()
  }

  test('a declined card charges nothing, a pending one is waited for', async ({ browser }) => {
    const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
    const order = await placeOrder(brand, (await newPack(creator)).id)
    const page = await openAs(browser, brand)
    await openPayPage(page, brand, order.id)
    await payBy(page, '4000 0000 0000 0002')
    await expect(page.getByRole('alert')).toHaveText(
      'Your card was declined. Nothing was charged. Try another card.',
    )
    await page.getByRole('link', { name: 'Cancel and return to Kolpact' }).click()
    await expect(page.getByRole('heading', { name: 'Not paid yet' })).toBeVisible()

    await page.getByRole('button', { name: /^Pay \$/ }).click()
    await page.waitForURL('**/pay/**')
    await payBy(page, '4000 0000 0000 3220')
    await expect(page.getByRole('heading', { name: 'Your bank is still confirming' })).toBeVisible()
    const bank = await page.context().newPage()
    await bank.goto(page.url())
    await page.getByRole('link', { name: 'Return to Kolpact' }).click()
    await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible()
    await bank.getByRole('button', { name: 'Confirm now' }).click()
    await expect(page.getByRole('heading', { name: 'Paid into escrow' })).toBeVisible()
    await page.context().close()
  })
})
