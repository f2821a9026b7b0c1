import { expect, test, type Locator, type Page } from './support/test.ts'
import { paths } from '../src/domain/paths.ts'
import { rows } from './support/database.ts'
import { newDeal, newOrder } from './support/deals.ts'
import { MATRIX } from './support/heavy.ts'
import { STORAGE_KEYS } from '../src/lib/constants.ts'
import { demo, follow, must, newMember, newPack } from './support/members.ts'
import { answer } from './support/screen.ts'

// Visual bugs that people reported on the running product; each test measures one of them.

const PHONE = { viewport: { width: 390, height: 844 } }
const main = (page: Page) => page.getByRole('main')
const style = (found: Locator, property: string, pseudo?: string) =>
  found.evaluate((element, [name, of]) => getComputedStyle(element, of).getPropertyValue(name), [
    property,
    pseudo,
  ] as [string, string | undefined])

/** Distances between the text of each cell and the text of the next cell. */
const gaps = (row: Locator) =>
  row.evaluate((element) => {
    const boxes = [...element.children].map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getBoundingClientRect()
    })
    return boxes.slice(1).map((box, index) => box.left - (boxes[index]?.right ?? 0))
  })

test('the proof on the landing page can be read at 390 px @detail', async ({ browser }) => {
  const page = await browser.newPage(PHONE)
  const line = {
    currency: 'USDC',
    held_minor: 1_234_567_890_123_456,
    owed_minor: 1_234_567_890_123_456,
  }
  await page.route('**/rest/v1/solvency*', answer(200, [line]))
  await page.goto('/')
  const row = main(page).getByRole('row').filter({ hasText: 'USDC' })
  await expect(row).toContainText('1,234,567,890')
  // Styles for the parts below the first screen may load after it.
  await expect.poll(async () => Math.min(...(await gaps(row)))).toBeGreaterThan(4)
  await page.close()
})

test('no step of an order is broken across lines on a phone @detail', async ({ visit }) => {
  const { brand, order } = await newDeal('completed')
  const page = await visit(brand, PHONE)
  await page.goto(paths.order(order.id))
  const steps = page.getByRole('list', { name: 'Steps of the order' }).getByRole('listitem')
  await expect(steps).toHaveCount(5)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const heights = await steps.evaluateAll((all) => all.map(({ scrollHeight }) => scrollHeight))
  expect(new Set(heights).size).toBe(1)
})

test('placeholders keep their style beside an error', { tag: MATRIX }, async ({ visit }) => {
  const page = await visit(await newMember('kol'))
  await page.goto('/dashboard/packs')
  await page.getByRole('button', { name: 'New pack' }).first().click()
  const dialog = page.getByRole('dialog')
  const field = dialog.locator('textarea[placeholder]:visible').first()
  const before = await style(field, 'color', '::placeholder')
  await dialog.getByRole('button', { name: 'Create pack' }).click()
  await expect(dialog.locator('[data-error]').first()).toBeVisible()
  expect(await style(field, 'color', '::placeholder')).toBe(before)
  expect(await style(field, 'font-style', '::placeholder')).toBe('italic')
  expect(await style(dialog.getByLabel('Title'), 'color')).toBe(await style(field, 'color'))
})

test('with more than 99 unread notifications the bell stays visible, and a strip of tabs shows that it scrolls @detail', async ({
  visit,
}) => {
  const brand = await newMember('brand')
  await rows(
    `insert into public.notifications (user_id, type, title, message)
     select $1, 'order_update', 'Notice ' || n, 'Words' from generate_series(1, 120) n`,
    [brand.userId],
  )
  const page = await visit(brand, PHONE)
  await page.goto('/dashboard/settings')
  const bell = page.locator('[data-unread="99+"]')
  await expect(bell).toBeVisible()
  const badge = await bell.evaluate((button) => {
    const icon = button.querySelector('svg')?.getBoundingClientRect().left ?? 0
    const { left, width } = getComputedStyle(button, '::after')
    const start = button.getBoundingClientRect().left + Number.parseFloat(left)
    return { shown: start - icon, end: start + Number.parseFloat(width) }
  })
  // At least half of the icon, which is 20 pixels wide, stays visible; the number is not covered by the next button.
  expect(badge.shown).toBeGreaterThanOrEqual(9)
  const next = await page.getByRole('button', { name: 'Account menu' }).boundingBox()
  expect(badge.end).toBeLessThanOrEqual(next?.x ?? 0)

  const strip = page.getByRole('navigation').filter({ hasText: 'Appearance' })
  expect(await strip.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBeGreaterThan(0)
  expect(await style(strip, 'mask-image')).toContain('gradient')
})

test('in the dark theme buttons that end an order stay red, and arrows turn on right-to-left pages @detail', async ({
  visit,
}) => {
  const brand = await demo('brand')
  const orders = brand.client.from('pack_orders').select('id').eq('status', 'delivered')
  const { id } = await must(orders.limit(1).single())
  const page = await visit(brand, { colorScheme: 'dark' })
  await page.goto(paths.order(id))
  const color = await style(page.getByRole('button', { name: 'Open a dispute' }), 'color')
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  expect(red - Math.max(green, blue), color).toBeGreaterThan(60)

  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  const back = main(page).getByRole('link', { name: 'Orders' }).first()
  await expect.poll(() => style(back.locator('svg'), 'transform')).toBe('matrix(-1, 0, 0, 1, 0, 0)')
  const event = main(page).getByRole('log').locator('li > div').first()
  expect(await style(event, 'border-right-width')).toBe('2px')
  expect(await style(event, 'border-left-width')).toBe('0px')
})

/** Selects and search fields whose value or placeholder is wider than the field. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    const isCut = (field: HTMLSelectElement | HTMLInputElement) => {
      const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight, letterSpacing } =
        getComputedStyle(field)
      const text =
        field instanceof HTMLSelectElement
          ? field.selectedOptions[0]?.text
          : field.value || field.placeholder
      if (!pen || !text || field.offsetWidth === 0) return false
      // The shorthand `font` is empty when other font properties are set, so it is put together here.
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
      pen.letterSpacing = letterSpacing
      const width =
        field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return pen.measureText(text).width > width + 1
    }
    const fields = document.querySelectorAll<HTMLSelectElement | HTMLInputElement>(
      'select, input[aria-haspopup="listbox"], input[type="search"]',
    )
    return [...fields].filter(isCut).map((field) => field.outerHTML.slice(0, 160))
  })

test(
  'each language has its own format of money, and no chosen value is cut off',
  { tag: MATRIX },
  async ({ visit }) => {
    const creator = await newMember('kol')
    await newPack(creator, 'Half a dollar', { price_minor: 25_050 })
    const staff = await demo('staff')
    for (const [language, price] of [
      ['en', '$250.50'],
      ['es', '250,50'],
      ['tr', '$250,50'],
    ] as const) {
      const brand = await newMember('brand', { locale: language })
      const page = await visit(brand, { ...PHONE, locale: language })
      await page.goto(`${paths.discover}?q=${encodeURIComponent(creator.name)}`)
      await expect(main(page).getByRole('article')).toContainText(price)
      expect.soft(await cutOff(page), `discover in ${language}`).toEqual([])
      await follow(page, paths.settings('emails'))
      await expect(
        main(page).getByRole('switch').or(main(page).locator('select, input')).first(),
      ).toBeVisible()
      expect.soft(await cutOff(page), `e-mails in ${language}`).toEqual([])
    }
    const desk = await visit(staff, PHONE)
    await desk.goto(paths.staff('members'))
    await expect(main(desk).getByRole('listitem').first()).toBeVisible()
    expect.soft(await cutOff(desk), 'members').toEqual([])
  },
)

for (const language of ['en', 'es', 'tr'])
  test(`on a narrow phone no text of the audit log is cut off, and no keyboard shortcuts are shown: ${language} @detail`, async ({
    visit,
  }) => {
    const narrow = { viewport: { width: 320, height: 844 }, isMobile: true, hasTouch: true }
    const page = await visit(await demo('staff'), narrow)
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      STORAGE_KEYS.locale,
      language,
    ] as const)
    await page.goto(paths.staff('audit'))
    await expect(main(page).getByRole('listitem').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
    expect(await cutOff(page)).toEqual([])
    await expect(main(page).getByText(/: j /)).toBeHidden()
  })

test(
  'on a narrow phone no text of a button or field and no long name is cut off',
  { tag: MATRIX },
  async ({ visit }) => {
    const display_name = 'Donaudampfschifffahrtsgesellschaftskapitaen'
    const [brand, creator] = await Promise.all([
      newMember('brand', { locale: 'es' }),
      newMember('kol', { display_name }),
    ])
    await newOrder('paid', brand, creator)
    const narrow = { viewport: { width: 320, height: 844 }, locale: 'es' }
    const page = await visit(brand, narrow)
    await page.goto(paths.home)
    const all = main(page).getByRole('link', { name: 'Todos los pedidos' })
    await expect(all).toBeVisible()
    const cut = await all.evaluate((button) =>
      [...button.querySelectorAll('*')].some((part) => part.scrollWidth > part.clientWidth + 1),
    )
    expect(cut).toBe(false)
    await follow(page, paths.orders)
    const row = main(page).getByRole('listitem').first()
    await expect(row).toContainText(display_name)
    const beyond = await row.evaluate((item) => {
      const { right } = item.getBoundingClientRect()
      return [...item.querySelectorAll('*')].map(
        (part) => part.getBoundingClientRect().right - right,
      )
    })
    expect(Math.max(...beyond)).toBeLessThanOrEqual(0)
    await page.goto(paths.discover)
    await expect(main(page).getByRole('article').first()).toBeVisible()
    expect(await cutOff(page)).toEqual([])
  },
)

/** Widths of elements, in pixels. */
const widths = (elements: Locator) =>
  elements.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))

test('no heading or title is cut off at a width of 320 px @detail', async ({ browser, visit }) => {
  const narrow = { viewport: { width: 320, height: 800 } }
  const page = await visit(await demo('creator'), narrow)
  await page.goto('/dashboard/settings/profile')
  const heading = main(page).getByRole('heading', { name: 'Profile', level: 2 })
  const titles = main(page).getByRole('listitem').locator('strong')
  await expect(titles.first()).toBeVisible()
  expect(Math.min(...(await widths(titles)), ...(await widths(heading)))).toBeGreaterThan(100)

  const site = await browser.newPage(narrow)
  await site.goto('/')
  await expect
    .poll(async () => (await widths(site.locator('figure strong')))[0])
    .toBeGreaterThan(100)
  await site.close()
})

/** Vertical middle of each element, in pixels from the top. */
const middles = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((each) => {
      const { top, bottom } = each.getBoundingClientRect()
      return (top + bottom) / 2
    }),
  )

const spreadOf = (heights: number[]) => Math.max(...heights) - Math.min(...heights)

test('an order number, the buttons of a row and the fields of a short form are each on one line', async ({
  visit,
}) => {
  const phone = { viewport: { width: 390, height: 844 } }
  const page = await visit(await demo('brand'), phone)
  const content = page.locator('#content')
  await page.goto('/dashboard/payments')
  const numbers = content.getByRole('link', { name: /^Order K-/ })
  await expect(numbers.first()).toBeVisible()
  const heights = await numbers.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().height),
  )
  expect(Math.max(...heights)).toBeLessThan(30)

  await follow(page, '/dashboard/settings/briefs')
  const template = content.getByRole('listitem').first()
  await expect(template).toBeVisible()
  expect(spreadOf(await middles(template.getByRole('button')))).toBeLessThan(1)

  await follow(page, '/dashboard/deadlines')
  const row = content.getByRole('listitem').filter({ hasText: 'Your turn' }).first()
  await expect(row).toBeVisible()
  const marks = row.getByText('Your turn').locator('xpath=..')
  await expect(marks).toHaveCSS('align-items', 'center')

  const desk = await visit(await demo('staff'))
  await desk.goto('/dashboard/staff/names')
  const form = desk.locator('form').filter({ has: desk.getByRole('button', { name: 'Reserve' }) })
  await expect(form).toBeVisible()
  expect(spreadOf(await middles(form.locator('input, button')))).toBeLessThan(1)
})
