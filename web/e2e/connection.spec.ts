import { expect, test, type Page } from './support/test.ts'
import { randomUUID } from 'node:crypto'
import { newOrder } from './support/deals.ts'
import { demo, follow, must, newMember, newPair, write, type Member } from './support/members.ts'
import { DEMO_PASSWORD } from './support/person.ts'
import { content, toast } from './support/screen.ts'
import { leaveTab, loseChanges, silenceSockets } from './support/wire.ts'

// The connection is cut, stalls or reports wrong states. The page is never reloaded.

const hello = (page: Page) => page.getByRole('heading', { name: /^Hello, / })
const unread = (page: Page, count: number) =>
  page
    .getByRole('navigation', { name: 'Main navigation' })
    .first()
    .getByRole('link', { name: `Messages ${count} unread` })
const bell = (page: Page, count: number) =>
  page.getByRole('button', { name: `Notifications, ${count} unread`, exact: true })

async function funded(brand: Member, creator: Member) {
  await write(brand, creator, 'Hello')
  return newOrder('paid', brand, creator)
}

test.describe('missed changes', () => {
  test('changes made while the page was offline are shown when it is online again', async ({
    visit,
  }) => {
    const [brand, creator] = await newPair()
    const order = await funded(brand, creator)
    const page = await visit(brand)
    await page.goto(`/dashboard/orders/${order.id}`)
    await expect(content(page).getByText('Paid, in escrow').first()).toBeVisible()
    await page.context().setOffline(true)
    await expect(page.getByText(/^You are offline/)).toBeVisible()
    await must(creator.client.rpc('accept_order', { order_id: order.id }))
    await write(creator, brand, 'On it')
    await page.context().setOffline(false)
    await expect(content(page).getByText('In progress').first()).toBeVisible()
    await expect(unread(page, 1)).toBeVisible()
  })

  test('missed changes are shown when the tab is visible again, and each is announced once', async ({
    visit,
  }) => {
    const [brand, creator] = await newPair()
    const order = await funded(brand, creator)
    const page = await visit(brand)
    await loseChanges(page)
    await page.goto('/dashboard')
    await expect(hello(page)).toBeVisible()
    const comeBack = await leaveTab(page)
    await must(creator.client.rpc('accept_order', { order_id: order.id }))
    await write(creator, brand, 'On it')
    await comeBack()
    await expect(unread(page, 1)).toBeVisible()
    // The second notification is the receipt of the payment.
    await expect(bell(page, 2)).toBeVisible()
    await expect(toast(page, 'accepted')).toHaveCount(1)
    await toast(page, 'accepted').getByRole('button', { name: 'close' }).click()
    await expect(toast(page, 'accepted')).toHaveCount(0)
    await (
      await leaveTab(page)
    )()
    await expect(bell(page, 2)).toHaveCount(0)
    await expect(toast(page, 'accepted')).toHaveCount(0)
  })

  test('a missed change is shown by the regular refetch within 90 seconds', async ({ visit }) => {
    const [brand, creator] = await newPair()
    await write(brand, creator, 'One')
    const page = await visit(brand)
    await loseChanges(page)
    await page.clock.install()
    await page.goto(`/dashboard/messages/${creator.id}`)
    await expect(page.getByRole('log').getByText('One')).toBeVisible()
    await page.clock.runFor(5_000)
    await write(creator, brand, 'Two')
    await expect(page.getByRole('log').getByText('Two')).toHaveCount(0)
    await page.clock.runFor(85_000)
    await expect(page.getByRole('log').getByText('Two')).toBeVisible()
  })

  test('missed changes are shown when the device wakes, and after its socket was closed silently', async ({
    visit,
  }) => {
    const [brand, creator, third] = await Promise.all([
      newMember('brand'),
      newMember('kol'),
      newMember('kol'),
    ])
    await write(brand, creator, 'One')
    await write(brand, third, 'Hello')
    const page = await visit(brand)
    const sockets = await silenceSockets(page)
    let answers = 0
    page.on('response', (response) => {
      if (/rest\/v1\/messages\?/.test(response.url())) answers += 1
    })
    await page.clock.install()
    await page.goto(`/dashboard/messages/${creator.id}`)
    const log = page.getByRole('log')
    await write(creator, brand, 'Live')
    await expect(log.getByText('Live', { exact: true })).toBeVisible()
    // Waits for the refetch after the first join. If it came later, it could hide that a later refetch is missing.
    await page.clock.runFor(3_000)
    await expect.poll(() => answers).toBeGreaterThan(1)

    await test.step('changes during a sleep shorter than the refetch interval are shown', async () => {
      sockets.cut()
      await write(creator, brand, 'While it slept')
      await write(third, brand, 'To the counters')
      await page.clock.fastForward(30_000)
      await expect(log.getByText('While it slept')).toBeVisible()
      await expect(unread(page, 1)).toBeVisible()
    })
    await test.step('a new socket receives later changes', async () => {
      const before = sockets.count()
      await expect
        .poll(async () => {
          await page.clock.fastForward(5_000)
          return sockets.count()
        })
        .toBeGreaterThan(before)
      await page.clock.runFor(3_000)
      await write(creator, brand, 'On the new socket')
      await expect(log.getByText('On the new socket')).toBeVisible()
    })
  })

  test('an order is announced as completed on a device whose clock is ahead @detail', async ({
    visit,
  }) => {
    const [brand, creator] = await newPair()
    const order = await newOrder('delivered', brand, creator)
    const page = await visit(creator)
    await page.clock.install({ time: Date.now() + 90_000 })
    await page.goto('/dashboard')
    await expect(hello(page)).toBeVisible()
    await must(brand.client.rpc('complete_order', { order_id: order.id }))
    await expect(toast(page, 'Project completed')).toHaveCount(1)
  })
})

test.describe('outages', () => {
  test('an outage is shown within five seconds, explained after ten, and the page recovers by itself', async ({
    visit,
  }) => {
    const page = await visit(await demo('brand'))
    await page.clock.install()
    await page.route('**/rest/v1/**', () => {})
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Loading Dashboard' })).toBeVisible()
    const status = page.getByRole('status')
    await page.clock.runFor(4_100)
    await expect(status).toHaveText(
      'This page is taking longer than usual to load. We keep trying.',
    )
    await page.clock.runFor(6_000)
    await expect(status).toHaveText(/Kolpact cannot be reached|There is still no answer/)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await page.clock.runFor(21_000)
    await expect(page.getByRole('heading', { name: 'This did not load' })).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.clock.runFor(12_000)
    await expect(hello(page)).toBeVisible()
  })
})

test('a page with an unknown id says that its order, campaign, profile or conversation does not exist @detail', async ({
  visit,
}) => {
  const page = await visit(await demo('brand'))
  await page.goto(`/dashboard/messages/${randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Nobody is here' })).toBeVisible()
  await expect(page.getByLabel('Write a message')).toHaveCount(0)
  for (const path of ['orders/nonsense', 'campaigns/1', "kol-profile/'", 'messages/nobody']) {
    await follow(page, `/dashboard/${path}`)
    await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  }
  const gone = {
    orders: 'order',
    campaigns: 'campaign',
    'kol-profile': 'profile',
    checkout: 'order',
  }
  for (const [path, what] of Object.entries(gone)) {
    await follow(page, `/dashboard/${path}/${randomUUID()}`)
    const title = new RegExp(`\\b${what}\\b.* · Kolpact`)
    await expect(page, path).toHaveTitle(title)
    await expect(content(page).getByRole('heading', { level: 1 }), path).toContainText(what)
  }
})

test('saving a profile without a connection shows at once that the member is offline, and keeps the form', async ({
  visit,
}) => {
  const page = await visit(await newMember('brand'))
  await page.goto('/dashboard/settings')
  const bio = page.getByRole('textbox', { name: 'About' })
  await bio.fill('We build bridges.')
  await page.waitForLoadState('networkidle') // The code that reports a lost connection is loaded after the first screen
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'You are offline, and this needs a connection.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expect(bio).toHaveValue('We build bridges.')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Profile updated successfully')).toBeVisible()
})

test('a sign-in without a connection shows at once that the visitor is offline, keeps the form, and succeeds once online', async ({
  visit,
}) => {
  const { email } = await newMember('brand')
  const page = await visit(null)
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.context().setOffline(true)
  const button = page.getByRole('button', { name: 'Sign in' })
  await button.click()
  await expect(page.getByRole('alert').filter({ hasText: 'You are offline' })).toBeVisible()
  await expect(button).toBeEnabled()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(DEMO_PASSWORD)
  await page.context().setOffline(false)
  await button.click()
  await expect(hello(page)).toBeVisible()
  await page.context().close()
})
