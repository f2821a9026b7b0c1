import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { demo, follow, must, openAs, type Member } from './support/members.ts'
import { expectNoSidewaysScroll } from './support/screen.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
type Screen = { name: string; path: string; ready: string | RegExp }

const VISITOR: Screen[] = [
  { name: 'landing', path: '/', ready: /Hire Web3 creators/ },
  { name: 'login', path: '/login', ready: 'Welcome back' },
  { name: 'signup', path: '/signup', ready: 'Join with your invite' },
  { name: 'no link', path: '/auth/reset-password', ready: 'There is no link here' },
]

type Axe = { run: (on: object, options: object) => Promise<{ violations: Violation[] }> }
type Violation = { id: string; help: string; nodes: { html: string }[] }

/** Axe stays in the page after its first look: bringing it anew for each costs as much as looking. */
async function bringAxe(page: Page) {
  if (await page.evaluate(() => 'axe' in window)) return
  await new AxeBuilder({ page }).setLegacyMode().withRules('html-has-lang').analyze()
  // Half-way between two colours nothing is readable.
  // As a sheet: the policy of the site refuses style elements, the tests' own included.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}

/** Only colours differ between the light and the dark world: the second look is at contrast alone. */
async function look(page: Page, colors: 'light' | 'dark', only?: string[]) {
  await bringAxe(page)
  const violations = await page.evaluate(
    async ({ scheme, rules }) => {
      document.documentElement.dataset['mantineColorScheme'] = scheme
      const found = await (window as unknown as { axe: Axe }).axe.run(
        { exclude: '.Toastify' },
        {
          resultTypes: ['violations'],
          iframes: false,
          preload: false,
          ...(rules && { runOnly: rules }),
        },
      )
      return found.violations.map(({ id, help, nodes }) => ({
        id,
        help,
        nodes: nodes.map(({ html }) => ({ html })),
      }))
    },
    { scheme: colors, rules: only },
  )
  return violations.map(
    ({ id, help, nodes }) =>
      `${colors}: ${id}: ${help}\n  ${nodes.map(({ html }) => html.slice(0, 160)).join('\n  ')}`,
  )
}

async function inspect(page: Page, screens: Screen[]) {
  for (const { name, path, ready } of screens) {
    await test.step(name, async () => {
      await page.setViewportSize(PHONE)
      await follow(page, path)
      await expect(page.getByRole('heading', { name: ready }).first()).toBeVisible()
      await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
      await expectNoSidewaysScroll(page, name)
      const found = [
        ...(await look(page, 'light')),
        ...(await look(page, 'dark', ['color-contrast'])),
      ]
      await page.setViewportSize(DESKTOP)
      found.push(...(await look(page, 'dark', ['color-contrast'])), ...(await look(page, 'light')))
      expect.soft(found.join('\n'), name).toBe('')
    })
  }
}

async function openFor(browser: Parameters<typeof openAs>[0], member: Member) {
  const page = await openAs(browser, member)
  await page.goto('/dashboard/settings')
  return page
}

test('what visitors see', async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto('/forgot-password')
  await inspect(page, VISITOR)
  await context.close()
})

test('what brands see', async ({ browser }) => {
  const brand = await demo('brand')
  const creator = await demo('creator')
  const order = await must(
    brand.client
      .from('pack_orders')
      .select('id, pack_title')
      .eq('status', 'delivered')
      .limit(1)
      .single(),
  )
  const page = await openFor(browser, brand)
  await inspect(page, [
    { name: 'home', path: '/dashboard', ready: /^Hello, / },
    { name: 'discover', path: '/dashboard/discover', ready: 'Discover creators' },
    { name: 'creator', path: `/dashboard/kol-profile/${creator.id}`, ready: creator.name },
    { name: 'order', path: `/dashboard/orders/${order.id}`, ready: order.pack_title },
    { name: 'messages', path: `/dashboard/messages/${creator.id}`, ready: creator.name },
    { name: 'payments', path: '/dashboard/payments', ready: 'Payments' },
    { name: 'saved searches', path: '/dashboard/saved-searches', ready: 'Saved searches' },
    { name: 'shortlist', path: '/dashboard/shortlist', ready: 'Shortlist' },
    { name: 'notifications', path: '/dashboard/notifications', ready: 'Notifications' },
    { name: 'settings', path: '/dashboard/settings', ready: 'Settings' },
    { name: 'security', path: '/dashboard/settings/security', ready: 'Where you are signed in' },
  ])
  await page.context().close()
})

test('what creators and staff see', async ({ browser }) => {
  const page = await openFor(browser, await demo('creator'))
  await inspect(page, [{ name: 'packs', path: '/dashboard/packs', ready: 'My packs' }])
  await page.context().close()
  const desk = await openFor(browser, await demo('staff'))
  await inspect(desk, [{ name: 'staff', path: '/dashboard/staff', ready: 'Staff' }])
  await desk.context().close()
})
