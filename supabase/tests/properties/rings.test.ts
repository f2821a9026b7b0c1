// A rule that makes an attack cheaper than stated fails here: every known strategy of a ring is
// played at the prices that were cheapest for it (`npm run bench abuse` tries more of them).
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { HEAVY } from '../support/race.ts'
import {
  cheapest,
  each,
  GOALS,
  JUNK,
  LEAST,
  pricesOf,
  startMarket,
  STRATEGIES,
  takenOutWithStolenCards,
  type Price,
} from '../support/rings.ts'

const UNREACHED = ['two members, again and again', 'the same, refunded', 'the same, charged back']

let market: TestDatabase
beforeAll(async () => {
  market = await startMarket()
}, 300_000)
afterAll(() => market?.stop())

const found: Price[] = []

test.each(STRATEGIES)('$name', { timeout: 900_000 }, async (strategy) => {
  const attempts = strategy.attempts.filter(({ heavy }) => HEAVY || !heavy)
  const prices = await pricesOf(market.sql, strategy, attempts)
  expect(prices.length === 0, 'reaches nothing').toBe(UNREACHED.includes(strategy.name))
  for (const price of prices) {
    const least = LEAST[price.goal]
    expect(price.fees, `${price.goal}: fees`).toBeGreaterThanOrEqual(least.fees)
    expect(each(price), `${price.goal}: for each`).toBeGreaterThanOrEqual(least.each)
    expect(price.days, `${price.goal}: days`).toBeGreaterThanOrEqual(least.days)
  }
  found.push(...prices)
})

test.each(
  JUNK.flatMap((junk) => [
    { junk, isTrusted: false },
    { junk, isTrusted: true },
  ]),
)(
  'ten pairs of accounts with stolen cards gain nothing by junk: $junk, trusted: $isTrusted',
  { timeout: 300_000 },
  async ({ junk, isTrusted }) => {
    expect(await takenOutWithStolenCards(market.sql, junk, isTrusted)).toBe(0)
  },
)

test.each(GOALS)('the least that is stated for %s is what it costs', (goal) => {
  expect(cheapest(found, goal)?.fees).toBe(LEAST[goal].fees)
  expect(each(cheapest(found, goal, each)!)).toBe(LEAST[goal].each)
})
