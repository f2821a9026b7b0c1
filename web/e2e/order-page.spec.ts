import { expect, test, type Page } from './support/test.ts'
import { paths } from '../src/domain/paths.ts'
import { newOrder } from './support/deals.ts'
import {
  follow,
  must,
  newMember,
  newPack,
  newPair,
  placeOrder,
  service,
} from './support/members.ts'
import { dialog, expectNoSidewaysScroll } from './support/screen.ts'

// The page of an order, opened by both sides.

const stream = (page: Page) => page.getByRole('log')
const step = (page: Page) => page.locator('section', { has: page.locator('#next-step') })
/** The current step in the order's list of steps. */
const currentStep = (page: Page) =>
  page.getByRole('list', { name: 'Steps of the order' }).locator('[aria-current=step]')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const confirm = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click()

test('a creator submits a draft and changes it, and the brand approves it in another browser', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const pack = await newPack(creator, 'A thread with a draft', {
    deliverables: ['One thread', 'Eight posts'],
    stay_up_days: 90,
    needs_draft: true,
  })
  const order = await newOrder('paid', brand, creator, pack.id)
  const [theirs, mine] = await Promise.all([visit(brand), visit(creator)])

  await test.step('the creator accepts the bought options, and the order opens by its number', async () => {
    const { number } = order
    await mine.goto(`/orders/${number.toLowerCase()}`)
    await expect(mine.getByText(number).first()).toBeVisible()
    await expect(mine.getByText('Eight posts')).toBeVisible()
    await expect(mine.getByText('90 days')).toBeVisible()
    await press(mine, 'Accept order')
    await confirm(mine, 'Accept order')
    await expect(mine.getByText('Your turn: make a draft')).toBeVisible()
    await expect(mine.getByRole('button', { name: 'Deliver work' })).toHaveCount(0)
    // Delays the names of the members: until they arrive, the page must not show "Unknown".
    await theirs.route('**/rpc/order_page*', async (route) => {
      await new Promise((done) => setTimeout(done, 700))
      await route.continue()
    })
    await theirs.goto(`/dashboard/orders/${order.id}`)
    await theirs.getByText('A draft is being made').waitFor()
    expect(await theirs.getByText(/Unknown (Brand|Creator)/).count()).toBe(0)
    await theirs.unroute('**/rpc/order_page*')
  })

  await test.step('the creator shows a draft, and the brand asks for changes', async () => {
    await press(mine, 'Show a draft')
    await dialog(mine).getByLabel('The draft, or a note about it').fill('1/8 Bridges are long.')
    await confirm(mine, 'Show a draft')
    await expect(theirs.getByText('Look at the draft')).toBeVisible()
    // The brand sees the draft above the buttons, and not a second time in the history.
    await expect(step(theirs).getByText('1/8 Bridges are long.')).toBeVisible()
    await expect(stream(theirs).getByText('1/8 Bridges are long.')).toHaveCount(0)
    await expect(stream(mine).getByText('1/8 Bridges are long.')).toBeVisible()
    await expect(currentStep(theirs)).toHaveText('Draft')
    await press(theirs, 'Request changes')
    await dialog(theirs).getByLabel('What should change?').fill('Shorter, please.')
    await confirm(theirs, 'Request changes')
    await expect(
      mine.locator('#content').getByText('Read what should change, then show the draft again.'),
    ).toBeVisible()
  })

  await test.step('both write about the order, and their messages are marked with it', async () => {
    await theirs.getByLabel('Write a message').fill('Half as long would do.')
    await theirs.getByRole('button', { name: 'Send' }).click()
    await expect(stream(theirs).getByText('Half as long would do.')).toBeVisible()
    await expect(stream(mine).getByText('Half as long would do.')).toBeVisible()
    const { order_id } = await must(
      service()
        .from('messages')
        .select('order_id')
        .eq('content', 'Half as long would do.')
        .eq('sender_id', brand.id)
        .single(),
    )
    expect(order_id).toBe(order.id)
  })

  await test.step('another draft is approved', async () => {
    await must(
      creator.client.rpc('show_draft', { order_id: order.id, note: '1/4 Bridges.', links: [] }),
    )
    await expect(theirs.getByText('Draft 2')).toBeVisible()
    await press(theirs, 'Approve the draft')
    await confirm(theirs, 'Approve the draft')
    await expect(mine.getByText('Your turn: publish')).toBeVisible()
    await press(mine, 'Deliver work')
    await dialog(mine).getByLabel('What did you make?').fill('It is online.')
    await dialog(mine).getByLabel('Links to the work').fill('https://posts.example/1')
    await confirm(mine, 'Deliver work')
    await expect(step(theirs).getByRole('link', { name: /posts.example/ })).toBeVisible()
    await expect(currentStep(theirs)).toHaveText('Approval')
    await expect(step(theirs)).toContainText('You paid$250.00')
    await expect(step(mine)).toContainText('You get$225.00 when the work is accepted')
    await press(theirs, 'Accept work')
    await dialog(theirs).getByRole('button').last().click()
    await expect(stream(mine).getByText('Work accepted, order completed')).toBeVisible()
    await expect(currentStep(mine)).toContainText('Completed')
  })

  await test.step('in the conversation the message shows the number of the order', async () => {
    await follow(mine, `/dashboard/messages/${brand.id}`)
    await expect(mine.getByRole('log').getByText(/^About K-/)).toBeVisible()
  })
})

test('no member is called “Unknown Brand” while another order is being loaded @detail', async ({
  visit,
}) => {
  const [creator, first, second] = await Promise.all([
    newMember('kol'),
    newMember('brand'),
    newMember('brand'),
  ])
  const { id: pack } = await newPack(creator)
  const [one, next] = [await placeOrder(first, pack), await placeOrder(second, pack)]
  const page = await visit(creator)
  await page.goto(paths.order(one.id))
  await expect(page.getByText(first.name).first()).toBeVisible()
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/rpc/order_page*', async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  await follow(page, paths.order(next.id))
  await asked.promise
  await expect(page.getByText('Unknown Brand')).toHaveCount(0)
  released.resolve()
  await expect(page.getByText(second.name).first()).toBeVisible()
})

test('a delivery text of many line breaks pushes no button out of reach', async ({ visit }) => {
  const [brand, creator] = await newPair()
  const pack = await newPack(creator)
  const order = await newOrder('accepted', brand, creator, pack.id)
  const note = `Delivered.${'\n'.repeat(4900)}The last line.`
  const links = ['https://example.com/a']
  await must(creator.client.rpc('deliver_order', { order_id: order.id, note, links }))
  const page = await visit(brand)
  await page.goto(`/dashboard/orders/${order.id}`)
  const button = page.getByRole('button', { name: 'Request changes', exact: true })
  await button.waitFor()
  const { y = Infinity } = (await button.boundingBox()) ?? {}
  expect(y).toBeLessThan(4000)
})

test('a brand sorts the list of orders by the newest, the oldest or the highest price @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const packs = [
    ['The first', 20_000],
    ['The dearest', 90_000],
    ['The last', 10_000],
  ] as const
  for (const [title, price_minor] of packs) {
    const pack = await newPack(creator, title, { price_minor })
    await placeOrder(brand, pack.id)
  }
  const page = await visit(brand, { viewport: { width: 390, height: 844 } })
  await page.goto('/dashboard/orders')
  const list = page.getByRole('listitem').filter({ hasText: 'K-' })
  await expect(list.first()).toContainText('The last')
  const sort = page.getByLabel('Sort by')
  await sort.selectOption('Oldest')
  await expect(list.first()).toContainText('The first')
  await sort.selectOption('Highest price')
  await expect(list.first()).toContainText('The dearest')
  await page.getByRole('link', { name: /^All/ }).click()
  await expect(page).toHaveURL(/tab=all&sort=highest/)
  await expect(list.first()).toContainText('The dearest')
  await expectNoSidewaysScroll(page, 'orders')
})
