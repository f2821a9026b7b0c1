import { newDeal, newOrder } from './support/deals.ts'
import { expect, test, type Page } from './support/test.ts'
import { must, newMember, newPack, newPair } from './support/members.ts'
import { answer, expectNoSidewaysScroll } from './support/screen.ts'

test('an action that would be refused keeps its button, disabled and with the reason @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const pack = await newPack(creator, 'A thread without changes', { revisions: 0 })
  const { id } = await newOrder('delivered', brand, creator, pack.id)
  const page = await visit(brand, { viewport: { width: 390, height: 844 } })
  await page.goto(`/dashboard/orders/${id}`)
  const refused = page.getByRole('button', { name: 'Request changes' })
  await expect(refused).toBeDisabled()
  await expect(refused).toHaveAccessibleDescription('All revisions of this order are used.')
  await refused.focus()
  await expect(refused).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Need more time' })).toBeEnabled()
  await expectNoSidewaysScroll(page, 'the page of an order')
})

/** Opens the dialog of an action on a page without live changes, so that it becomes out of date; returns its button. */
async function oldDialog(page: Page, orderId: string, act: string) {
  await page.routeWebSocket(/realtime/, () => {})
  await page.goto(`/dashboard/orders/${orderId}`)
  await page.getByRole('button', { name: act }).click()
  return page.getByRole('dialog').getByRole('button', { name: act })
}

test('agreeing to cancel on an outdated screen requests nothing @detail', async ({ visit }) => {
  const { brand, creator, order } = await newDeal('accepted')
  const order_id = order.id
  await must(brand.client.rpc('cancel_order', { order_id, reason: 'Another day.' }))
  const page = await visit(creator)
  const agree = await oldDialog(page, order_id, 'Agree to cancel')
  await must(brand.client.rpc('withdraw_cancellation', { order_id }))
  await agree.click()
  await expect(page.getByText('The order does not end by this')).toBeVisible()
  const { data } = await creator.client.from('pack_orders').select().eq('id', order_id).single()
  expect(data).toMatchObject({ status: 'in_progress', cancel_requested_by: null })
})

test('cancelling on an outdated screen requests nothing @detail', async ({ visit }) => {
  const { brand, creator, order } = await newDeal('paid')
  const order_id = order.id
  const page = await visit(brand)
  const cancel = await oldDialog(page, order_id, 'Cancel order')
  await must(creator.client.rpc('accept_order', { order_id }))
  await cancel.click()
  await expect(page.getByText('The order does not end by this')).toBeVisible()
  const { data } = await brand.client.from('pack_orders').select().eq('id', order_id).single()
  expect(data).toMatchObject({ status: 'in_progress', cancel_requested_by: null })
})

test('work that the brand has not seen cannot be accepted on an outdated screen @detail', async ({
  visit,
}) => {
  const { brand, creator, order } = await newDeal('delivered')
  const order_id = order.id
  const page = await visit(brand)
  const accept = await oldDialog(page, order_id, 'Accept work')
  await must(brand.client.rpc('request_revision', { order_id, note: 'The logo is wrong.' }))
  const links = ['https://example.test/2']
  await must(creator.client.rpc('deliver_order', { order_id, note: 'Another.', links }))
  await accept.click()
  await expect(page.getByText('The creator has sent other work meanwhile')).toBeVisible()
  const { data } = await brand.client.from('pack_orders').select().eq('id', order_id).single()
  expect(data).toMatchObject({ status: 'delivered' })
})

test('the button of a form that is refused has the focus again @detail', async ({ visit }) => {
  const creator = await newMember('kol')
  const page = await visit(creator)
  await page.goto('/dashboard/packs')
  await page.getByRole('button', { name: 'New pack' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill('A thread')
  await form.getByLabel('Price').fill('250')
  const refuse = answer(422, { code: '23514', message: 'packs_tiers_rising' })
  await page.route(/rest\/v1\/packs/, (route) =>
    route.request().method() === 'POST' ? refuse(route) : route.continue(),
  )
  const create = form.getByRole('button', { name: 'Create pack' })
  await create.click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(create).toBeFocused()
})
