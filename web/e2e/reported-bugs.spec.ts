import { expect, test, type Page } from './support/test.ts'
import { randomUUID } from 'node:crypto'
import { rows } from './support/database.ts'
import { demo, follow, fund, must, newMember, newPack, newPair } from './support/members.ts'

// Bugs that people reported on the running product, one test each.

const PHONE = { viewport: { width: 390, height: 844 } }
const main = (page: Page) => page.getByRole('main')
const toasts = (page: Page) => page.locator('.Toastify__toast')

test('an order page shows the requested change at once, without a toast @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const { id: pack_id } = await newPack(creator)
  const brief = 'As on https://example.test/brand-guide, please.'
  const order = (await must(
    brand.client.rpc('place_order', { pack_id, brief, idempotency_key: randomUUID() }),
  )) as { id: string; price_minor: number; currency: string; pack_title: string }
  const order_id = order.id
  await fund(order)
  await must(creator.client.rpc('accept_order', { order_id }))
  const page = await visit(creator)
  await page.goto(`/dashboard/orders/${order_id}`)
  await expect(page.getByRole('heading', { level: 1, name: order.pack_title })).toBeVisible()
  const links = ['https://example.test/1']
  await must(creator.client.rpc('deliver_order', { order_id, note: 'Done', links }))
  // The delivery arrived live, so the page is connected before the next change.
  await expect(page.getByRole('region', { name: 'is looking at your work' })).toBeVisible()
  await must(brand.client.rpc('request_revision', { order_id, note: 'Name the audit firm.' }))

  const next = page.getByRole('region', { name: `${brand.name} asked for changes` })
  await expect(next.getByText('Name the audit firm.')).toBeVisible()
  await expect(next.getByText(`${brand.name} wrote`)).toBeVisible()
  await expect(
    main(page).getByRole('link', { name: 'https://example.test/brand-guide' }),
  ).toHaveAttribute('href', 'https://example.test/brand-guide')
  // The reader saw the change on this page, so there is no toast and its notification is marked as read.
  const unread = () =>
    must(
      creator.client
        .from('notifications')
        .select('id')
        .eq('event', 'revision_requested')
        .eq('read', false),
    )
  await expect.poll(unread).toEqual([])
  await expect(toasts(page)).toHaveCount(0)
})

test('on a phone the back button closes an open dialog or menu', async ({ visit }) => {
  const page = await visit(await demo('brand'), PHONE)
  const open = () => new URL(page.url()).pathname + new URL(page.url()).search
  const dialog = page.getByRole('dialog')
  await page.goto('/dashboard')
  await follow(page, '/dashboard/orders')
  const more = page.getByRole('button', { name: 'More' })
  await more.click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect(open()).toBe('/dashboard/orders')

  await more.click()
  await dialog.getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()

  await follow(page, '/dashboard/discover')
  const filters = page.getByRole('button', { name: /^Filters/ })
  await filters.click()
  await dialog.getByText('YouTube', { exact: true }).click()
  await expect.poll(open).toContain('platforms=youtube')
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect(open(), 'the filter is kept').toContain('platforms=youtube')

  const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflowY)
  await page.getByRole('button', { name: 'Save this search' }).click()
  await expect(dialog).toBeVisible()
  await expect.poll(overflow, 'the page behind a dialog does not scroll').toBe('hidden')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(overflow).not.toBe('hidden')
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull()
  expect(open()).toContain('platforms=youtube')
})

test('a brand that may not buy yet reads why beside the packs @detail', async ({ visit }) => {
  const [brand, creator] = await newPair()
  await newPack(creator, 'One thread')
  await rows('update public.profiles set is_approved = false where id = $1', [brand.id])
  const page = await visit(brand)
  await page.goto(`/dashboard/kol-profile/${creator.id}`)
  const buy = page.getByRole('button', { name: 'Buy this pack: One thread' })
  await expect(buy).toHaveAccessibleDescription(/^You can buy once/)
  await expect(page.getByText(/^You can buy once/)).toBeVisible()
})

test('choosing another sort order scrolls to the first result, and a link skips the filters @detail', async ({
  visit,
}) => {
  const page = await visit(await demo('brand'), PHONE)
  await page.goto('/dashboard/discover')
  const results = main(page).getByRole('article')
  await expect(results.nth(3)).toBeVisible()
  await expect(main(page).getByText(/^A few ratings count less than many/)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
  await follow(page, '/dashboard/discover')
  // Changes the sort order by script, because a click would scroll to the field.
  await page.getByRole('combobox', { name: 'Sort' }).evaluate((box) => {
    ;(box as HTMLSelectElement).value = 'newest'
    box.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

  const skip = page.getByRole('link', { name: 'Skip to the creators' })
  await skip.focus()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('#results') !== null)).toBe(true)
})

test('discovery is narrowed by price and time of delivery, and a saved search keeps both @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  await newPack(creator) // 250 dollars, five days
  const page = await visit(brand, PHONE)
  await page.goto(`/dashboard/discover?q=${encodeURIComponent(creator.name)}`)
  const found = main(page).getByRole('article')
  await expect(found).toHaveCount(1)
  await page.getByRole('button', { name: /^Filters/ }).click()
  const drawer = page.getByRole('dialog')
  const price = drawer.getByRole('group', { name: 'Price' })
  await price.getByLabel('Highest').fill('249.99')
  await expect(found, 'too dear').toHaveCount(0)
  await price.getByLabel('Highest').fill('2.5.0')
  await expect(drawer.getByText('Please enter an amount, for example 12.50.')).toBeVisible()
  await price.getByLabel('Highest').fill('250')
  await expect(found).toHaveCount(1)
  await drawer.getByLabel('Delivery').selectOption('Within 3 days')
  await expect(found, 'too slow').toHaveCount(0)
  await drawer.getByLabel('Delivery').selectOption('Within 7 days')
  await expect(found).toHaveCount(1)
  await price.getByLabel('Lowest').fill('100')
  await price.getByLabel('Lowest').press('Enter')
  await expect.poll(() => page.url()).toContain('min_price=100&max_price=250&days=7')
  await drawer.getByRole('button', { name: 'Show creators' }).click()
  await expect(drawer).toBeHidden()

  await main(page).getByRole('button', { name: 'Remove filter: From $100.00' }).click()
  await expect.poll(() => page.url()).not.toContain('min_price')
  await page.getByRole('button', { name: 'Save this search' }).click()
  await page.getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await follow(page, '/dashboard/saved-searches')
  const kept = main(page).getByRole('list').filter({ hasText: 'Up to $250.00' }).last()
  await expect(kept).toContainText('Within 7 days')

  const later = await newMember('kol')
  await newPack(later)
  await must(later.client.from('profiles').update({ bio: creator.name }).eq('id', later.id))
  await follow(page, '/dashboard/notifications')
  await expect(main(page).getByText(later.name).first()).toBeVisible()
})
