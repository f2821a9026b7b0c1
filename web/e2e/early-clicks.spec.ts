import { expect, test } from '@playwright/test'
import { demo, fund, must, newMember, newPack, openAs, placeOrder } from './support/members.ts'

// Keys and buttons that are pressed while a page still loads have their effect.

test('the key of the search counts as soon as its button is there', async ({ browser }) => {
  const page = await openAs(browser, await newMember('brand'))
  await page.addInitScript(() => {
    const press = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }
    const watch = new MutationObserver(() => {
      const names = [...document.querySelectorAll('button')].map((button) => button.textContent)
      if (!names.some((name) => name.startsWith('Search or go to'))) return
      watch.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', press))
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.context().close()
})

test('a dialog stays while the page under it gets its list', async ({ browser }) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const order = await placeOrder(brand, (await newPack(creator)).id)
  await fund(order)
  await must(creator.client.rpc('accept_order', { order_id: order.id }))
  await must(brand.client.rpc('open_dispute', { order_id: order.id, reason: 'Nothing came.' }))
  const page = await openAs(browser, await demo('staff'))
  const pressed = Promise.withResolvers<void>()
  await page.route(/rest\/v1\/pack_orders/, async (route) => {
    await pressed.promise
    await route.continue()
  })
  // The words of refusals come after the first screen: here not at all.
  await page.route(/\/refusals/, () => {})
  await page.goto('/dashboard/staff/disputes')
  await page.getByRole('button', { name: 'Open a dispute' }).click()
  const field = page.getByRole('dialog').getByLabel('Order', { exact: true })
  await field.fill(order.id)
  pressed.resolve()
  await expect(page.getByText(creator.name).first()).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(order.id)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
})

test('a page stays when what runs beside it does not come', async ({ browser }) => {
  const page = await openAs(browser, await newMember('brand'))
  const failed = page.waitForEvent('requestfailed', (request) => /\/live-/.test(request.url()))
  await page.route(/\/assets\/live-/, (route) => route.abort())
  await page.goto('/dashboard/settings')
  const about = page.getByRole('textbox', { name: 'About' })
  await about.fill('We build bridges.')
  await failed
  await expect(page.getByRole('alert').filter({ hasText: 'You are offline' })).toHaveCount(0)
  await about.press('End')
  await about.pressSequentially(' And roads.')
  await expect(about).toHaveValue('We build bridges. And roads.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
})
