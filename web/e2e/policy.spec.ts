import { expect, test } from './support/test.ts'
import { watch } from './support/watch.ts'

// The content security policy and related headers, as the production build is served. `pages.spec.ts`, which
// opens every page, checks that the policy blocks nothing of the product.

test('every response has the security headers, pages and files alike', async ({ request }) => {
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

test('an injected script, handler, style or foreign picture is blocked', async ({ page }) => {
  const stopped = await watch(page)
  await page.goto('/login')
  await expect(page.getByRole('heading').first()).toBeVisible()
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
