import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import {
  demo,
  fund,
  must,
  narrowInvite,
  newMember,
  newPack,
  openAs,
  placeOrder,
  service,
  write,
} from './support/members.ts'
import { toast } from './support/screen.ts'

const content = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const button = (place: Page | ReturnType<Page['locator']>, name: string) =>
  place.getByRole('button', { name, exact: true })

test('a message is reported, its sender blocked, and staff close the report', async ({
  browser,
}) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const words = `Send me coins ${randomUUID().slice(0, 8)}`
  await write(brand, creator, words)
  const page = await openAs(browser, creator)
  await page.goto(`/dashboard/messages/${brand.id}`)

  await content(page).getByText(words).last().hover()
  await button(content(page), 'Message actions').click()
  await page.getByRole('menuitem', { name: 'Report to staff' }).click()
  await dialog(page).getByLabel('What is wrong with it?').fill('It asks for coins.')
  await button(dialog(page), 'Report').click()
  await expect(toast(page, 'Reported. Our staff will look at it.')).toBeVisible()

  const more = button(content(page), 'Conversation actions')
  await more.click()
  await page.getByRole('menuitem', { name: 'Block', exact: true }).click()
  await expect(
    page.getByText('You blocked this member. Unblock them to write again.'),
  ).toBeVisible()
  await more.click()
  await page.getByRole('menuitem', { name: 'Unblock', exact: true }).click()
  await expect(page.getByText('You blocked this member.')).toHaveCount(0)
  await page.context().close()

  const staff = await openAs(browser, await demo('staff'))
  await staff.goto('/dashboard/staff/reports')
  const report = content(staff).getByRole('article').filter({ hasText: words })
  await button(report, 'Close report').click()
  await dialog(staff).getByLabel('What you decided').fill('Warned.')
  await button(dialog(staff), 'Close report').click()
  await expect(report).toHaveCount(0)
  await staff.context().close()
})

test('staff verify, suspend and let back in, and make an invite', async ({ browser }) => {
  const creator = await newMember('kol')
  const page = await openAs(browser, await demo('staff'))
  await page.goto('/dashboard/staff/members')
  await page.getByRole('searchbox', { name: 'Find a member by name' }).fill(creator.name)
  const row = content(page).getByRole('listitem').filter({ hasText: creator.name })
  await button(row, 'Verify').click()
  await expect(button(row, 'Verify')).toHaveCount(0)
  await button(row, 'Suspend').click()
  await button(dialog(page), 'Suspend').click()
  await expect(dialog(page).getByText('Give the reason.')).toBeVisible()
  await dialog(page).getByLabel('Reason').selectOption('Spam')
  await dialog(page).getByLabel('What happened; the member reads it').fill('Forty messages.')
  await button(dialog(page), 'Suspend').click()
  await expect(row.getByText('Suspended')).toBeVisible()
  await button(row, 'Let back in').click()
  await dialog(page).getByLabel('Why; the audit keeps it').fill('They are sorry.')
  await button(dialog(page), 'Let back in').click()
  await expect(row.getByText('On the market')).toBeVisible()

  await page.goto('/dashboard/staff/invites')
  await button(content(page), 'New invite').first().click()
  await button(dialog(page), 'Create invite').click()
  const code = await dialog(page).locator('output').textContent()
  await button(dialog(page), 'Close').last().click()
  await expect(content(page).getByText(code ?? '')).toBeVisible()
  await page.context().close()
})

test('staff rule on a dispute', async ({ browser }) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const title = `Disputed ${randomUUID().slice(0, 8)}`
  const order = await placeOrder(brand, (await newPack(creator, title)).id)
  await fund(order)
  await must(creator.client.rpc('accept_order', { order_id: order.id }))
  await must(brand.client.rpc('open_dispute', { order_id: order.id, reason: 'Nothing came.' }))
  const page = await openAs(browser, await demo('staff'))
  await page.goto('/dashboard/staff/disputes')
  const dispute = content(page).getByRole('article').filter({ hasText: title })
  // Nobody rules before both have spoken, nor without having read the case.
  await expect(dispute.getByText('Staff rule once both sides have spoken')).toBeVisible()
  await expect(button(dispute, 'Rule')).toHaveCount(0)
  for (const { client } of [brand, creator])
    await must(client.rpc('answer_dispute', { order_id: order.id, body: 'As I said.' }))
  await page.reload()
  await expect(dispute.getByText('Read the case of this dispute first.')).toBeVisible()
  await dispute.getByRole('link', { name: 'Look at the order' }).click()
  await expect(content(page).getByText('This is written down.')).toBeVisible()
  await page.goBack()
  await button(dispute, 'Read the case').click()
  await expect(dialog(page).getByText('Nothing came.')).toBeVisible()
  await page.keyboard.press('Escape')
  await button(dispute, 'Rule').click()
  await button(dialog(page), 'Rule').click()
  await expect(dialog(page).getByText('Choose', { exact: true }).last()).toBeVisible()
  await button(dialog(page), '50 %').click()
  await expect(dialog(page).getByLabel('For the creator, of $250.00')).toHaveValue('125.00')
  await dialog(page).getByLabel('For the creator, of $250.00').fill('100')
  await dialog(page).getByLabel('What was found').selectOption('Partly as agreed')
  await dialog(page).getByLabel('What decides').selectOption('What was to be made')
  await dialog(page).getByLabel('Why').fill('Half of it was done.')
  await button(dialog(page), 'Rule').click()
  await expect(dispute).toHaveCount(0)
  const ruled = await must(
    brand.client
      .from('pack_orders')
      .select('status, creator_share_minor')
      .eq('id', order.id)
      .single(),
  )
  // It is paid when nobody can appeal any more.
  expect(ruled).toEqual({ status: 'ruled', creator_share_minor: 10_000 })
  await page.context().close()
})

test('staff are not offered the case of somebody they invited, and read why', async ({
  browser,
}) => {
  const invite = await narrowInvite()
  const [brand, creator] = await Promise.all([newMember('brand', { invite }), newMember('kol')])
  const title = `Disputed ${randomUUID().slice(0, 8)}`
  const order = await placeOrder(brand, (await newPack(creator, title)).id)
  await fund(order)
  await must(creator.client.rpc('accept_order', { order_id: order.id }))
  await must(brand.client.rpc('open_dispute', { order_id: order.id, reason: 'Nothing came.' }))
  const page = await openAs(browser, await demo('staff'))
  await page.goto('/dashboard/staff/disputes')
  const dispute = content(page).getByRole('article').filter({ hasText: title })
  await expect(
    dispute.getByText('You invited one of its sides or are close to one: another member'),
  ).toBeVisible()
  await expect(dispute.getByRole('link', { name: 'Look at the order' })).toBeVisible()
  await expect(dispute.getByRole('button')).toHaveCount(0)
  await page.context().close()
})

test('a chargeback freezes a brand until staff lift it', async ({ browser }) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const pack = await newPack(creator)
  const order = await placeOrder(brand, pack.id)
  await fund(order)
  const page = await openAs(browser, brand)
  await page.goto('/dashboard/payments')
  const banner = page.getByText(/^A payment of yours was charged back,/)
  await expect(banner).toHaveCount(0)
  const reference = randomUUID()
  await must(
    service().rpc('record_chargeback', {
      provider: 'sandbox',
      provider_ref: reference,
      order_id: order.id,
      amount_minor: 10_000,
      currency: 'USD',
    }),
  )
  await page.goto(`/dashboard/orders/${order.id}`)
  await expect(banner).toBeVisible()
  // The order is paused until the bank has decided, and both sides read it.
  const sellers = await openAs(browser, creator)
  await sellers.goto(`/dashboard/orders/${order.id}`)
  for (const side of [page, sellers]) {
    await expect(
      content(side).getByRole('heading', { name: 'The bank is looking into the payment' }),
    ).toBeVisible()
    await expect(content(side).getByText(/^The clock of this order is paused/)).toBeVisible()
  }
  await expect(content(sellers).getByRole('button', { name: 'Accept order' })).toHaveCount(0)
  await sellers.context().close()
  await must(
    service().rpc('record_provider_dispute', {
      provider: 'sandbox',
      provider_ref: reference,
      dispute_ref: reference,
      status: 'lost',
      amount_minor: 10_000,
      currency: 'USD',
    }),
  )
  await page.reload()
  await expect(content(page).getByText('Cancelled').first()).toBeVisible()

  const staff = await openAs(browser, await demo('staff'))
  await staff.goto('/dashboard/staff/chargebacks')
  const row = content(staff).getByRole('listitem').filter({ hasText: brand.name })
  await expect(row.getByText('Frozen')).toBeVisible()
  await expect(row.getByText('Borne by the payer: $100.00 · by us: $0.00')).toBeVisible()
  await button(row, 'Lift freeze').click()
  await dialog(staff).getByLabel('Why').fill('The bank made a mistake.')
  await button(dialog(staff), 'Lift freeze').click()
  await expect(row.getByText('Frozen')).toHaveCount(0)
  await staff.context().close()

  await page.goto('/dashboard/payments')
  await expect(banner).toHaveCount(0)
  await button(content(page), 'Return to my card').click()
  await expect(dialog(page).getByText('At most $150.00')).toBeVisible()
  await button(dialog(page), 'Return the money').click()
  await expect(toast(page, 'The refund is requested. It is sent back to you next.')).toBeVisible()
  await page.context().close()
})

test('a creator withdraws an application, the brand closes the campaign', async ({ browser }) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const pack = await newPack(creator)
  const id = randomUUID()
  const draft = {
    id,
    brand_id: brand.id,
    title: `Launch ${id.slice(0, 8)}`,
    body: 'A launch needs voices.',
    budget_minor: 100_000,
    currency: 'USD',
    filters: {},
    deadline: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  }
  await must(brand.client.from('campaigns').insert(draft).select('id').single())
  await must(brand.client.rpc('publish_campaign', { campaign_id: id }))
  await must(creator.client.rpc('apply_to_campaign', { campaign_id: id, pack_id: pack.id }))

  const page = await openAs(browser, creator)
  await page.goto(`/dashboard/campaigns/${id}`)
  await button(content(page), 'Withdraw').click()
  await button(dialog(page), 'Withdraw').click()
  await expect(button(content(page), 'Withdraw')).toHaveCount(0)
  await page.context().close()

  const owner = await openAs(browser, brand)
  await owner.goto(`/dashboard/campaigns/${id}`)
  await button(content(owner), 'Close campaign').click()
  await button(dialog(owner), 'Close campaign').click()
  await expect(content(owner).getByText('Closed').first()).toBeVisible()
  await owner.context().close()
})
