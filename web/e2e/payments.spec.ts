import { readFile } from 'node:fs/promises'
import { expect, test } from './support/test.ts'
import { newDeal, newOrder } from './support/deals.ts'
import { demo, fund, newPack, newPair, placeOrder } from './support/members.ts'
import { rows } from './support/database.ts'
import { answer, content, expectNoSidewaysScroll } from './support/screen.ts'

test('a member finds and filters moves of money, and saves them as CSV with the balance after each', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const { id: other } = await newPack(creator, 'A video about bridges', { price_minor: 30_000 })
  await newOrder('completed', brand, creator)
  await newOrder('cancelled', brand, creator, other)
  await fund({ ...(await placeOrder(brand, other)), price_minor: 15_000 })
  const page = await visit(brand, { viewport: { width: 390, height: 844 } })
  await page.goto('/dashboard/payments')
  await expect(page.getByRole('region', { name: 'Arrived, not assigned' })).toContainText('$150.00')
  const listed = page.getByRole('region', { name: 'Every move' }).getByRole('listitem')
  const moves = listed.filter({ hasText: 'Order K-' })
  await expect(moves).toHaveCount(4)
  await expect(moves.first()).toContainText('A video about bridges')
  await expect(moves.first()).toContainText('Balance $300.00')
  await expectNoSidewaysScroll(page, 'moves of money')

  await page.getByRole('searchbox').fill('VIDEO')
  await expect(moves).toHaveCount(2)
  await page.getByLabel('Kind').selectOption('Refunds')
  await expect(moves).toHaveCount(1)
  await page.reload()
  await expect(moves).toHaveCount(1)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const [head, row, end] = (await readFile(await (await saved).path(), 'utf8')).split('\r\n')
  expect(head).toBe(
    '"time","event","order","pack","with","currency","wallet","escrow","pending","available","in_transit","fee","card","balance","chain"',
  )
  expect(row).toMatch(
    /"Refund","K-\w+","A video about bridges",".+","USD",300\.00,-300\.00,0\.00,0\.00,0\.00,0\.00,0\.00,300\.00,0\.00$/,
  )
  expect(end).toBe('')

  await page.getByLabel('First day').fill('2099-01-01')
  await expect(page.getByText('Nothing found')).toBeVisible()

  await rows('update public.profiles set frozen_at = now() where id = $1', [brand.id])
  await page.reload()
  await expect(content(page).getByText('It stays here while your account is frozen')).toBeVisible()
})

test('a creator follows earnings by brand with the keyboard, and staff the market @detail', async ({
  visit,
}) => {
  const { brand, creator } = await newDeal('completed')
  const page = await visit(creator, { viewport: { width: 390, height: 844 } })
  await page.goto('/dashboard/payments')
  await page.getByRole('link', { name: 'Over time' }).click()
  await page.getByLabel('Show').selectOption('By brand')
  const name = new RegExp(brand.name)
  const slider = content(page).getByRole('slider', { name })
  await expect(slider).toHaveAttribute('aria-valuetext', /: \$225\.00$/)
  await slider.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', /: \$0\.00$/)
  await page.getByText('As a table').click()
  await expect(page.getByRole('table', { name }).getByRole('row')).toHaveCount(12)
  await page.getByLabel('Time').selectOption('26 weeks')
  await expect(page.getByRole('table', { name }).getByRole('row')).toHaveCount(26)
  await expectNoSidewaysScroll(page, 'figures')

  const staff = await visit(await demo('staff'), { viewport: { width: 390, height: 844 } })
  await staff.goto('/dashboard/staff/figures')
  const volume = content(staff).getByRole('slider', { name: /Volume.*USD\)/ })
  await expect(volume).toHaveAttribute('aria-valuetext', /: \$[\d,]+\.00$/)
  await expectNoSidewaysScroll(staff, 'figures of the market')
})

test('a creator reads how long a brand takes to pay where the creator decides @detail', async ({
  visit,
}) => {
  const { creator, order } = await newDeal('paid')
  const page = await visit(creator, { viewport: { width: 390, height: 844 } })
  await page.goto(`/dashboard/orders/${order.id}`)
  const decide = page
    .getByRole('region', { name: /accept/i })
    .or(content(page))
    .first()
  await expect(decide.getByText("This brand's days to pay")).toBeVisible()
  await expect(decide.getByText(/Not known yet/)).toBeVisible()
  await page.route('**/rpc/days_to_pay*', answer(200, [{ days: 8.5, orders: 12, creators: 7 }]))
  await page.reload()
  await expect(decide.getByText('8.5 days')).toBeVisible()
  await expect(decide.getByText(/12 orders, 7 creators/)).toBeVisible()
})
