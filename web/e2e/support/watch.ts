import type { Page } from '@playwright/test'

/** Collects everything that the content security policy blocks on a page, from the start of its loading. */
export async function watch(page: Page): Promise<() => Promise<string[]>> {
  const stopped: string[] = []
  await page.exposeFunction('reportStopped', (what: string) => stopped.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportStopped(what: string): void }).reportStopped
      report(`${location.pathname}: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  return async () => {
    await page.waitForTimeout(200)
    return stopped.splice(0)
  }
}
