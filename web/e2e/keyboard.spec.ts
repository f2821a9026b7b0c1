import { expect, test, type Locator, type Page } from './support/test.ts'
import { paths } from '../src/domain/paths.ts'
import { newDeal, newOrder } from './support/deals.ts'
import { demo, follow, must, newMember, newPair, openAs } from './support/members.ts'

test.describe.configure({ mode: 'default' })

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await openAs(browser, await demo('brand'))
  await page.goto('/dashboard')
})
test.afterAll(() => page.context().close())

async function press(key: string, times = 1) {
  for (let i = 0; i < times; i += 1) await page.keyboard.press(key)
}

const holdsFocus = (place: Locator) =>
  place.evaluate((element) => element.contains(document.activeElement))

/** Opens the layer with Enter, expects Tab to stay within it, closes it with Escape and expects the focus to return. */
async function expectTrap(opener: Locator, inside: Locator) {
  await opener.focus()
  await press('Enter')
  await expect(inside).toBeVisible()
  await expect.poll(() => holdsFocus(inside)).toBe(true)
  for (let tabs = 0; tabs < 12; tabs += 1) {
    await press('Tab')
    expect(await holdsFocus(inside), `after ${tabs + 1} tabs`).toBe(true)
  }
  await press('Escape')
  await expect(inside).toBeHidden()
  await expect(opener).toBeFocused()
}

test('the first Tab reaches the link to the content, the next ones the navigation, each with a visible focus', async () => {
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible()
  await press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  for (const name of ['Kolpact', 'Home', 'Discover', 'Orders']) {
    await press('Tab')
    const stop = page.getByRole('complementary').getByRole('link', { name, exact: true })
    await expect(stop).toBeFocused()
    const ring = await stop.evaluate((element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    })
    expect(ring, `${name} shows that it has the focus`).toBe(true)
  }
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a pack is ordered without a mouse, and the page and each step begin with the focus on their heading', async () => {
  const creator = await demo('creator')
  await follow(page, `/dashboard/kol-profile/${creator.id}`)
  const buy = page.getByRole('link', { name: /^Buy this pack/ }).first()
  await buy.focus()
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const goOn = page.getByRole('button', { name: 'Continue' })
  await goOn.focus()
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'What the creator should know' })).toBeFocused()
  await goOn.focus()
  await press('Enter')
  await expect(page.getByLabel('Task')).toBeFocused()
})

for (const { list, at, who, back } of [
  { list: '/dashboard/orders', at: '[data-index="1"] a', who: 'brand', back: 'Orders' },
  {
    list: '/dashboard/discover',
    at: '[data-index="5"] h2 a',
    who: 'brand',
    back: 'Back to the creators',
  },
  { list: '/dashboard/messages', at: 'li a', who: 'brand', back: 'Back to the conversations' },
  { list: '/dashboard/staff/members', at: '[data-index="1"] a', who: 'staff', back: 'Members' },
] as const)
  test(`going back to ${list} focuses the link that was followed, at its former place on the screen`, async ({
    visit,
  }) => {
    // On a narrow screen a conversation replaces the list of conversations.
    const own = await visit(await demo(who), { viewport: { width: 390, height: 800 } })
    await own.goto(list)
    const link = own.getByRole('main').locator(at).first()
    const place = async () => Math.round((await link.boundingBox())?.y ?? -1)
    await link.focus()
    const before = await place()
    await link.press('Enter')
    const wayBack = own.getByRole('main').getByRole('link', { name: back, exact: true })
    await expect(wayBack).toBeVisible()
    await own.goBack()
    await expect(link).toBeFocused()
    await expect.poll(place).toBe(before)
    await own.keyboard.press('Enter')
    await wayBack.press('Enter')
    await expect(link).toBeFocused()
    await expect.poll(place).toBe(before)
  })

test('going back to a list that no longer has the link focuses the heading', async ({ visit }) => {
  const { brand, order } = await newDeal('paid')
  const own = await visit(brand)
  await own.goto('/dashboard/orders')
  await own.getByRole('main').locator('[data-index] a').press('Enter')
  await expect(own.getByRole('heading', { level: 1 })).toBeFocused()
  const cancelled = { order_id: order.id, reason: 'Another day.' }
  await must(brand.client.rpc('cancel_order', cancelled))
  await own.getByRole('main').getByRole('link', { name: 'Orders', exact: true }).press('Enter')
  await expect(own.getByRole('heading', { level: 1, name: 'Orders' })).toBeFocused()
})

test('removing a filter focuses the next filter, and removing the last filter the heading', async () => {
  await follow(page, '/dashboard/discover?language=en&min_price=5&days=30')
  const chips = page.getByRole('button', { name: /^Remove filter/ })
  await chips.first().focus()
  for (const next of ['From $5.00', 'Within 30 days']) {
    await press('Enter')
    await expect(chips.filter({ hasText: next })).toBeFocused()
  }
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await follow(page, '/dashboard/discover?language=en&days=30')
  await chips.last().press('Enter')
  await expect(chips).toBeFocused()
  await page.getByRole('button', { name: 'Clear all filters' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the bar of the next step does not cover the link that Shift+Tab focuses on a narrow screen', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const order = await newOrder('delivered', brand, creator)
  // The link of work that was sent back is in the history.
  await must(brand.client.rpc('request_revision', { order_id: order.id, note: 'Name the firm.' }))
  const brands = await visit(brand)
  await brands.setViewportSize({ width: 320, height: 640 })
  await brands.goto(paths.order(order.id))
  const link = brands.getByRole('log').getByRole('link').last()
  await link.waitFor()
  // The link is placed below the header, where the bar is, and the focus on the next control.
  await link.focus()
  await brands.keyboard.press('Tab')
  await link.evaluate((element) => {
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    window.scrollBy(0, element.getBoundingClientRect().top - header - 16)
  })
  const bar = brands.getByRole('region', { name: 'Next step', exact: true }).last()
  await expect(bar).toBeInViewport()
  await brands.keyboard.press('Shift+Tab')
  await expect(link).toBeFocused()
  const bottomOf = (place: Locator) =>
    place.evaluate((element) => element.getBoundingClientRect().bottom)
  await expect
    .poll(async () => {
      const top = await link.evaluate((element) => element.getBoundingClientRect().top)
      return top >= ((await bar.count()) ? await bottomOf(bar) : 0)
    })
    .toBe(true)
})

test('arrow keys choose the stars of a review, and sending a review without stars focuses them', async ({
  visit,
}) => {
  const { brand, order } = await newDeal('completed')
  const own = await visit(brand)
  await own.goto(paths.order(order.id))
  await own.getByRole('button', { name: 'Write a review' }).first().click()
  const stars = own.getByRole('radiogroup', { name: 'Rating' })
  await expect(stars.getByRole('radio')).toHaveCount(5)
  const send = own.getByRole('button', { name: 'Send review' })
  await send.focus()
  await own.keyboard.press('Enter')
  await expect(stars.getByRole('radio', { name: '1 star' })).toBeFocused()
  await expect(stars).toHaveAccessibleDescription('Choose one to five stars.')
  for (let steps = 0; steps < 3; steps += 1) await own.keyboard.press('ArrowRight')
  await expect(stars.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await own.keyboard.press('Tab')
  await own.keyboard.type('As agreed, and on time')
  await send.focus()
  await own.keyboard.press('Enter')
  await expect(send).toHaveCount(0)
  await expect(own.getByRole('main').getByRole('img', { name: /4/ }).first()).toBeVisible()
})

test('saving a profile without a required choice moves the focus to this choice', async ({
  visit,
}) => {
  const own = await visit(await newMember('kol'))
  await own.goto('/dashboard/settings')
  const platforms = own.getByRole('group', { name: 'Where you publish' })
  await platforms.getByRole('checkbox', { name: 'Farcaster' }).press('Space')
  await own.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(platforms.getByRole('checkbox').first()).toBeFocused()
  await expect(platforms).toHaveAccessibleDescription('Please choose at least one platform.')
})

test('a dialog that is mounted only while it is open returns the focus, too', async () => {
  await follow(page, '/dashboard/settings/account')
  await expectTrap(page.getByRole('button', { name: /Delete/ }), page.getByRole('dialog'))
})

test('the command palette leads to any page by its name', async () => {
  const opener = page.getByRole('button', { name: /^Search or go to/ })
  await opener.focus()
  await press('Control+k')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await press('Control+k')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('paym')
  await expect(dialog.getByRole('button', { name: 'Payments', exact: true })).toBeVisible()
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
})

test('the notifications, the account menu and the phone menu open by keyboard, keep the focus inside, and close', async () => {
  await follow(page, '/dashboard')
  await expectTrap(
    page.getByRole('button', { name: /^Notifications/ }),
    page.getByRole('dialog', { name: 'Notifications' }),
  )
  const account = page.getByRole('button', { name: 'Account menu' })
  await account.focus()
  await press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
  // The menu focuses its first item again after its effects have run, which may undo the first key press.
  await expect(async () => {
    await press('ArrowDown')
    await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeFocused({ timeout: 2000 })
  }).toPass()
  await press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(account).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectTrap(
    page.getByRole('button', { name: 'More' }),
    page.getByRole('dialog', { name: 'More' }),
  )
})
