import { expect, test } from './support/test.ts'
import { newDeal } from './support/deals.ts'
import { demo, newMember } from './support/members.ts'

// Keys and buttons that are pressed while a page still loads have their effect.

test('the shortcut of the search works as soon as its button is visible', async ({ visit }) => {
  const page = await visit(await newMember('brand'), { loadsAhead: true })
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
})

test('staff open a dispute in a dialog that stays open while the list under it loads @detail', async ({
  visit,
}) => {
  const [{ creator }, other] = await Promise.all([newDeal('disputed'), newDeal('delivered')])
  const address = `/dashboard/orders/${other.order.id}`
  const page = await visit(await demo('staff'), { loadsAhead: true })
  const pressed = Promise.withResolvers<void>()
  await page.route(/rest\/v1\/pack_orders/, async (route) => {
    await pressed.promise
    await route.continue()
  })
  // Texts of refusals load after the first screen; here they never arrive.
  await page.route(/\/refusals/, () => {})
  await page.goto('/dashboard/staff/disputes')
  await page.getByRole('button', { name: 'Open a dispute' }).click()
  const field = page.getByRole('dialog').getByLabel('Order', { exact: true })
  await field.fill(address)
  pressed.resolve()
  await expect(page.getByText(creator.name).first()).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(address)
  await page.getByRole('dialog').getByLabel('Why the order has to stop').fill('It is a swindle.')
  await page.getByRole('dialog').getByRole('button', { name: 'Open a dispute' }).click()
  await expect(page.getByRole('article').filter({ hasText: other.creator.name })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a page stays usable although the code for live updates does not load @detail', async ({
  visit,
}) => {
  const page = await visit(await newMember('brand'), { loadsAhead: true })
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
})

test('a dialog says that its code is loading, and a page whose code does not arrive says so and offers another try', async ({
  visit,
}) => {
  const page = await visit(await newMember('brand'))
  const coming = Promise.withResolvers<void>()
  await page.route(/\/assets\/command-palette-/, async (route) => {
    await coming.promise
    await route.continue()
  })
  let isAway = true
  await page.route(/\/assets\/saved-searches-page-/, (route) =>
    isAway ? undefined : route.continue(),
  )
  await page.clock.install()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Search or go to/ }).click()
  await expect(page.getByText('Opening…')).toBeVisible()
  coming.resolve()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await expect(page.getByText('Opening…')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Saved searches' }).click()
  await page.clock.runFor(4_100)
  await expect(page.getByText('This page is taking longer than usual to load.')).toBeVisible()
  await page.clock.runFor(6_000)
  await expect(page.getByText('There is still no answer.')).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Saved searches', level: 1 })).toBeVisible()
})
