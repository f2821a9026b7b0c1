import { expect, test, type Page } from '@playwright/test'
import { demo, fund, must, newMember, newPack, openAs, placeOrder } from './support/members.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) =>
  dialog(page).getByRole('alert').getByRole('row').filter({ hasText: name })

test('a creator changes the price while the brand writes the brief', async ({ browser }) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const pack = await newPack(creator)
  const page = await openAs(browser, brand)
  await page.goto(`/dashboard/kol-profile/${creator.id}`)
  await page.getByRole('button', { name: `Buy this pack: ${pack.title}` }).click()
  const brief = 'Explain our staking product to people who never staked.'
  await dialog(page).getByLabel('Message').fill(brief)

  const changes = { price_minor: 900_000, revisions: 0 }
  await must(creator.client.from('packs').update(changes).eq('id', pack.id).select('id'))
  await dialog(page)
    .getByRole('button', { name: /^Order and pay \$/ })
    .click()

  await expect(dialog(page).getByText('The terms have changed')).toBeVisible()
  await expect(row(page, 'Price')).toContainText('250.00')
  await expect(row(page, 'Price')).toContainText('9,000.00')
  await expect(row(page, 'Revisions').getByRole('cell')).toHaveText(['1', '0'])
  await expect(row(page, 'Delivery')).toHaveCount(0)
  await expect(dialog(page).getByLabel('Message')).toHaveValue(brief)
  const orders = () =>
    must(brand.client.from('pack_orders').select('price_minor, brief').eq('brand_id', brand.id))
  expect(await orders()).toEqual([])

  await page.setViewportSize({ width: 320, height: 700 })
  const table = dialog(page).getByRole('table')
  expect(await table.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
  await dialog(page).getByRole('button', { name: 'Order on the new terms' }).click()
  await page.waitForURL('**/pay/**')
  expect(await orders()).toEqual([{ price_minor: 900_000, brief }])
  await page.context().close()
})

test('a creator sends an application again at another price', async ({ browser }) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const draft = {
    brand_id: brand.id,
    title: 'A quiet launch',
    body: 'Tell people what it is.',
    budget_minor: 1_000_000,
    filters: { searchTerm: creator.name },
    deadline: new Date(Date.now() + 864e5).toISOString(),
  }
  const { id } = await must(brand.client.from('campaigns').insert(draft).select('id').single())
  await must(brand.client.rpc('publish_campaign', { campaign_id: id }))
  const apply = (price_minor: number) =>
    must(creator.client.rpc('apply_to_campaign', { campaign_id: id, price_minor }))
  const application = await apply(50_000)
  const page = await openAs(browser, brand)
  await page.goto(`/dashboard/campaigns/${id}`)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()

  await must(creator.client.rpc('withdraw_application', { application_id: application.id }))
  await apply(1_000_000)
  await dialog(page).getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(row(page, 'Price')).toContainText('500.00')
  await expect(row(page, 'Price')).toContainText('10,000.00')
  await dialog(page).getByRole('button', { name: 'Accept the new terms' }).click()
  await page.waitForURL('**/dashboard/orders/**')
  await expect(page.getByRole('main').getByText('10,000.00').first()).toBeVisible()
  await page.context().close()
})

test('a suspension stops the clock, and staff open a dispute', async ({ browser }) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const order = await placeOrder(brand, (await newPack(creator)).id)
  await fund(order)
  await must(creator.client.rpc('accept_order', { order_id: order.id }))
  const staff = await demo('staff')
  await must(staff.client.rpc('suspend_profile', { profile_id: brand.id }))

  const page = await openAs(browser, creator)
  await page.goto(`/dashboard/orders/${order.id}`)
  await expect(page.getByText('The clock of this order is paused')).toBeVisible()
  await expect(page.getByText('(5 days left)')).toBeVisible()
  await expect(page.getByText('Clock stopped')).toBeVisible()
  await page.context().close()

  const suspended = await openAs(browser, brand)
  await suspended.goto(`/dashboard/orders/${order.id}`)
  const next = suspended.getByRole('region', { name: 'The work is under way' })
  await expect(next.getByRole('button')).toHaveText(['Open a dispute'])
  await suspended.context().close()

  const desk = await openAs(browser, staff)
  await desk.goto('/dashboard/staff/disputes')
  await desk.getByRole('button', { name: 'Open a dispute' }).click()
  await dialog(desk).getByLabel('Order', { exact: true }).fill(`/dashboard/orders/${order.id}`)
  await dialog(desk).getByLabel('Why the order has to stop').fill('The brand is suspended.')
  await dialog(desk).getByRole('button', { name: 'Open a dispute' }).click()
  await expect(desk.getByRole('article').filter({ hasText: creator.name })).toBeVisible()
  await desk.goto(`/dashboard/orders/${order.id}`)
  await expect(desk.getByText('Dispute opened')).toBeVisible()
  await expect(desk.getByText('The brand is suspended.')).toBeVisible()
  await desk.context().close()
})
