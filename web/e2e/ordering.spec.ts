import { expect, test } from './support/test.ts'
import { expectAccessible } from './support/axe.ts'
import { newOrder } from './support/deals.ts'
import { fund, must, newPack, newPair } from './support/members.ts'
import { payByCard } from './support/person.ts'
import { answer, content, expectNoSidewaysScroll, orderStep } from './support/screen.ts'

// A brand orders a pack step by step, each step at its own address, and edits the brief until it pays.

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE')
const WORD = 'Wxyz'.repeat(15)
const BRIEF = 'Explain our staking product to people who never staked.'

test('a brand orders a pack step by step with options, a wished date and money from its wallet', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const pack = await newPack(creator)
  // A cancelled order puts the price of the basic offer into the brand's wallet.
  await newOrder('cancelled', brand, creator, pack.id)
  await must(
    creator.client
      .from('packs')
      .update({
        tiers: [{ name: 'With a video', price_minor: 40_000, delivery_days: 9, revisions: 3 }],
        extras: [
          { name: 'Rush', price_minor: 5_000, days: -2 },
          { name: WORD, price_minor: 700, days: 1 },
        ],
      })
      .eq('id', pack.id)
      .select('id'),
  )
  const page = await visit(brand)
  const goOn = page.getByRole('button', { name: 'Continue' })
  const path = `/dashboard/ordering/${pack.id}`

  await test.step('the pack leads to its own page', async () => {
    await page.goto(`/dashboard/kol-profile/${creator.id}`)
    await page.getByRole('link', { name: `Buy this pack: ${pack.title}` }).click()
    await expect(page).toHaveURL(path)
  })

  await test.step('a tier and an extra are chosen by keyboard, and the total is announced', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    const sum = content(page).getByRole('status').filter({ hasText: 'Total' })
    await expect(sum).toHaveText('Total: 5 days, 1 revision$250.00')
    await page.getByRole('radio', { name: /^The pack itself \$250\.00/ }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /^With a video \$400\.00/ })).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByRole('checkbox', { name: 'Rush +$50.00 2 days sooner' })).toBeChecked()
    await expect(sum).toHaveText('Total: 7 days, 3 revisions$450.00')
    await expectNoSidewaysScroll(page, 'the choice')
    await expectAccessible(page, 'the choice of a pack')
    await page.setViewportSize({ width: 1280, height: 720 })
    await goOn.click()
    await expect(page).toHaveURL(`${path}?step=brief`)
  })

  await test.step('a missing brief is reported in its step', async () => {
    await orderStep(page, 'Payment')
    await page.getByRole('button', { name: /^Order and pay \$/ }).click()
    await expect(page).toHaveURL(`${path}?step=brief`)
    await expect(page.getByText('Write at least a sentence')).toBeVisible()
  })

  await test.step('a reload restores the draft and says so', async () => {
    const note = page.getByText('What you typed before is here again.')
    await page.getByLabel('Task').fill('Something else altogether.')
    await expect(note).toBeHidden()
    await page.reload()
    await expect(note).toBeVisible()
    await expect(page.getByLabel('Task')).toHaveValue('Something else altogether.')
    await page.getByRole('button', { name: 'Discard the draft' }).click()
    await expect(page.getByLabel('Task')).toHaveValue('')
    await expect(note).toBeHidden()
    // The discarded draft contained the chosen options, too, so they are chosen again.
    await orderStep(page, 'Pack')
    await page.getByRole('radio', { name: /^With a video/ }).check()
    await page.getByRole('checkbox', { name: /^Rush/ }).check()
    await goOn.click()
  })

  await test.step('the date that the brand wishes for is not binding', async () => {
    await page.getByLabel('Task').fill(BRIEF)
    const wish = page.getByLabel('Wished date')
    await expect(wish).toHaveAccessibleDescription(/It binds nobody/)
    await wish.fill(inDays(-5))
    await goOn.click()
    await expect(page.getByText('Choose a day from today on')).toBeVisible()
    await wish.fill(inDays(9))
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page, 'the brief')
    await expectAccessible(page, 'the brief of an order')
    await goOn.click()
    await expect(page.getByText(`${creator.name} has 72 hours to accept the order.`)).toBeVisible()
    await expectNoSidewaysScroll(page, 'the terms')
    await goOn.click()
  })

  await test.step('paying from the wallet is a choice, and the button names the amount', async () => {
    await expect(content(page).getByText(BRIEF)).toBeVisible()
    await expectNoSidewaysScroll(page, 'the payment')
    await expectAccessible(page, 'the payment of an order')
    const wallet = page.getByLabel('Use $250.00 from my wallet')
    await wallet.uncheck()
    await expect(page.getByRole('button', { name: 'Order and pay $450.00 by card' })).toBeVisible()
    await wallet.check()
    await expect(content(page)).toContainText('With a video$400.00Rush+$50.00')
    await page.getByRole('button', { name: 'Order and pay $200.00 by card' }).click()
    await payByCard(page)
    await expect(page.getByRole('heading', { name: 'Paid into escrow' })).toBeVisible()
  })

  await test.step('the creator reads the wish before accepting', async () => {
    const theirs = await visit(creator)
    await theirs.goto('/dashboard/orders')
    await theirs.getByRole('link', { name: `${pack.title} · With a video` }).click()
    await expect(theirs.getByText('Rush', { exact: true })).toBeVisible()
    await expect(theirs.getByText('(a wish, not a deadline)')).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Accept order' })).toBeVisible()
  })

  await test.step('the order is shown beside the conversation of its two sides', async () => {
    const theirs = await visit(creator)
    await theirs.goto(`/dashboard/messages/${brand.id}`)
    const orders = theirs.getByRole('complementary', { name: `Open orders with ${brand.name}` })
    await orders.getByRole('link', { name: `Accept or decline the order of ${brand.name}` }).click()
    await expect(theirs.getByRole('button', { name: 'Accept order' })).toBeVisible()
  })

  await test.step('a pack that is bought again begins with the same choice', async () => {
    const [order] = await must(
      brand.client.from('pack_orders').select('id').eq('pack_id', pack.id).eq('status', 'funded'),
    )
    await page.goto(`${path}?again=${order?.id}`)
    await expect(page.getByRole('radio', { name: /^With a video/ })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /^Rush/ })).toBeChecked()
  })
})

test('a brand that returns from the payment page without paying finds the order @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const pack = await newPack(creator)
  const page = await visit(brand)
  await page.goto(`/dashboard/ordering/${pack.id}?step=brief`)
  await page.getByLabel('Task').fill(BRIEF)
  for (const step of ['terms', 'pay']) {
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(new RegExp(`step=${step}$`))
  }
  await page.getByRole('button', { name: /^Order and pay/ }).click()
  await page.waitForURL('**/pay/**')
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('region', { name: 'Brief', exact: true })).toContainText(BRIEF)
})

test('an order whose time limits differ from those shown can be paid only after the brand has read them @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const pack = await newPack(creator)
  const page = await visit(brand)
  await page.route('**/rest/v1/market_terms*', (route) =>
    route.fulfill({ json: [{ key: 'acceptance_window', value: 71 }] }),
  )
  await page.goto(`/dashboard/ordering/${pack.id}?step=brief`)
  await page.getByLabel('Task').fill(BRIEF)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(`${creator.name} has 71 hours to accept the order.`)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Order and pay/ }).click()
  await expect(page).toHaveURL(/\/dashboard\/orders\/[0-9a-f-]{36}$/)
  const notice = content(page).getByText(/have changed meanwhile: 72 hours to accept/)
  await expect(notice).toBeVisible()
  await page.reload()
  await expect(notice, 'it stays until it was read').toBeVisible()
  await content(page).getByRole('alert').getByRole('button', { name: 'Close' }).click()
  await expect(notice).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  await expect(notice).toBeHidden()
})

test('the brief of an order is changed until it is paid @detail', async ({ visit }) => {
  const [brand, creator] = await newPair()
  const order = await newOrder('unpaid', brand, creator)
  const page = await visit(brand)
  await page.goto(`/dashboard/orders/${order.id}`)
  await page.getByRole('link', { name: 'Change the brief' }).click()
  await expect(page).toHaveURL(`/dashboard/brief/${order.id}`)
  await page.getByLabel('Task').fill(BRIEF)
  await page.getByLabel('Wished date').fill(inDays(9))
  // Another device changes the goal while the form is open.
  await must(brand.client.rpc('edit_brief', { order_id: order.id, brief: 'Old.', goal: 'Reach.' }))
  await expectAccessible(page, 'changing a brief')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(`/dashboard/orders/${order.id}`)
  await expect(page.getByRole('region', { name: 'Brief', exact: true })).toContainText(BRIEF)
  await expect(page.getByRole('region', { name: 'Brief', exact: true })).toContainText('Reach.')
  await expect(page.getByText('(a wish, not a deadline)')).toBeVisible()

  await fund(order)
  await expect(page.getByRole('link', { name: 'Change the brief' })).toBeHidden()
  await page.goto(`/dashboard/brief/${order.id}`)
  await expect(page.getByRole('heading', { name: 'This brief is final' })).toBeVisible()
})

test('a brand that cannot order reads why @detail', async ({ visit }) => {
  const [brand, creator] = await newPair()
  const pack = await newPack(creator)
  const theirs = await visit(creator)
  await theirs.goto(`/dashboard/ordering/${pack.id}`)
  await expect(theirs.getByText('Only brands order packs')).toBeVisible()
  const mine = await visit(brand)
  await mine.goto(`/dashboard/ordering/${creator.id}`)
  await expect(mine.getByText('This pack is not on offer')).toBeVisible()
})

test('if the amounts of an order cannot be loaded, an error says so and the order button is disabled @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const pack = await newPack(creator)
  const page = await visit(brand)
  await page.route('**/rpc/payment_parts*', answer(500, { code: 'XX000', message: 'internal' }))
  await page.goto(`/dashboard/ordering/${pack.id}?step=pay`)
  const order = page.getByRole('button', { name: /\$250\.00/ })
  await expect(content(page).getByRole('alert')).toContainText('This did not load')
  await expect(order).toBeDisabled()
  await page.unroute('**/rpc/payment_parts*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(order).toHaveText('Order and pay $250.00 by card')
})
