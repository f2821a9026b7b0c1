// A rule that makes an attack cheaper than stated fails here: every known strategy of a ring is
// played at the prices that were cheapest for it (`npm run bench abuse` tries more of them).
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import {
  each,
  GOALS,
  LEAST,
  priceOf,
  startMarket,
  STRATEGIES,
  type Goal,
} from '../support/rings.ts'

const UNREACHED = ['two members, again and again', 'the same, refunded', 'the same, charged back']

let market: TestDatabase
beforeAll(async () => {
  market = await startMarket()
}, 300_000)
afterAll(() => market?.stop())

const cheapest = new Map<Goal, number>()

test.each(STRATEGIES)('$name', { timeout: 600_000 }, async (strategy) => {
  const prices = await priceOf(market.sql, strategy)
  expect(prices.size === 0, 'reaches nothing').toBe(UNREACHED.includes(strategy.name))
  for (const [goal, price] of prices) {
    expect(each(price), `${goal}: fees`).toBeGreaterThanOrEqual(LEAST[goal].fees)
    expect(price.days, `${goal}: days`).toBeGreaterThanOrEqual(LEAST[goal].days)
    cheapest.set(goal, Math.min(each(price), cheapest.get(goal) ?? Infinity))
  }
})

test('the least that is stated is what it costs', () => {
  const stated = Object.fromEntries(GOALS.map((goal) => [goal, LEAST[goal].fees]))
  expect(Object.fromEntries(cheapest)).toEqual(stated)
})
