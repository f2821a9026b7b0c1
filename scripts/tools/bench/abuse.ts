// Measures the cost for a ring of accounts to buy trust, invites or a place in discovery. Every known
// strategy runs with the real functions in the demo market, at three prices of an order. Six prices would
// take twice as long and find hardly cheaper ways.
import {
  cheapest,
  each,
  GOALS,
  LEAST,
  pricesOf,
  startMarket,
  STRATEGIES,
  type Goal,
  type Price,
} from '../../../supabase/tests/support/rings.ts'
import { bound, section } from './support/measure.ts'

// Prices of an order in dollars: the lowest allowed one, and higher ones that reach a goal with few orders.
const PRICES = [5, 50, 500]
const TITLES: Record<Goal, string> = {
  trusted: 'trusted',
  invites: '20 invites',
  discovery: 'the first 24 of discovery',
}

const market = await startMarket()
try {
  const rows: string[][] = []
  for (const strategy of STRATEGIES) {
    const attempts = PRICES.map((price) => ({ price, goals: GOALS, from: 0 }))
    const prices = await pricesOf(market.sql, strategy, attempts)
    rows.push([strategy.name, ...GOALS.map((goal) => cell(goal, prices))])
  }
  const least = GOALS.map((goal) => `${LEAST[goal].fees} (${LEAST[goal].each})`)
  section(
    'The price of an attack',
    'Dollars of fees that a ring of accounts does not get back until its first member has what it wants, in parentheses for each where many get it together. `supabase/tests/properties/rings.test.ts` holds the database to the least.',
    ['strategy', ...GOALS.map((goal) => TITLES[goal])],
    [...rows, ['at least', ...least]],
  )
} finally {
  await market.stop()
}

function cell(goal: Goal, prices: Price[]): string {
  const price = cheapest(prices, goal)
  const inBulk = cheapest(prices, goal, each)
  if (!price || !inBulk) return 'not in a year'
  const [first, forEach] = [dollars(price.fees), dollars(each(inBulk))]
  return bound(`${first} (${forEach})`, first >= LEAST[goal].fees && forEach >= LEAST[goal].each)
}

function dollars(amount: number): number {
  return Math.round(amount * 100) / 100
}
