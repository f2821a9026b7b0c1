import { expect, test, type Page } from './support/test.ts'
import { randomUUID } from 'node:crypto'
import { newCampaign, newOrder } from './support/deals.ts'
import {
  demo,
  follow,
  must,
  narrowInvite,
  newMember,
  newPack,
  newPair,
  service,
  write,
} from './support/members.ts'
import { button, content, dialog, toast } from './support/screen.ts'

test('a creator reports a message and blocks its sender, and staff close the report @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const words = `Send me coins ${randomUUID().slice(0, 8)}`
  await write(brand, creator, words)
  const page = await visit(creator)
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

  const staff = await visit(await demo('staff'))
  await staff.goto(`/dashboard/staff/reports?q=${encodeURIComponent(brand.name)}`)
  const report = content(staff).getByRole('article').filter({ hasText: 'It asks for coins.' })
  await expect(report).toBeVisible()
  await expect(content(staff).getByText(words)).toHaveCount(0)
  // The key "o" opens the case, not the page of the member whose name comes first.
  await button(report, 'See the conversation').press('o')
  await expect(dialog(staff).getByText('Other reports about the sender')).toBeVisible()
  await expect(dialog(staff).getByText(words)).toBeVisible()
  await staff.keyboard.press('Escape')
  // A report stays in the list after its sender is suspended, so the button can be pressed again.
  for (const said of [/^Suspended$/, 'Suspended already: nothing has changed.']) {
    await button(report, 'Suspend').click()
    await dialog(staff).getByLabel('What happened').fill('Asks for coins.')
    await button(dialog(staff), 'Suspend').click()
    await expect(toast(staff, said)).toBeVisible()
  }
  await button(report, 'Close report').click()
  await dialog(staff).getByLabel('What you decided').fill('Warned.')
  await button(dialog(staff), 'Close report').click()
  await expect(report).toHaveCount(0)
})

test('staff verify, suspend and reinstate a member, and make an invite', async ({ visit }) => {
  const creator = await newMember('kol')
  const page = await visit(await demo('staff'))
  await page.goto('/dashboard/staff/members')
  const next = page.waitForResponse(/staff_list\?.*after=/)
  await button(content(page), 'Show more').click()
  expect((await next).ok(), 'a list goes on after its first page').toBe(true)
  await page.getByRole('searchbox', { name: 'Find a member by name' }).fill(creator.name)
  const row = content(page).getByRole('listitem').filter({ hasText: creator.name })
  // Waits until the list shows the search result: until then this member may appear in the rows of the whole list.
  await expect(content(page).getByText('1 in all')).toBeVisible()
  await button(row, `Verify: ${creator.name}`).click()
  await expect(button(row, `Verify: ${creator.name}`)).toHaveCount(0)
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

  await follow(page, '/dashboard/staff/invites')
  await button(content(page), 'New invite').first().click()
  await button(dialog(page), 'Create invite').click()
  const code = await dialog(page).locator('output').textContent()
  await button(dialog(page), 'Close').last().click()
  await expect(content(page).getByText(code ?? '')).toBeVisible()
})

test('staff open a member with a reason, write a note, and find both in the audit log @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  await newOrder('paid', brand, creator)
  const page = await visit(await demo('staff'))
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rpc/staff_list')) asked.push(request.url())
  })
  await page.goto(`/dashboard/staff/members?q=${creator.id}`)
  await expect(content(page).getByText('1 in all')).toBeVisible()
  expect(asked.length).toBeLessThanOrEqual(2)
  await content(page).getByRole('link', { name: creator.name }).click()
  await expect(content(page).getByRole('heading', { name: creator.name })).toBeVisible()
  await content(page).getByLabel('Why you look').fill('They asked about their order.')
  await button(content(page), 'Look at what is private').click()
  await expect(content(page).getByText(brand.name).first()).toBeVisible()
  await button(content(page), 'Write a note').click()
  await dialog(page).getByRole('textbox').fill('Asked by mail.')
  await button(dialog(page), 'Write a note').click()
  await expect(content(page).getByText('Asked by mail.')).toBeVisible()
  await page.reload()
  // A reason that was given is valid for an hour.
  await expect(content(page).getByText('Asked by mail.')).toBeVisible()
  await expect(content(page).getByText('reason: They asked about their order.')).toBeVisible()
})

test('staff move through a list by keys, and approve several members at once', async ({
  visit,
}) => {
  const name = `Walker ${randomUUID().slice(0, 8)}`
  // Creates the members one after the other, because the list is sorted by their waiting time.
  for (const at of [0, 1, 2]) {
    const { client, id } = await newMember('kol', { approved: false })
    await must(
      client
        .from('profiles')
        .update({ display_name: `${name} ${at}` })
        .eq('id', id),
    )
  }
  const page = await visit(await demo('staff'))
  await page.goto(`/dashboard/staff?q=${encodeURIComponent(name)}`)
  await expect(content(page).getByText('3 in all')).toBeVisible()
  // After a load the list's section has the focus, so its keys work at once.
  await page.keyboard.press('j')
  await expect(
    content(page)
      .getByRole('listitem')
      .filter({ hasText: `${name} 0` }),
  ).toBeFocused()
  await content(page)
    .getByRole('button', { name: /^Approve/ })
    .first()
    .press('Enter')
  await expect(content(page).getByText('2 in all')).toBeVisible()
  // When the row of the focused button is removed, the focus moves to the row that takes its place.
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await button(content(page), 'Approve 2').click()
  await button(dialog(page), 'Approve').click()
  await expect(toast(page, '2 members are on the market now.')).toBeVisible()
  await expect(content(page).getByText('Nothing found')).toBeVisible()

  // The help text lists only keys that have an effect in this list.
  const keys = content(page).getByText('With the focus in this list')
  await follow(page, '/dashboard/staff/members')
  await expect(keys).toHaveText(/: j next, k before, o open$/, { useInnerText: true })
  await follow(page, '/dashboard/staff/names')
  await expect(keys).toHaveText(/: j next, k before$/, { useInnerText: true })
})

test('staff have no actions in the dispute of a member whom they invited, and read the reason @detail', async ({
  visit,
}) => {
  const invite = await narrowInvite()
  const [brand, creator] = await Promise.all([newMember('brand', { invite }), newMember('kol')])
  const title = `Disputed ${randomUUID().slice(0, 8)}`
  await newOrder('disputed', brand, creator, (await newPack(creator, title)).id)
  const page = await visit(await demo('staff'))
  await page.goto(`/dashboard/staff/disputes?q=${encodeURIComponent(title)}`)
  const dispute = content(page).getByRole('article').filter({ hasText: title })
  await expect(
    dispute.getByText('You invited one of its sides or are close to one: another member'),
  ).toBeVisible()
  await expect(dispute.getByRole('link', { name: 'Look at the order' })).toBeVisible()
  await expect(dispute.getByRole('button')).toHaveCount(0)
})

test('a chargeback freezes a brand until staff lift the freeze @detail', async ({ visit }) => {
  const [brand, creator] = await newPair()
  const order = await newOrder('paid', brand, creator)
  const page = await visit(brand)
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
  await follow(page, `/dashboard/orders/${order.id}`)
  await expect(banner).toBeVisible()
  // The order is paused until the bank and then staff have decided; both sides see that.
  const sellers = await visit(creator)
  await sellers.goto(`/dashboard/orders/${order.id}`)
  for (const side of [page, sellers]) {
    await expect(
      content(side).getByRole('heading', { name: 'The payment is in question' }),
    ).toBeVisible()
    await expect(content(side).getByText(/^The clock of this order is paused/)).toBeVisible()
  }
  await expect(content(sellers).getByRole('button', { name: 'Accept order' })).toHaveCount(0)
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
  await expect(content(page).getByText('Cancelled').first()).toBeVisible()

  const staff = await visit(await demo('staff'))
  await staff.goto('/dashboard/staff/chargebacks')
  const row = content(staff).getByRole('listitem').filter({ hasText: brand.name })
  await expect(row.getByText('Frozen')).toBeVisible()
  await expect(row.getByText('Borne by the payer: $100.00 · by us: $0.00')).toBeVisible()
  await button(row, 'Lift freeze').click()
  await dialog(staff).getByLabel('Why').fill('The bank made a mistake.')
  await button(dialog(staff), 'Lift freeze').click()
  await expect(row.getByText('Frozen')).toHaveCount(0)

  await follow(page, '/dashboard/payments')
  await expect(banner).toHaveCount(0)
  await button(content(page), 'Return to my card').click()
  await expect(dialog(page).getByText('At most $150.00')).toBeVisible()
  await button(dialog(page), 'Return the money').click()
  await expect(toast(page, 'The refund is requested. It is sent back to you next.')).toBeVisible()
})

test('a creator who was invited to a campaign applies and withdraws, and the brand follows a link and closes the campaign', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const id = await newCampaign(brand)
  const page = await visit(creator)
  await page.goto(`/dashboard/campaigns/${id}`)
  await must(brand.client.from('shortlist').insert({ creator_id: creator.id }).select())
  const owner = await visit(brand)
  await owner.goto(`/dashboard/campaigns/${id}`)
  await button(content(owner), 'Invite creators').click()
  await button(dialog(owner), `Invite: ${creator.name}`).click()
  await expect(button(dialog(owner), `Invited: ${creator.name}`)).toBeFocused()
  await owner.keyboard.press('Escape')
  await expect(content(page).getByText('You are invited')).toBeVisible()
  await page.getByLabel(/^Price/).fill('400')
  await expect(content(page).getByText('You receive $360.00 after our fee of 10 %.')).toBeVisible()
  await page.getByLabel('Why you').fill('As on https://example.test/before, again.')
  await button(content(page), 'Apply').click()
  const link = (of: Page) => content(of).getByRole('link', { name: 'https://example.test/before' })
  await expect(link(page)).toHaveAttribute('href', 'https://example.test/before')
  await expect(link(owner)).toHaveAttribute('href', 'https://example.test/before')
  await button(content(page), 'Withdraw').click()
  await button(dialog(page), 'Withdraw').click()
  await expect(button(content(page), 'Withdraw')).toHaveCount(0)
  await button(content(owner), 'Close campaign').click()
  await button(dialog(owner), 'Close campaign').click()
  await expect(content(owner).getByText('Closed').first()).toBeVisible()
})
