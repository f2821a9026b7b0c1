// Measures a visit with a mid-range phone on a slow connection, both simulated by Chromium.
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>
type Line = { latency: number; bytesPerSecond: number }

export const FAST_3G: Line = { latency: 150, bytesPerSecond: 1_600_000 / 8 }
export const SLOW_3G: Line = { latency: 400, bytesPerSecond: 400_000 / 8 }
const CPU_SLOWDOWN = 4
const GIVE_UP_MS = 90_000
/** The time without a response after which a page counts as loaded. */
const QUIET_MS = 3_000

/** Selectors: a page shows its content once `there` exists and the placeholder `gone` does not. */
export type Content = { there: string; gone: string }

export interface Visit {
  /** The first paint, in milliseconds from the start of the navigation, as all times here. */
  firstPaint: number
  largestPaint: number
  content: number
  /** Total blocking time: the part of each task beyond 50 ms, summed from the first paint on. */
  blocking: number
  shift: number
  filesUntilContent: number
  filesAfterIdle: number
  kilobytesUntilContent: number
}

type Recorded = { paint: number; largest: number; shift: number; long: [number, number][] }
type Recording = Window & { recorded: Recorded }

/** Records performance entries; it runs in the page before the page's own scripts. */
function record() {
  const recorded: Recorded = { paint: 0, largest: 0, shift: 0, long: [] }
  ;(globalThis as unknown as Recording).recorded = recorded
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    })
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') recorded.paint = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => {
    recorded.largest = entry.startTime
  })
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) recorded.shift += value
  })
  observe('longtask', ({ startTime, duration }) => recorded.long.push([startTime, duration]))
}

export interface Phone {
  page: Page
  wire: CDPSession
  close(): Promise<void>
}

/** Opens a browser with an empty cache on a simulated phone and connection. */
export async function phone(
  browser: Browser,
  baseURL: string,
  { session, line = FAST_3G }: { session?: Session | undefined; line?: Line } = {},
): Promise<Phone> {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-GB',
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    ignoreHTTPSErrors: true,
    ...(session ? { storageState: session } : {}),
  })
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.bytesPerSecond,
    uploadThroughput: line.bytesPerSecond / 2,
    connectionType: 'cellular3g',
  })
  await wire.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript(record)
  return { page, wire, close: () => context.close() }
}

/** The time at which the content is visible, and what was loaded by then. */
async function contentOf(page: Page, content: Content) {
  const found = await page.waitForFunction(
    ({ there, gone }) => {
      if (!document.querySelector(there) || document.querySelector(gone)) return null
      const files = performance
        .getEntriesByType('resource')
        .filter((each) => new URL(each.name).origin === location.origin)
      return {
        at: performance.now(),
        files: files.length,
        bytes: files.reduce(
          (sum, each) => sum + (each as PerformanceResourceTiming).encodedBodySize,
          0,
        ),
      }
    },
    content,
    { polling: 50, timeout: GIVE_UP_MS },
  )
  return (await found.jsonValue()) ?? { at: Number.NaN, files: 0, bytes: 0 }
}

const countFiles = (page: Page) =>
  page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .filter((each) => new URL(each.name).origin === location.origin).length,
  )

async function quiet(page: Page): Promise<number> {
  for (let before = -1; ;) {
    const now = await countFiles(page)
    if (now === before) return now
    before = now
    await page.waitForTimeout(QUIET_MS)
  }
}

export async function visit(at: Phone, path: string, content: Content): Promise<Visit> {
  const { page } = at
  await page.goto(path, { waitUntil: 'commit', timeout: GIVE_UP_MS })
  const { at: shown, files, bytes } = await contentOf(page, content)
  const filesAfterIdle = await quiet(page)
  const recorded = await page.evaluate(() => (globalThis as unknown as Recording).recorded)
  const blocking = recorded.long
    .filter(([start]) => start >= recorded.paint)
    .reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0)
  return {
    firstPaint: recorded.paint,
    largestPaint: recorded.largest,
    content: shown,
    blocking,
    shift: recorded.shift,
    filesUntilContent: files,
    filesAfterIdle,
    kilobytesUntilContent: bytes / 1000,
  }
}

/** Milliseconds from a press to the next frame: the longest event duration that Chromium reports for it. */
export async function pressed({ page }: Phone, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const shared = globalThis as unknown as { longest: number }
    shared.longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        shared.longest = Math.max(shared.longest, duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await press()
  await page.waitForTimeout(QUIET_MS)
  return page.evaluate(() => (globalThis as unknown as { longest: number }).longest)
}
