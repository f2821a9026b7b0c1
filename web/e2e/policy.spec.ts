import { expect, test, type Page } from '@playwright/test'
import { demo, openAs } from './support/members.ts'
import { OPEN, SIGNED_OUT_ONLY } from './support/pages.ts'
import { watch } from './support/watch.ts'

// The content security policy and its companions, as the production build is served. That it stops
// nothing of the dashboard is watched by `a11y.spec.ts`, which looks at every page.

async function rest(page: Page) {
  await expect(page.locator('h1, h2').first()).toBeVisible()
}

test('every answer carries the headers, pages and files alike', async ({ request }) => {
  for (const path of ['/', '/terms-of-service', '/dashboard', '/favicon.svg']) {
    const headers = (await request.get(path)).headers()
    const policy = headers['content-security-policy'] ?? ''
    expect(policy, path).not.toContain('unsafe')
    expect(policy, path).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers, path).toMatchObject({
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['permissions-policy'], path).toContain('camera=()')
  }
})

test('nothing of the open pages is stopped', async ({ page }) => {
  const stopped = await watch(page)
  for (const path of Object.keys({ ...OPEN, ...SIGNED_OUT_ONLY, '/no-such-page': '' })) {
    await page.goto(path)
    await rest(page)
    expect(await stopped(), path).toEqual([])
  }
})

test('nothing of a page in another language is stopped', async ({ browser }) => {
  const page = await browser.newPage({ locale: 'es-ES' })
  const stopped = await watch(page)
  await page.goto('/pricing')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await rest(page)
  await expect(page.locator('#root')).toBeVisible()
  expect(await stopped()).toEqual([])
  await page.context().close()
})

test('dialogs, menus, notices and live changes work without style elements', async ({
  browser,
}) => {
  const page = await openAs(browser, await demo('creator'))
  const stopped = await watch(page)
  await page.goto('/dashboard/packs')
  await page.getByRole('button', { name: 'New pack' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflowY)
  expect(await overflow(), 'the page behind a dialog does not scroll').toBe('hidden')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(overflow).not.toBe('hidden')
  await page
    .getByRole('button', { name: /account|menu/i })
    .first()
    .click()
  await expect(page.getByRole('menu').or(page.getByRole('dialog')).first()).toBeVisible()
  expect(await stopped()).toEqual([])
  await page.context().close()
})

test('an injected script does not run, nor a handler, a style or a foreign picture', async ({
  page,
}) => {
  const stopped = await watch(page)
  await page.goto('/login')
  await rest(page)
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.injected = "script"'
    document.body.append(script)
    const box = document.createElement('div')
    box.innerHTML =
      '<img src="x:" onerror="window.injected = 1"><p id="styled" style="color: red"></p>' +
      '<iframe srcdoc="<script>parent.injected = 2</script>"></iframe>' +
      '<img src="https://tracker.example/pixel.png"><form action="https://evil.example"></form>'
    document.body.append(box)
    box.querySelector('form')?.requestSubmit()
  })
  const directives = new Set<string | undefined>()
  const found = async () => {
    for (const what of await stopped()) directives.add(what.split(' ')[1])
    return [...directives].toSorted()
  }
  await expect
    .poll(found)
    .toEqual(['form-action', 'img-src', 'script-src-attr', 'script-src-elem', 'style-src-attr'])
  expect(await page.evaluate(() => (window as { injected?: unknown }).injected)).toBeUndefined()
})
