import { expect, test, type Page } from './support/test.ts'
import { paths } from '../src/domain/paths.ts'
import { settingsSections } from '../src/domain/routes.ts'
import { expectAccessible, PHONE } from './support/axe.ts'
import { IS_HEAVY, MATRIX } from './support/heavy.ts'
import { demo, follow, must, newcomer, newMember, newPack, placeOrder } from './support/members.ts'
import { DASHBOARD, OPEN, SIGNED_OUT_ONLY, STAFF } from './support/pages.ts'
import { answer, expectNoPlainLinks, expectNoSidewaysScroll } from './support/screen.ts'
import { notAmong } from './support/visited.ts'
import { watch } from './support/watch.ts'
import { missingWords } from './support/words.ts'

// Checks every page: no text is missing, nothing is wider than the window, and the content security policy blocks
// nothing. The footer is on every page except those under /dashboard. Axe checks one page of each kind; in
// `npm run test:heavy` it checks every page in every state and language, the layers that open over pages, and, in
// `forms.spec.ts`, each form.

type Screen = { name: string; path: string; ready: string | RegExp; title?: string }

const VISITOR: Screen[] = [
  { name: 'landing', path: '/', ready: /Hire Web3 creators/ },
  ...Object.entries({ ...OPEN, ...SIGNED_OUT_ONLY })
    .filter(([path]) => path !== '/')
    .map(([path, title]) => ({ name: path, path, ready: /./, title })),
]
const NEWCOMER: Screen[] = [
  { name: 'role', path: '/onboarding/select-role', ready: /./ },
  { name: 'language', path: '/choose-language', ready: 'Language of the interface' },
]
const BRAND = (
  ids: Record<'creator' | 'order' | 'campaign' | 'unpaid' | 'pack', string>,
): Screen[] => [
  ...Object.entries(DASHBOARD)
    .filter(([path]) => path !== paths.packs)
    .map(([path, ready]) => ({ name: path, path, ready })),
  ...settingsSections('brand')
    .map((section) => paths.settings(section))
    .filter((path) => !(path in DASHBOARD))
    .map((path) => ({ name: path, path, ready: 'Settings' })),
  { name: 'creator', path: paths.creator(ids.creator), ready: /./ },
  { name: 'order', path: paths.order(ids.order), ready: /./ },
  { name: 'checkout', path: paths.checkout(ids.unpaid), ready: /./ },
  { name: 'ordering', path: paths.ordering(ids.pack), ready: /./ },
  { name: 'brief', path: paths.editBrief(ids.unpaid), ready: /./ },
  { name: 'campaign', path: paths.campaign(ids.campaign), ready: /./ },
  { name: 'conversation', path: paths.messages(ids.creator), ready: /./ },
]
const CREATOR: Screen[] = [
  paths.home,
  paths.orders,
  paths.packs,
  paths.payments,
  paths.campaigns,
  paths.settings('wallet'),
].map((path) => ({ name: path, path, ready: DASHBOARD[path] ?? /./ }))
const DESK = (member: string): Screen[] => [
  ...STAFF.map((path) => ({ name: path, path, ready: 'Staff' })),
  { name: 'a member', path: paths.staffMember(member), ready: /./ },
]

const SAMPLE = new Set([
  'landing',
  '/login',
  'role',
  paths.discover,
  'order',
  'conversation',
  paths.packs,
])

async function inspect(page: Page, screens: Screen[]) {
  await page.setViewportSize(PHONE)
  for (const { name, path, ready, title } of screens) {
    await test.step(name, async () => {
      await follow(page, path)
      if (title) await expect(page).toHaveTitle(title)
      await expect(page.getByRole('heading', { name: ready }).first()).toBeVisible()
      await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
      const hasFooter = !path.startsWith(paths.home)
      await expect(page.getByRole('contentinfo')).toHaveCount(hasFooter ? 1 : 0)
      expect(await page.evaluate(() => location.pathname + location.search)).toBe(path)
      await expectNoSidewaysScroll(page, name)
      await expectNoPlainLinks(page, name)
      if (IS_HEAVY || SAMPLE.has(name)) await expectAccessible(page, name)
      expect.soft(await missingWords(page), name).toEqual([])
    })
  }
}

async function inspectFrom(start: string, page: Page, screens: Screen[]) {
  const stopped = await watch(page)
  await page.goto(start)
  await inspect(page, screens)
  expect(await stopped(), 'blocked by the policy').toEqual([])
}

test('the lists in this file contain every screen', () => {
  const any = { creator: 'any', order: 'any', campaign: 'any', unpaid: 'any', pack: 'any' }
  const screens = [...VISITOR, ...NEWCOMER, ...BRAND(any), ...CREATOR, ...DESK('any')]
  const everybody = ['public', 'open', 'signed-out', 'signed-in', 'onboarding', 'member'] as const
  const paths = screens.map(({ path }) => path)
  expect(notAmong(paths, ...everybody)).toEqual([])
})

test('pages for visitors and newcomers have no visible fault', async ({ visit }) => {
  await inspectFrom('/forgot-password', await visit(null), VISITOR)
  await inspectFrom('/choose-language', await visit(await newcomer()), NEWCOMER)
})

/** Records of the demo that the pages of a brand show. */
async function seenByBrand() {
  const brand = await demo('brand')
  const creator = await demo('creator')
  const orders = brand.client.from('pack_orders').select('id').limit(1)
  const order = await must(orders.eq('status', 'delivered').single())
  const campaigns = brand.client.from('campaigns').select('id').eq('brand_id', brand.id)
  const campaign = await must(campaigns.limit(1).single())
  const pack = await newPack(await newMember('kol'))
  const unpaid = await placeOrder(brand, pack.id)
  return {
    creator: creator.id,
    order: order.id,
    campaign: campaign.id,
    unpaid: unpaid.id,
    pack: pack.id,
  }
}

test('pages for brands have no visible fault', async ({ visit }) => {
  const page = await visit(await demo('brand'))
  await inspectFrom(paths.settings(), page, BRAND(await seenByBrand()))
})

/** The path of a page, and the button or key that opens a layer over it. */
const OVERLAYS = (order: string): [path: string, open: string | RegExp, key?: true][] => [
  [paths.home, 'Control+k', true],
  [paths.home, 'More'],
  [paths.home, 'Account menu'],
  [paths.home, /^Notifications/],
  [paths.discover, /^Filters/],
  [paths.order(order), 'Accept work'],
]

test('dialogs and menus are accessible and can be closed', { tag: MATRIX }, async ({ visit }) => {
  const brand = await demo('brand')
  const orders = brand.client.from('pack_orders').select('id').limit(1)
  const { id } = await must(orders.eq('status', 'delivered').single())
  const page = await visit(brand, { viewport: PHONE })
  const stopped = await watch(page)
  await page.goto(paths.settings())
  // A key that is pressed before the application runs has no effect, so the test waits for the heading.
  await expect(page.getByRole('main').getByRole('heading', { name: 'Settings' })).toBeVisible()
  for (const [path, open, isKey] of OVERLAYS(id))
    await test.step(String(open), async () => {
      await follow(page, path)
      await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
      if (isKey) await page.keyboard.press(String(open))
      else await page.getByRole('button', { name: open, exact: true }).first().click()
      await expect(page.getByRole('dialog').or(page.getByRole('menu')).first()).toBeVisible()
      await expectAccessible(page, String(open))
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0)
    })
  expect(await stopped(), 'blocked by the policy').toEqual([])
})

test('pages for creators and staff have no visible fault @detail', async ({ visit }) => {
  await inspectFrom(paths.settings(), await visit(await demo('creator')), CREATOR)
  await inspectFrom(
    paths.settings(),
    await visit(await demo('staff')),
    DESK((await demo('creator')).id),
  )
})

/** Changes the responses for the pages that are opened from now on, one entry for each state. */
const STATES = {
  full: () => Promise.resolve(),
  empty: (page: Page) =>
    page.route('**/rpc/staff_list', answer(200, { rows: [], next: null, total: 0 })),
  failing: (page: Page) =>
    page.route('**/rest/v1/**', answer(400, { code: 'PT400', message: 'no_such_refusal' })),
  offline: (page: Page) => page.context().setOffline(true),
}

async function expectAllAccessible(page: Page, screens: Screen[]) {
  await page.setViewportSize(PHONE)
  for (const { name, path } of screens)
    await test.step(name, async () => {
      await follow(page, path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      const busy = page.locator('[aria-busy=true], .mantine-Skeleton-root')
      await expect(busy, name).toHaveCount(0, { timeout: 60_000 })
      await expectAccessible(page, name)
    })
}

for (const locale of ['en-GB', 'es-ES', 'tr-TR'])
  for (const [state, bring] of Object.entries(STATES))
    test(
      `every screen is accessible, ${state}, in ${locale}`,
      { tag: MATRIX },
      async ({ visit }) => {
        const isEmpty = state === 'empty'
        const people: [Parameters<typeof visit>[0], Screen[]][] = [
          [isEmpty ? await newMember('brand') : await demo('brand'), BRAND(await seenByBrand())],
          [isEmpty ? await newMember('kol') : await demo('creator'), CREATOR],
          [await demo('staff'), DESK((await demo('creator')).id)],
        ]
        if (state === 'full') people.push([null, VISITOR], [await newcomer(), NEWCOMER])
        for (const [who, screens] of people) {
          const page = await visit(who, { locale, loadsAhead: true })
          await page.goto((who && screens[0]?.path) || '/forgot-password')
          await page.waitForLoadState('networkidle')
          await bring(page)
          await expectAllAccessible(page, screens)
        }
      },
    )
