import { randomInt } from 'node:crypto'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { makeMarket } from '../support/deals.ts'
import { demo, newMember, openAs, write } from '../support/members.ts'
import { MISSING, spoken } from '../support/words.ts'
import { chancesOf, type Chances } from './chances.ts'
import { act, addressesFor } from './acts.ts'

// Clicks and types at random in the built product. No error may be thrown, no raw text shown, no page may
// scroll sideways, and no draft may be lost. `KOLPACT_SEED` repeats a run, as far as the data of the
// market is the same; `KOLPACT_MINUTES` limits the total time of all runs.

const MINUTES = Number(process.env['KOLPACT_MINUTES'] ?? 10)
const SEED = process.env['KOLPACT_SEED']
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

/** Technical messages that a page must not show. */
const RAW =
  /\bundefined\b|\bNaN\b|\[object |\bJWT\b|PGRST|PT4\d\d|<html|invalid input syntax|violates|TypeError|Something broke on our side/

const ROUNDS = {
  'a brand on a phone': { who: 'brand', viewport: PHONE, locale: 'en-GB', colorScheme: 'light' },
  'a creator': { who: 'creator', viewport: DESKTOP, locale: 'tr-TR', colorScheme: 'dark' },
  staff: { who: 'staff', viewport: DESKTOP, locale: 'en-GB', colorScheme: 'light' },
  'a creator on a phone': { who: 'creator', viewport: PHONE, locale: 'es-ES', colorScheme: 'dark' },
  'a brand': { who: 'brand', viewport: DESKTOP, locale: 'en-GB', colorScheme: 'dark' },
} as const
type Round = (typeof ROUNDS)[keyof typeof ROUNDS]

async function openMarketFor(browser: Browser, { who, ...options }: Round) {
  const market = await makeMarket()
  await write(market.brand, market.creator, 'See https://example.test')
  await newMember('kol', { approved: false })
  const member = who === 'staff' ? await demo('staff') : market[who]
  const page = await openAs(browser, member, options)
  const ids = {
    other: who === 'brand' ? market.creator.id : market.brand.id,
    orders: Object.values(market.orders),
    campaign: market.campaign,
  }
  return { page, paths: addressesFor(who, ids) }
}

async function faultsOn(page: Page): Promise<string[]> {
  const texts = await spoken(page)
  const raw = texts.filter((text) => RAW.test(text) || MISSING.test(text))
  const aside = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return [...raw.map((text) => `raw text: ${text}`), ...(aside > 0 ? [`sideways: ${aside}`] : [])]
}

/** Faults that are still there after half a second: a list that opens is at a wrong position for a moment. */
async function lastingFaultsOn(page: Page): Promise<string[]> {
  const first = await faultsOn(page).catch(() => [])
  if (first.length === 0) return []
  await page.waitForTimeout(500)
  return faultsOn(page).catch(() => [])
}

async function explore(page: Page, paths: string[], chances: Chances, until: number) {
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(String(error.stack ?? error)))
  const steps: string[] = []
  const kept = new Set<string>()
  await page.goto(paths[0] ?? '/')
  while (Date.now() < until) {
    const { step, lost } = await act(page, paths, chances, kept)
    steps.push(step)
    const wrong = [...lost, ...(await lastingFaultsOn(page))]
    const story = steps.slice(-20).join('\n')
    expect(thrown, story).toEqual([])
    expect(wrong, `${page.url()}\n${story}`).toEqual([])
  }
  return steps.length
}

for (const [name, round] of Object.entries(ROUNDS))
  test(`${name} clicks and types at random, and no page fails`, async ({ browser }) => {
    const time = (MINUTES * 60_000) / Object.keys(ROUNDS).length
    test.setTimeout(time + 120_000)
    const seed = SEED === undefined ? randomInt(2 ** 31) : Number(SEED)
    console.log(`${name}: seed ${seed}`)
    const { page, paths } = await openMarketFor(browser, round)
    const steps = await explore(page, paths, chancesOf(seed), Date.now() + time)
    console.log(`${name}: ${steps} steps`)
    expect(steps).toBeGreaterThan(10)
    await page.context().close()
  })
