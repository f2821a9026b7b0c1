// Measures the cost for a ring of accounts to buy trust, invites or a place in discovery. Every known
// strategy runs against the real functions in the market of the seed.
import {
  cheapest,
  each,
  GOALS,
  LEAST,
  pricesOf,
  ringsOfFive,
  startMarket,
  STRATEGIES,
  type Five,
  type Goal,
  type Price,
} from '../../../supabase/tests/support/rings.ts'
import { table } from './support/measure.ts'

const TITLES: Record<Goal, string> = {
  trusted: 'To become trusted',
  invites: 'To have 20 invites',
  discovery: 'To be among the first 24 of discovery',
}
// Every price between what an order may cost and what pays for a goal at once.
const PRICES = [5, 50, 100, 150, 200, 500]

const market = await startMarket()
try {
  const found: Price[][] = []
  for (const strategy of STRATEGIES) {
    console.error(`  ${strategy.name}`)
    const attempts = PRICES.map((price) => ({ price, goals: GOALS }))
    found.push(await pricesOf(market.sql, strategy, attempts))
  }
  console.log(
    [
      '## The price of an attack',
      [
        'What rings of accounts pay at least in the market of the seed, by strategy. Fees are the dollars that the ring',
        'does not get back: for the first member who reaches the goal, and for each where many reach it together.',
        'The members let in by staff are whom it needs from outside; staff also approve every creator, which is not',
        'priced here. All orders of a ring have one of six prices from 5 to 500.',
        'The test `supabase/tests/properties/rings.test.ts` holds the database to the least.',
      ].join('\n'),
      '### What five accounts cost and get',
      [
        'Each but the first is a ring of five brands. Those who buy each buy once for 50 dollars from one creator.',
        'Of the accounts that follow by invites without another order, 20 are tried.',
      ].join('\n'),
      fives(await ringsOfFive()),
      ...GOALS.flatMap((goal) => [`### ${TITLES[goal]}`, least(goal), section(goal, found)]),
    ].join('\n\n'),
  )
} finally {
  await market.stop()
}

function least(goal: Goal): string {
  const { fees, each: forEach, days } = LEAST[goal]
  return `At least ${fees} dollars, ${forEach} for each of many${days ? `, and ${days} days` : ''}.`
}

function fives(rings: Five[]): string {
  return table(
    [
      'five accounts',
      'fees',
      'first messages a day',
      'campaigns',
      'accounts invited',
      'counterparties',
      'reviews',
    ],
    rings.map((one) => [
      one.ring,
      dollars(one.fees),
      one.firstMessages,
      one.campaigns,
      one.invited,
      one.counterparties,
      one.reviews,
    ]),
  )
}

function dollars(amount: number): number {
  return Math.round(amount * 100) / 100
}

function section(goal: Goal, found: Price[][]): string {
  return table(
    ['strategy', 'fees', 'members', 'let in by staff', 'orders', 'days', 'fees for each'],
    STRATEGIES.map(({ name }, place) => {
      const prices = found[place] ?? []
      const price = cheapest(prices, goal)
      const inBulk = cheapest(prices, goal, each)
      if (!price || !inBulk) return [name, 'not in a year', '', '', '', '', '']
      const { members, letInByStaff, orders, days } = price
      return [name, dollars(price.fees), members, letInByStaff, orders, days, dollars(each(inBulk))]
    }),
  )
}
