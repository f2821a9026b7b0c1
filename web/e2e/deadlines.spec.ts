import { expect, test } from './support/test.ts'
import { newOrder } from './support/deals.ts'
import { newPack, newPair, placeOrder } from './support/members.ts'
import { expectNoSidewaysScroll } from './support/screen.ts'

test('a member reads deadlines, and makes and removes the address of their calendar @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const page = await visit(brand)
  await page.goto('/dashboard/orders')
  await page.getByRole('link', { name: 'Deadlines' }).click()
  await expect(page.getByText('No deadlines')).toBeVisible()
  const pack = await newPack(
    creator,
    'A thread with a rather long title that has to wrap somewhere',
  )
  await placeOrder(brand, pack.id)
  await newOrder('paid', brand, creator, pack.id)
  await page.reload()
  await expect(page.getByText('Your turn')).toBeVisible()
  await page.getByRole('button', { name: 'Make an address' }).click()
  await expect(page.getByLabel('Address')).toHaveValue(/calendar\?secret=[0-9a-f]{48}$/)
  const address = await page.getByLabel('Address').inputValue()
  const answer = await page.request.get(address)
  expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  expect((await answer.text()).match(/BEGIN:VEVENT/g)).toHaveLength(2)
  await expectNoSidewaysScroll(page, 'deadlines')
  await page.getByRole('button', { name: 'Remove the address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the address' }).click()
  await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(404)
})
