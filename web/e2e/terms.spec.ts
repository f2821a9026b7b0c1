import { expect, test, type Locator } from './support/test.ts'
import { newCampaign } from './support/deals.ts'
import { must, newPack, newPair } from './support/members.ts'
import { content, dialog, orderStep } from './support/screen.ts'

const row = (place: Locator, name: string) =>
  place.getByRole('alert').getByRole('row').filter({ hasText: name })

test('a brand confirms a price that the creator changed while the brief was written @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const pack = await newPack(creator)
  const page = await visit(brand)
  await page.goto(`/dashboard/kol-profile/${creator.id}`)
  await page.getByRole('link', { name: `Buy this pack: ${pack.title}` }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const brief = 'Explain our staking product to people who never staked.'
  await page.getByLabel('Task').fill(brief)
  await orderStep(page, 'Payment')

  const changes = { price_minor: 900_000, revisions: 0 }
  await must(creator.client.from('packs').update(changes).eq('id', pack.id).select('id'))
  await page.getByRole('button', { name: /^Order and pay \$/ }).click()

  await expect(content(page).getByText('The terms have changed')).toBeVisible()
  await expect(page.getByText('An unexpected error occurred')).toBeHidden()
  await expect(row(content(page), 'Price')).toContainText('250.00')
  await expect(row(content(page), 'Price')).toContainText('9,000.00')
  await expect(row(content(page), 'Revisions').getByRole('cell')).toHaveText(['1', '0'])
  await expect(row(content(page), 'Delivery')).toHaveCount(0)
  await expect(page.getByText(brief)).toBeVisible()
  const orders = () =>
    must(brand.client.from('pack_orders').select('price_minor, brief').eq('brand_id', brand.id))
  expect(await orders()).toEqual([])

  await page.setViewportSize({ width: 320, height: 700 })
  const table = content(page).getByRole('table')
  expect(await table.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
  await content(page).getByRole('button', { name: 'Order on the new terms' }).click()
  await page.waitForURL('**/pay/**')
  expect(await orders()).toEqual([{ price_minor: 900_000, brief }])
})

test('a brand confirms the new price of an application that was sent again @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const id = await newCampaign(brand, {
    budget_minor: 1_000_000,
    filters: { searchTerm: creator.name },
  })
  const apply = (price_minor: number) =>
    must(creator.client.rpc('apply_to_campaign', { campaign_id: id, price_minor }))
  const application = await apply(50_000)
  const page = await visit(brand)
  await page.goto(`/dashboard/campaigns/${id}`)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()

  await must(creator.client.rpc('withdraw_application', { application_id: application.id }))
  await apply(1_000_000)
  await dialog(page).getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(row(dialog(page), 'Price')).toContainText('500.00')
  await expect(row(dialog(page), 'Price')).toContainText('10,000.00')
  await dialog(page).getByRole('button', { name: 'Accept the new terms' }).click()
  await page.waitForURL('**/dashboard/orders/**')
  await expect(page.getByRole('main').getByText('10,000.00').first()).toBeVisible()
})
