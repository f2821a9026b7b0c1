import { expect, test } from '@playwright/test'
import { newMember, newPack, openAs, placeOrder } from './support/members.ts'

test('an unpaid order is cancelled by its brand, and its pack is bought again', async ({
  browser,
}) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const pack = await newPack(creator)
  const order = await placeOrder(brand, pack.id)
  const page = await openAs(browser, brand)
  await page.goto(`/dashboard/orders/${order.id}`)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Nothing was paid, so nothing returns.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByRole('heading', { name: 'Cancelled', exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Buy again' }).click()
  await expect(dialog.getByText(pack.title)).toBeVisible()
  await expect(dialog.getByLabel('Message')).toHaveValue('Be kind.')
  await expect(dialog.getByLabel('Goal')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/kol-profile/${creator.id}$`))
  await page.context().close()
})
