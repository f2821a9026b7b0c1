import { test as base, type Browser, type Page } from '@playwright/test'
import { isDelayed, waitingForReplica } from './delayed.ts'
import { openAs, type Member, type VisitOptions } from './members.ts'

export {
  expect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test'

interface Fixtures {
  /** Opens a page in a browser context of its own, of a member or of a stranger; the test closes it. */
  visit: (who: Pick<Member, 'session'> | null, options?: VisitOptions) => Promise<Page>
}

export const test = base.extend<Fixtures, { browser: Browser }>({
  browser: [
    async ({ browser }, give) => give(isDelayed ? waitingForReplica(browser) : browser),
    { scope: 'worker' },
  ],
  visit: async ({ browser }, give) => {
    const pages: Page[] = []
    await give(async (who, options) => {
      const page = await openAs(browser, who, options)
      pages.push(page)
      return page
    })
    await Promise.all(pages.map((page) => page.context().close()))
  },
})
