import { expect, test, type Locator, type Page, type Route } from './support/test.ts'
import AxeBuilder from '@axe-core/playwright'
import { randomUUID } from 'node:crypto'
import { rows } from './support/database.ts'
import { newDeal } from './support/deals.ts'
import { IS_HEAVY } from './support/heavy.ts'
import { demo, follow, newMember, newPair, write, type Member } from './support/members.ts'
import { log, toast } from './support/screen.ts'

// Lists of 500 entries, or of 10,000 in the heavy run: they must be as fast and usable as short ones.

const MANY = IS_HEAVY ? 10_000 : 500
/** Upper limit for the rendered entries of any list, however many are loaded. */
const MOST_ENTRIES = 130

const main = (page: Page) => page.getByRole('main')
const entries = (within: Locator) => within.locator('[data-index]')
const byNumber = (within: Locator, number: number) =>
  within.locator(`[data-index][aria-posinset="${number}"]`)

async function notify(member: Member, count: number) {
  await rows(
    `insert into public.notifications (user_id, type, title, message, created_at, read)
     select $1, 'order_update', 'Notice ' || n, repeat('Words ', 1 + n % 40),
       now() - n * interval '1 minute', true
     from generate_series(1, $2) n`,
    [member.userId, count],
  )
}

/** Inserts this many messages at once, with the triggers off. */
async function addMessages(one: Member, other: Member, count: number, orderId?: string) {
  const conversation = await write(one, other, 'The very first')
  await rows(
    `begin;
     alter table public.messages disable trigger user;
     insert into public.messages
       (conversation_id, sender_id, receiver_id, order_id, content, created_at, is_read)
     select '${conversation}', s.sender, s.receiver, ${orderId ? `'${orderId}'` : 'null'},
       'Message ' || n || repeat(' and more', n % 30), now() + n * interval '1 microsecond', true
     from generate_series(1, ${count}) n
     cross join lateral (
       select '${one.id}'::uuid, '${other.id}'::uuid where n % 3 = 0
       union all
       select '${other.id}'::uuid, '${one.id}'::uuid where n % 3 > 0) s(sender, receiver);
     alter table public.messages enable trigger user;
     commit`,
  )
}

/** Scrolls until everything is loaded. */
async function loadAll(page: Page, scroll: () => Promise<unknown>) {
  const more = page.getByRole('main').getByRole('button', { name: 'Show more' })
  await expect
    .poll(
      async () => {
        await scroll()
        return more.count()
      },
      { intervals: [20], timeout: 150_000 },
    )
    .toBe(0)
}

const toEnd = (page: Page) => () =>
  page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))

/** Scrolls to the end until the last entry is visible: heights of unseen entries are estimates, so the end may move. */
const expectAtEnd = (page: Page, last: Locator) =>
  expect(async () => {
    await toEnd(page)()
    await expect(last).toBeInViewport({ timeout: 500 })
  }).toPass()

test('one scroll to the end of a long list loads the next page, and not all pages @detail', async ({
  visit,
}) => {
  const page = await visit(await demo('staff'))
  const invite = (number: number) => ({ id: `${number}`, code: 'CODE', uses: 0, max_uses: 3 })
  let pages = 0
  await page.route('**/rpc/staff_list*', (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    pages += 1
    const invites = Array.from({ length: 30 }, (_, index) => invite(pages * 30 + index))
    return json(route, { rows: invites, next: [pages], total: 10_000, counted_most: 10_000 })
  })
  await page.goto('/dashboard/staff/invites')
  // Only a list of more than a hundred entries numbers them.
  await expect(async () => {
    await toEnd(page)()
    await expect(main(page).locator('[aria-posinset]').first()).toBeAttached({ timeout: 500 })
  }).toPass()
  await toEnd(page)()
  await expect
    .poll(async () => {
      const before = pages
      await page.waitForTimeout(1_000)
      return pages - before
    })
    .toBe(0)
})

test('only a few of many notifications are rendered, the last one can be reached, and the keyboard works as usual', async ({
  visit,
}) => {
  const member = await newMember('brand')
  await notify(member, MANY)
  const page = await visit(member)
  await page.goto('/dashboard/notifications')
  await expect(main(page).getByText('Notice 1', { exact: true })).toBeVisible()
  const third = main(page).locator('[data-index="2"]').getByRole('link')
  await third.focus()
  await loadAll(page, toEnd(page))
  await expect(third, 'its row is scrolled away').toBeFocused()
  const last = main(page).getByText(`Notice ${MANY}`, { exact: true })
  await expectAtEnd(page, last)
  expect(await entries(main(page)).count()).toBeLessThan(MOST_ENTRIES)
  await expect(byNumber(main(page), MANY)).toHaveAttribute('aria-setsize', String(MANY))

  // Jumps to the middle, like dragging the scroll bar.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
  const shown = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('#content [data-index]')]
      const row = rows.find((each) => each.getBoundingClientRect().top > 80)
      return Number(row?.ariaPosInSet)
    })
  await expect.poll(async () => Math.round(((await shown()) / MANY) * 10)).toBe(5)
  expect(await entries(main(page)).count()).toBeLessThan(MOST_ENTRIES)
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .include('#content')
    .analyze()
  expect(violations.map(({ id }) => id)).toEqual([])

  await test.step('Tab moves from row to row, forwards and backwards', async () => {
    const numberInFocus = () =>
      page.evaluate(() =>
        Number(document.activeElement?.closest('[data-index]')?.getAttribute('aria-posinset')),
      )
    await byNumber(main(page), await shown())
      .getByRole('link')
      .focus()
    const start = await numberInFocus()
    // Waits for a frame after each press, because the rows ahead of the focus are rendered as it moves.
    const press = async (key: string, times: number) => {
      for (let step = 0; step < times; step += 1) {
        await page.keyboard.press(key)
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
      }
    }
    await press('Tab', 40)
    expect(await numberInFocus()).toBe(start + 40)
    await press('Shift+Tab', 60)
    expect(await numberInFocus()).toBe(start - 20)
  })
  await test.step('all notifications are printed', async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    expect(await entries(main(page)).count()).toBe(MANY)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect.poll(() => entries(main(page)).count()).toBeLessThan(MOST_ENTRIES)
  })
  await test.step('going back restores the position without loading the list again', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const before = await shown()
    await follow(page, '/dashboard/settings')
    await expect(main(page).getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await page.goBack()
    // The rows above were never rendered, so their heights are estimated as the mean of the measured ones.
    await expect.poll(async () => Math.abs((await shown()) - before)).toBeLessThan(10)
    expect(asked.filter((url) => url.includes('/list_notifications')).length).toBeLessThan(8)
  })
})

const message = (page: Page, number: number) =>
  log(page).getByText(new RegExp(`^Message ${number}\\b`))
const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN
const scrollLog = (page: Page, share: number) =>
  log(page).evaluate((box, to) => (box.scrollTop = box.scrollHeight * to), share)

/** Expects the entry to be visible inside the log and not covered by the composer. */
const expectInLog = (entry: Locator) =>
  expect
    .poll(() =>
      entry.evaluateAll(([found]) => {
        const box = found?.closest('[role="log"]')?.getBoundingClientRect()
        const { top = 0, bottom = 0 } = found?.getBoundingClientRect() ?? {}
        return box !== undefined && top >= box.top - 1 && bottom <= box.bottom + 1
      }),
    )
    .toBe(true)

async function expectFew(page: Page) {
  expect(await entries(log(page)).count()).toBeLessThan(MOST_ENTRIES)
}

test('a long conversation can be read back to its first message while new ones arrive', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  await addMessages(brand, creator, MANY)
  const page = await visit(brand, { viewport: { width: 390, height: 844 } })
  await page.goto(`/dashboard/messages/${creator.id}`)
  const newest = page.getByRole('button', { name: 'To the newest' })
  await expectInLog(message(page, MANY))
  await expectFew(page)
  await expect(newest).toHaveCount(0)

  await test.step('older messages are added above, and the visible ones stay in place', async () => {
    // Waits until the older entries of the first screen are rendered: before that, a jump to the top loads no older page.
    await expect(message(page, MANY - 38)).toBeAttached()
    // Jumps again if the layout of the log changed during the jump.
    await expect(async () => {
      await scrollLog(page, 0)
      await expect(log(page).locator('[aria-posinset]').first()).toBeAttached({ timeout: 5000 })
    }).toPass()
    // This message was the first one before the older messages were loaded.
    await expectInLog(message(page, MANY - 38))
    const before = await topOf(message(page, MANY - 38))
    await log(page).hover()
    await page.mouse.wheel(0, -300)
    await expect
      .poll(async () => Math.abs((await topOf(message(page, MANY - 38))) - before - 300))
      .toBeLessThan(2)
  })

  await test.step('scrolling up reaches the first message', async () => {
    await loadAll(page, () => scrollLog(page, 0))
    await scrollLog(page, 0)
    await expectInLog(log(page).getByText('The very first'))
    await expectFew(page)
    await expect(log(page)).toHaveAttribute('aria-live', 'off')
    await expect(byNumber(log(page), 1)).toHaveAttribute('aria-setsize', String(MANY + 1))
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      .include('[role="log"]')
      .analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
  })

  await test.step('a jump to the middle shows the messages there, and a new message moves none of them', async () => {
    await scrollLog(page, 0.5)
    const seen = () =>
      log(page).evaluate((box) => {
        const { top } = box.getBoundingClientRect()
        const rows = [...box.querySelectorAll('[data-index]')]
        return Number(rows.find((row) => row.getBoundingClientRect().top > top)?.ariaPosInSet)
      })
    await expect.poll(async () => Math.round(((await seen()) / MANY) * 10)).toBe(5)
    const row = byNumber(log(page), await seen())
    const before = await topOf(row)
    await write(creator, brand, 'News at the end')
    await expect(page.getByRole('button', { name: 'New below' })).toBeVisible()
    expect(Math.abs((await topOf(row)) - before)).toBeLessThan(2)
    await page.setViewportSize({ width: 700, height: 600 })
    await expectInLog(row)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectInLog(row)
    await expectFew(page)
  })

  await test.step('the newest message can be reached again and stays in sight', async () => {
    await page.getByRole('button', { name: 'New below' }).click()
    await expectInLog(log(page).getByText('News at the end'))
    await expect(log(page)).toHaveAttribute('aria-live', 'polite')
    await expect(log(page)).toBeFocused()
    await page.getByLabel('Write a message').fill('One\nTwo\nThree\nFour')
    await page.setViewportSize({ width: 390, height: 500 })
    await expectInLog(log(page).getByText('News at the end'))
    await page.setViewportSize({ width: 390, height: 844 })
    // A busy browser changes the height of the box twice before the script runs: it grows, then a banner shrinks it.
    const layOut = (...changes: number[]) =>
      log(page).evaluate((box, each) => {
        // Reads the height first: with `flex: none` the box is as high as all its entries.
        const { clientHeight } = box
        Object.assign(box.style, { flex: 'none', transition: 'none' })
        return each.map((change) => {
          box.style.height = `${clientHeight + change}px`
          return box.scrollTop
        })
      }, changes)
    await layOut(-100)
    await expectInLog(log(page).getByText('News at the end'))
    await layOut(100, 40)
    await expectInLog(log(page).getByText('News at the end'))
    await log(page).evaluate((box) => box.removeAttribute('style'))
    await page.context().setOffline(true)
    await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible()
    await expectInLog(log(page).getByText('News at the end'))
    await page.context().setOffline(false)
    await log(page).press('Home')
    await expect(newest).toBeVisible()
    await log(page).press('End')
    await expectInLog(log(page).getByText('News at the end'))
    await log(page).press('Home')
    await expect(newest).toBeVisible()
    await page.getByRole('button', { name: 'Send' }).click()
    await expectInLog(log(page).getByText('One Two Three Four'))
    await expectFew(page)
  })
})

test('a linked old message is shown without loading all newer ones, which can be read from there @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  await addMessages(brand, creator, 1_200)
  const [found] = await rows<{ id: string }>(
    `select id from public.messages where content ~ '^Message 300\\M' and sender_id in ($1, $2)`,
    [brand.id, creator.id],
  )
  const page = await visit(brand)
  let asked = 0
  page.on('request', (request) => {
    if (/\/messages\?.*limit=200/.test(request.url())) asked += 1
  })
  const address = `/dashboard/messages/${creator.id}?message=${found?.id}`
  const line = log(page).locator('[data-highlighted]')
  const newest = page.getByRole('button', { name: 'To the newest' })
  await page.goto(address)
  await expectInLog(line)
  await expect(line).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'looked for is marked' })).toHaveCount(1)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expectFew(page)
  for (const near of [299, 301]) await expectInLog(message(page, near))
  // Loads the page with the message and one page on either side, but not the five pages up to the newest message.
  expect(asked).toBeLessThan(4)

  await test.step('a new message does not move the view, and is one press away', async () => {
    await write(creator, brand, 'News')
    await expectInLog(line)
    await newest.click()
    await expectInLog(log(page).getByText('News', { exact: true }))
    await expect(newest).toHaveCount(0)
    await expect(log(page)).toBeFocused()
  })
  await test.step('scrolling down from there reaches the newest message', async () => {
    await follow(page, address)
    await expectInLog(line)
    const end = log(page).getByText('News', { exact: true })
    await expect(async () => {
      await scrollLog(page, 1)
      await expect(end).toBeVisible({ timeout: 300 })
      await expect(newest).toHaveCount(0, { timeout: 300 })
    }).toPass()
    await scrollLog(page, 0)
    await expect(newest).toBeVisible()
    await expectFew(page)
  })
  await test.step('a message that the reader writes is shown at the end', async () => {
    await page.goto(address)
    await expectInLog(line)
    await page.getByLabel('Write a message').fill('Found it')
    await page.getByRole('button', { name: 'Send' }).click()
    await expectInLog(log(page).getByText('Found it', { exact: true }))
  })
  await test.step('a link to a missing message opens the newest one, and says so', async () => {
    await follow(page, `/dashboard/messages/${creator.id}?message=${randomUUID()}`)
    await expect(toast(page, 'no longer there')).toBeVisible()
    await expectInLog(log(page).getByText('Found it', { exact: true }))
  })
})

test('the log of a long order opens at its newest message, wherever the page is scrolled to @detail', async ({
  visit,
}) => {
  const { brand, creator, order } = await newDeal('paid')
  await addMessages(brand, creator, 150, order.id)
  const page = await visit(brand, { viewport: { width: 390, height: 600 } })
  await page.goto(`/dashboard/orders/${order.id}`)
  await log(page).scrollIntoViewIfNeeded()
  await expectInLog(message(page, 150))
  await expect(message(page, 132)).toBeAttached()
  await scrollLog(page, 0)
  await expect(log(page).locator('[aria-posinset]').first()).toBeAttached()
  await expectInLog(message(page, 132))
  // The log does not move in its box when the page moves.
  const inBox = async () => (await topOf(message(page, 132))) - (await topOf(log(page)))
  const before = await inBox()
  await page.evaluate(() => scrollBy({ top: 150, behavior: 'instant' }))
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
  expect(Math.abs((await inBox()) - before)).toBeLessThan(2)
  await expectFew(page)
})

const json = (route: Route, body: unknown) =>
  route.fulfill({ json: body, headers: { 'access-control-allow-origin': '*' } })

test('many creators are shown in a grid of any width @detail', async ({ visit }) => {
  const page = await visit(await demo('brand'))
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const creator = (number: number) => ({
    id: id(number),
    role: 'kol',
    display_name: `Creator ${number}`,
    bio: 'Words '.repeat(number % 30),
    expertise: [],
    language: 'en',
    other_languages: [],
    channels: {},
    cover: null,
    platforms: ['x'],
    categories: [],
    follower_counts: {},
    follower_total: number,
    rating: null,
    review_count: 0,
    is_verified: false,
    profile_image: null,
    created_at: new Date(0).toISOString(),
  })
  await page.route('**/rpc/search_creators*', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const asked = new URL(route.request().url()).searchParams
    const [after, size] = [asked.get('after'), Number(asked.get('page_size') ?? 24)]
    const from = after ? Number(after.slice(-12)) + 1 : 1
    const length = Math.max(0, Math.min(size, MANY - from + 1))
    return json(
      route,
      Array.from({ length }, (_, index) => creator(from + index)),
    )
  })
  await page.goto('/dashboard/discover')
  await expect(main(page).getByText('Creator 1', { exact: true })).toBeVisible()
  await loadAll(page, toEnd(page))
  await expectAtEnd(page, main(page).getByText(`Creator ${MANY}`, { exact: true }))
  expect(await entries(main(page)).count()).toBeLessThan(MOST_ENTRIES)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAtEnd(page, main(page).getByText(`Creator ${MANY}`, { exact: true }))
  expect(await entries(main(page)).count()).toBeLessThan(MOST_ENTRIES)
})
