// What it costs a ring of accounts to buy trust, invites or a place in discovery: every known
// strategy, played against the real functions in the market of the seed.
import {
  each,
  GOALS,
  LEAST,
  priceOf,
  startMarket,
  STRATEGIES,
  type Goal,
  type Price,
} from '../../supabase/tests/support/rings.ts'
import { table } from './support/measure.ts'

const TITLES: Record<Goal, string> = {
  trusted: 'To become trusted',
  invites: 'To have 20 invites',
  discovery: 'To be among the first 24 of discovery',
}
// Every price between what an order may cost and what pays for a goal at once.
const PRICES = [5, 50, 100, 125, 150, 200, 500, 1000]

const market = await startMarket()
try {
  const found: Map<Goal, Price>[] = []
  for (const strategy of STRATEGIES) {
    console.error(`  ${strategy.name}`)
    found.push(
      await priceOf(
        market.sql,
        strategy,
        PRICES.map((price) => ({ price, goals: GOALS })),
      ),
    )
  }
  console.log(
    [
      '## The price of an attack',
      [
        'What rings of accounts pay at least in the market of the seed, by strategy. Fees are the dollars that the ring does not',
        'get back, for each member who reaches the goal. The others whom it needs from outside are the members let in by staff,',
        'who also approve every creator; that is not priced here. All orders of a ring have one of eight prices from 5 to 1,000.',
        'The test `supabase/tests/properties/rings.test.ts` holds the database to the least.',
      ].join('\n'),
      ...GOALS.flatMap((goal) => [`### ${TITLES[goal]}`, least(goal), section(goal, found)]),
    ].join('\n\n'),
  )
} finally {
  await market.stop()
}

function least(goal: Goal): string {
  const { fees, days } = LEAST[goal]
  return `At least ${fees} dollars${days ? ` and ${days} days` : ''}.`
}

function section(goal: Goal, found: Map<Goal, Price>[]): string {
  return table(
    ['strategy', 'fees', 'members', 'let in by staff', 'orders', 'days'],
    STRATEGIES.map(({ name }, place) => {
      const price = found[place]?.get(goal)
      if (!price) return [name, 'not in a year', '', '', '', '']
      const fees = Math.round(each(price) * 100) / 100
      return [name, fees, price.members, price.letInByStaff, price.orders, price.days]
    }),
  )
}
