// Fails if a change makes an attack on reputation cheaper than documented. Every known strategy of a ring of accounts is
// played at the prices that were cheapest for it (`npm run bench abuse` tries more prices). `npm test` plays only the
// strategies that take seconds, `npm run test:heavy` all.
import { expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { HEAVY } from '../support/race.ts'
import {
  cheapest,
  each,
  GOALS,
  JUNK,
  LEAST,
  pricesOf,
  ringsOfFive,
  startMarket,
  STRATEGIES,
  takenOutWithStolenCards,
  type Price,
} from '../support/rings.ts'

const UNREACHED = [
  'two members, again and again',
  'the same, refunded',
  'the same, with one card',
  'the same, charged back',
]

const market = forAllTests(startMarket, 300_000)

const QUICK = ['two members, again and again', 'a chain of invites']

const found: Price[] = []

const played = STRATEGIES.filter(({ name }) => HEAVY || QUICK.includes(name))
test.each(played)(
  'the strategy "$name" reaches no goal cheaper or earlier than documented',
  { timeout: 900_000 },
  async (strategy) => {
    const attempts = strategy.attempts.filter(({ heavy }) => HEAVY || !heavy)
    const prices = await pricesOf(market.sql, strategy, attempts)
    expect(prices.length === 0, 'reaches nothing').toBe(UNREACHED.includes(strategy.name))
    for (const price of prices) {
      const least = LEAST[price.goal]
      expect(price.fees, `${price.goal}: fees`).toBeGreaterThanOrEqual(least.fees)
      expect(each(price), `${price.goal}: for each`).toBeGreaterThanOrEqual(least.each)
      expect(price.isEarly, `${price.goal}: before ${least.days} days`).toBe(false)
    }
    found.push(...prices)
  },
)

const COMBINATIONS = [true, false].flatMap((isTrusted) =>
  [true, false].map((isCleared) => ({ isTrusted, isCleared })),
)
const ATTACKS = HEAVY
  ? JUNK.flatMap((junk) => COMBINATIONS.map((one) => ({ junk, ...one })))
  : [
      { junk: 'delivered' as const, isTrusted: true, isCleared: true },
      { junk: 'ruled' as const, isTrusted: true, isCleared: false },
    ]

test.each(ATTACKS)(
  'ten pairs of accounts with stolen cards take no money out: junk $junk, trusted $isTrusted, holds over $isCleared',
  { timeout: 300_000 },
  async (attack) => {
    expect(await takenOutWithStolenCards(market.sql, attack)).toBe(0)
  },
)

test.each(HEAVY ? GOALS : [])(
  'the documented least price of %s is what the cheapest strategy pays',
  (goal) => {
    expect(cheapest(found, goal)?.fees).toBe(LEAST[goal].fees)
    expect(each(cheapest(found, goal, each)!)).toBe(LEAST[goal].each)
  },
)

test.each(HEAVY ? ['five'] : [])(
  '%s accounts of a ring can do no more than one account, until they pay',
  async () => {
    const rows = (await ringsOfFive()).map((five) => [
      five.ring,
      five.fees,
      five.firstMessages,
      five.campaigns,
      five.invited,
      five.counterparties,
      five.reviews,
    ])
    expect(rows).toEqual([
      ['one member, for comparison', 0, 20, 3, 11, 0, 0],
      ['by each other’s invites', 0, 20, 3, 7, 0, 0],
      ['with one inbox', 0, 20, 3, 7, 0, 0],
      ['with one inbox, buying', 25, 20, 10, 20, 1, 1],
      ['with one card, buying', 25, 20, 10, 20, 1, 1],
      ['by each other’s invites, buying', 23, 100, 50, 20, 2, 5],
      ['let in by staff, buying', 25, 100, 50, 20, 5, 5],
    ])
  },
  900_000,
)
