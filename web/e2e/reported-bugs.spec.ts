import { expect, test, type Locator, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { rows } from './support/database.ts'
import {
  demo,
  follow,
  fund,
  must,
  newcomer,
  newMember,
  newPack,
  openAs,
  write,
} from './support/members.ts'
import type { Member } from './support/members.ts'

// Bugs that people reported on the running product, one test each.

const PHONE = { viewport: { width: 390, height: 844 } }
const main = (page: Page) => page.getByRole('main')
const toasts = (page: Page) => page.locator('.Toastify__toast')

/** Writes many messages, half from each side, because of the rate limit. */
async function writeMany(one: Member, other: Member, texts: string[]) {
  const conversation_id = await write(one, other, 'First of all')
  const half = texts.length / 2
  for (const [from, to, part] of [
    [one, other, texts.slice(0, half)],
    [other, one, texts.slice(half)],
  ] as const) {
    const sides = { conversation_id, sender_id: from.id, receiver_id: to.id }
    const messages = part.map((content) => ({ id: randomUUID(), ...sides, content }))
    const { error } = await from.client.from('messages').insert(messages)
    if (error) throw new Error(error.message)
  }
}

/** Inside the list, not covered by what is below it. */
async function expectInSight(log: Locator, text: string) {
  await expect
    .poll(() =>
      log.evaluate((box, wanted) => {
        const found = [...box.querySelectorAll('p')].find((p) => p.textContent === wanted)
        const { top, bottom } = box.getBoundingClientRect()
        const rect = found?.getBoundingClientRect()
        return rect !== undefined && rect.top >= top - 1 && rect.bottom <= bottom + 1
      }, text),
    )
    .toBe(true)
}

test('the newest message of a long conversation stays in sight', async ({ browser }) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const texts = Array.from({ length: 48 }, (_, number) => `Message ${number + 1}`)
  await writeMany(brand, creator, texts)
  const page = await openAs(browser, creator, { ...PHONE, hasTouch: true })
  await page.goto(`/dashboard/messages/${brand.id}`)
  const log = page.getByRole('log')
  await expect(log.getByText('Message 48')).toBeVisible()

  await page.getByLabel('Write a message').fill('My answer')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(log.getByText('My answer')).toBeVisible()
  await expect(log.getByRole('img', { name: 'Sending' })).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await expectInSight(log, 'My answer')
  await write(brand, creator, 'Their answer')
  await expect(log.getByText('Their answer')).toBeVisible()
  await expectInSight(log, 'Their answer')

  await test.step('also when a file is chosen and the connection goes', async () => {
    const file = { name: 'brief.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByText('brief.txt')).toBeVisible()
    await expectInSight(log, 'Their answer')
    await page.context().setOffline(true)
    await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible()
    await expectInSight(log, 'Their answer')
    await page.context().setOffline(false)
  })

  await test.step('older ones come as one scrolls up, and the place is kept', async () => {
    await log.evaluate((box) => box.scrollTo(0, 0))
    await expect(log.getByText('First of all')).toHaveCount(1)
    expect(await log.evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
    const more = log.getByRole('button', { name: 'Message actions' }).first()
    const { width, height } = (await more.boundingBox()) ?? { width: 0, height: 0 }
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  })
  await page.context().close()
})

test('a found message is shown, however old it is, and a wrong address says so', async ({
  browser,
}) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  await write(brand, creator, 'The zebra clause stands here')
  await writeMany(
    brand,
    creator,
    Array.from({ length: 56 }, (_, n) => `Line ${n}`),
  )
  const page = await openAs(browser, creator)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: /^Search or go to/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('textbox').fill('zebra clause')
  await palette.getByRole('button', { name: /zebra clause/ }).click()
  const log = page.getByRole('log')
  await expectInSight(log, 'The zebra clause stands here')
  const line = log.locator('[data-highlighted]')
  await expect(line).toContainText('The zebra clause stands here')
  await expect(line).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'looked for is marked' })).toHaveCount(1)
  await expect.poll(() => new URL(page.url()).search).toBe('')

  await test.step('again, in the conversation that is open', async () => {
    await page.getByLabel('Write a message').fill('A draft')
    await log.evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await follow(page, `/dashboard/messages/${brand.id}?message=${await idOf('zebra clause')}`)
    await expectInSight(log, 'The zebra clause stands here')
  })
  await test.step('nothing is there', async () => {
    for (const id of [randomUUID(), 'nonsense']) {
      await page.goto(`/dashboard/messages/${brand.id}?message=${id}`)
      await expect(toasts(page).filter({ hasText: 'no longer there' })).toBeVisible()
      await expectInSight(log, 'Line 55')
    }
  })
  await page.context().close()

  async function idOf(words: string) {
    const found = creator.client.from('messages').select('id').like('content', `%${words}%`)
    return (await must(found.single())).id
  }
})

test('thousands of matches of one search are one row, and are read together', async ({
  browser,
}) => {
  const brand = await newMember('brand')
  await rows(
    `insert into public.notifications (user_id, event, data, created_at)
     select $1, 'creator_matched', jsonb_build_object('saved_search_id', $2::text, 'saved_search_name', 'Bridges',
       'profile_id', $2::text, 'profile_name', 'Creator ' || n), date_trunc('day', now(), 'UTC') + n * interval '1 millisecond'
     from generate_series(1, 4000) n`,
    [brand.userId, randomUUID()],
  )
  const page = await openAs(browser, brand)
  await page.goto('/dashboard/notifications')
  const row = main(page).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Creator 4000 matches your saved search "Bridges"')
  await expect(row).toContainText('and 3999 more creators on the same day')
  await expect(row.getByRole('img', { name: 'Unread' })).toBeVisible()
  await row.getByRole('link').click()
  await page.waitForURL('**/dashboard/saved-searches')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await page.context().close()
})

test('an order says what to change, and its own page needs no toast', async ({ browser }) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const { id: pack_id } = await newPack(creator)
  const brief = 'As on https://example.test/brand-guide, please.'
  const order = (await must(
    brand.client.rpc('place_order', { pack_id, brief, idempotency_key: randomUUID() }),
  )) as { id: string; price_minor: number; currency: string; pack_title: string }
  const order_id = order.id
  await fund(order)
  await must(creator.client.rpc('accept_order', { order_id }))
  const page = await openAs(browser, creator)
  await page.goto(`/dashboard/orders/${order_id}`)
  await expect(page.getByRole('heading', { level: 1, name: order.pack_title })).toBeVisible()
  await must(
    creator.client.rpc('deliver_order', {
      order_id,
      note: 'Done',
      links: ['https://example.test/1'],
    }),
  )
  // The page is connected, so the next change arrives live.
  await expect(page.getByRole('region', { name: 'is looking at your work' })).toBeVisible()
  await must(brand.client.rpc('request_revision', { order_id, note: 'Name the audit firm.' }))

  const next = page.getByRole('region', { name: `${brand.name} asked for changes` })
  await expect(next.getByText('Name the audit firm.')).toBeVisible()
  await expect(next.getByText(`${brand.name} wrote`)).toBeVisible()
  await expect(
    main(page).getByRole('link', { name: 'https://example.test/brand-guide' }),
  ).toHaveAttribute('href', 'https://example.test/brand-guide')
  // The reader saw it here, so there is no toast, and the notification is read.
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
  await page.context().close()
})

test('on a phone "back" closes what lies over the page', async ({ browser }) => {
  const page = await openAs(browser, await demo('brand'), PHONE)
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

  await page.getByRole('button', { name: 'Save this search' }).click()
  await expect(dialog).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull()
  expect(open()).toContain('platforms=youtube')
  await page.context().close()
})

test('staff find at home what waits for them, and no duties of others', async ({ browser }) => {
  await newMember('kol', { approved: false })
  const page = await openAs(browser, await demo('staff'))
  await page.goto('/dashboard')
  await expect(main(page).getByRole('link', { name: /profiles? to review$/ })).toHaveAttribute(
    'href',
    '/dashboard/staff',
  )
  await expect(main(page).getByText('Nothing waits for you')).toBeVisible()
  await expect(main(page).getByRole('link', { name: /^Pay / })).toHaveCount(0)
  await expect(main(page).getByText('First steps')).toHaveCount(0)
  await page.context().close()
})

test('nobody can write to an address that belongs to nobody', async ({ browser }) => {
  const page = await openAs(browser, await demo('brand'))
  await page.goto(`/dashboard/messages/${randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Nobody is here' })).toBeVisible()
  await expect(page.getByLabel('Write a message')).toHaveCount(0)
  await page.context().close()
})

test('a brand that may not buy yet reads why beside the packs', async ({ browser }) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  await newPack(creator, 'One thread')
  await rows('update public.profiles set is_approved = false where id = $1', [brand.id])
  const page = await openAs(browser, brand)
  await page.goto(`/dashboard/kol-profile/${creator.id}`)
  const buy = page.getByRole('button', { name: 'Buy this pack: One thread' })
  await expect(buy).toHaveAccessibleDescription(/^You can buy once/)
  await expect(page.getByText(/^You can buy once/)).toBeVisible()
  await page.context().close()
})

test('a creator who names a price sees what of it is theirs', async ({ browser }) => {
  const page = await openAs(browser, await newMember('kol'))
  await page.goto('/dashboard/packs')
  await page.getByRole('button', { name: 'New pack' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price').fill('250')
  await expect(dialog.getByText('You receive $225.00 after our fee of 10 %.')).toBeVisible()
  await page.context().close()
})

test('another order of the results begins at its first, and the filters can be skipped', async ({
  browser,
}) => {
  const page = await openAs(browser, await demo('brand'), PHONE)
  await page.goto('/dashboard/discover')
  const results = main(page).getByRole('article')
  await expect(results.nth(3)).toBeVisible()
  await expect(main(page).getByText(/^A few ratings count less than many/)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
  await follow(page, '/dashboard/discover')
  // Without scrolling to it, as a click would.
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
  await page.context().close()
})

test('public pages know who is signed in, and a newcomer sees no advertising', async ({
  browser,
}) => {
  const page = await openAs(browser, await newcomer())
  await page.goto('/pricing')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'To my dashboard' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Sign in' })).toBeHidden()
  await page.goto('/onboarding')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('2025')
  await expect(footer).not.toContainText('no spam')
  await page.context().close()
})

test('discovery is narrowed by price and time of delivery, and a saved search keeps both', async ({
  browser,
}) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  await newPack(creator) // 250 dollars, five days
  const page = await openAs(browser, brand, PHONE)
  await page.goto(`/dashboard/discover?q=${encodeURIComponent(creator.name)}`)
  const found = main(page).getByRole('article')
  await expect(found).toHaveCount(1)
  await page.getByRole('button', { name: /^Filters/ }).click()
  const drawer = page.getByRole('dialog')
  const price = drawer.getByRole('group', { name: 'Price' })
  await price.getByLabel('Highest').fill('249.99')
  await expect(found, 'too dear').toHaveCount(0)
  await price.getByLabel('Highest').fill('2.5.0')
  await expect(drawer.getByText('Please enter an amount.')).toBeVisible()
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

  await must(creator.client.from('packs').update({ price_minor: 24_900 }).eq('kol_id', creator.id))
  await follow(page, '/dashboard/notifications')
  await expect(main(page).getByText(creator.name).first()).toBeVisible()
  await page.context().close()
})
