// When reads go to a delayed replica (`npm run test:cluster -- journeys`), a page is opened only after the replica has received
// what other members and the test wrote. It does not wait for the writes of its own browser.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext } from '@playwright/test'

const DELAY_MS = Number(process.env['KOLPACT_DELAY_MS'] ?? 0)
const MARGIN_MS = 700
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isDelayed = DELAY_MS > 0

/** Time of the last write of each browser, and of the test itself. */
const wrote = new Map<BrowserContext | 'test', number>()

/** Notes that the test itself has written. */
export function noteWrite(): void {
  wrote.set('test', Date.now())
}

async function untilKnown(context: BrowserContext) {
  const others = [...wrote].filter(([by]) => by !== context).map(([, at]) => at)
  const ready = Math.max(0, ...others) + DELAY_MS + MARGIN_MS
  if (ready > Date.now()) await sleep(ready - Date.now())
}

/** Makes the browser wait for the replica before it opens a page. */
export function waitingForReplica(browser: Browser): Browser {
  const { fetch } = globalThis
  globalThis.fetch = (input, init) =>
    fetch(input, init).finally(() => {
      if (!READS.has(init?.method ?? 'GET')) noteWrite()
    })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.on('response', (response) => {
      if (!READS.has(response.request().method())) wrote.set(context, Date.now())
    })
    context.on('page', (page) => {
      const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
      page.goto = (...args) => untilKnown(context).then(() => goto(...args))
      page.reload = (...args) => untilKnown(context).then(() => reload(...args))
    })
    return context
  }
  return browser
}
