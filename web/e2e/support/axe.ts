import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { IS_HEAVY } from './heavy.ts'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }

type Colors = 'light' | 'dark'
type Look = [size: typeof PHONE, colors: Colors, only?: string[]]
/** Window sizes and colour schemes of `npm run test:heavy`. The schemes differ only in colours, so for the second scheme only contrast is checked. */
const EVERY: Look[] = [
  [PHONE, 'light'],
  [PHONE, 'dark', ['color-contrast']],
  [DESKTOP, 'dark', ['color-contrast']],
  [DESKTOP, 'light'],
]
const PLAIN: Look[] = [[PHONE, 'light']]

type Violation = { id: string; help: string; nodes: { html: string }[] }
type Axe = { run: (on: object, options: object) => Promise<{ violations: Violation[] }> }

/** Loads axe into the page once: loading it for each check takes as long as the check. */
async function loadAxe(page: Page) {
  if (await page.evaluate(() => 'axe' in window)) return
  await new AxeBuilder({ page }).setLegacyMode().withRules('html-has-lang').analyze()
  // Turns transitions off, because colours in the middle of a transition may lack contrast. Uses a constructed
  // style sheet, because the site's policy refuses style elements.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}

async function look(page: Page, [size, colors, only]: Look): Promise<string[]> {
  await page.setViewportSize(size)
  const violations = await page.evaluate(
    async ({ scheme, rules }) => {
      document.documentElement.dataset['mantineColorScheme'] = scheme
      const options = { resultTypes: ['violations'], iframes: false, preload: false }
      const found = await (window as unknown as { axe: Axe }).axe.run(
        { exclude: '.Toastify' },
        // Axe checks `target-size`, a rule that is new in WCAG 2.2, only if it is enabled.
        {
          ...options,
          ...(rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } }),
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
      `${size.width}, ${colors}: ${id}: ${help}\n  ${nodes.map(({ html }) => html.slice(0, 160)).join('\n  ')}`,
  )
}

/** Expects that axe finds no fault; restores the size and the theme of the page. */
export async function expectAccessible(page: Page, name: string) {
  const size = page.viewportSize()
  const scheme = await page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
  await loadAxe(page)
  const found: string[] = []
  for (const each of IS_HEAVY ? EVERY : PLAIN) found.push(...(await look(page, each)))
  expect.soft(found.join('\n'), name).toBe('')
  if (size) await page.setViewportSize(size)
  await page.evaluate((to) => {
    document.documentElement.dataset['mantineColorScheme'] = to ?? 'light'
  }, scheme)
}
