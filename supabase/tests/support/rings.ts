// Rings of accounts that buy a reputation from each other, played against the real functions of the
// database in a market with honest members. Each ring pays as little as it can; what it cannot get
// back is the price of the attack. Time is moved by the clock of the due work.
import { join } from 'node:path'
import type { Sql, TransactionSql } from 'postgres'
import { runSql, withClient } from '../../../scripts/stack/database.ts'
import { projectRoot } from '../../../scripts/stack/paths.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'

export const GOALS = ['trusted', 'invites', 'discovery'] as const
export type Goal = (typeof GOALS)[number]

/** What the cheapest way of one strategy to a goal costs. */
export type Price = {
  strategy: string
  goal: Goal
  /** In dollars: paid in, less everything that the ring still owns at the end. */
  fees: number
  /** Of the ring's members, how many have reached the goal for that. */
  reached: number
  members: number
  /** Members whom staff let in; the others came by invites of the ring. */
  letInByStaff: number
  orders: number
  days: number
}

/**
 * The least that each goal has to cost for each member who reaches it, whatever a ring does; all
 * fees in dollars. `npm run bench abuse` prints what each strategy does cost. Where everybody trades
 * with everybody each fee counts for both of its sides, which halves the price of a single member.
 *
 * trusted: what it gives is a hold of 3 days instead of 14 and no limit on conversations. Whoever
 *   plans a fraud with it pays first and waits a quarter of a year, longer than it takes most
 *   owners of stolen cards to notice.
 * invites: 15 more accounts, at about a dollar each, after the hold of a new member.
 * discovery: to be seen before an honest creator costs a ring about what the customers of that
 *   creator paid in fees. It grows with the market; this is for the small one of the seed.
 */
export const LEAST: Record<Goal, { fees: number; days: number }> = {
  trusted: { fees: 250, days: 90 },
  invites: { fees: 12.5, days: 14 },
  discovery: { fees: 37.5, days: 0 },
}

const YEAR = 365
const DAYS = [0, 3, 7, 14, 30, 60, 90, 180, YEAR]

/** A throw-away database with the market of the seed. */
export async function startMarket(): Promise<TestDatabase> {
  const db = await startTestDatabase(2)
  await withClient(db.url, async (client) => {
    await runSql(client, join(projectRoot, 'supabase', 'seed.sql'))
    // What the market itself still waits for is done, so that only the ring moves.
    for (let run = 0; run < 3; run += 1)
      await client.query('select private.run_due_work(now() + make_interval(days => $1))', [YEAR])
  }).catch(async (error: unknown) => {
    await db.stop()
    throw error
  })
  return db
}

type Member = { id: string; code: string }
type Outcome = 'completed' | 'settled' | 'refunded' | 'charged back'

class Ring {
  readonly members: Member[] = []
  letInByStaff = 0
  orders = 0
  readonly #sql: TransactionSql
  readonly #priceMinor: number

  constructor(sql: TransactionSql, price: number) {
    this.#sql = sql
    this.#priceMinor = price * 100
  }

  /** A new member, let in by staff or by the code of a member of the ring, as far as it reaches. */
  async join(role: 'brand' | 'kol', inviter?: Member): Promise<Member> {
    const name = `ring ${this.members.length}`
    const [made] = await this.#sql<{ id: string }[]>`
      select tests.make_member(${name}, ${role}, true, ${inviter?.code ?? 'TESTS-INVITE'}) as id`
    const [member] = await this.#sql<Member[]>`
      select id, referral_code as code from public.profiles where id = ${made?.id ?? null}`
    if (!member) throw new Error('not made')
    if (!inviter) this.letInByStaff += 1
    this.members.push(member)
    return member
  }

  /** One order, from payment to praise on both sides. */
  async trade(brand: Member, kol: Member, outcome: Outcome = 'completed'): Promise<void> {
    const sql = this.#sql
    const state =
      outcome === 'refunded' ? 'disputed' : outcome === 'settled' ? outcome : 'completed'
    const [order] = await sql<{ id: string }[]>`
      select tests.make_order(${brand.id}, ${kol.id}, ${state}, ${this.#priceMinor}) as id`
    const id = order?.id ?? ''
    if (outcome === 'refunded') {
      await sql`select tests.act_as(${kol.id})`
      await sql`select public.propose_settlement(${id}, 0)`
      await sql`select tests.act_as(${brand.id})`
      await sql`select public.accept_settlement(${id}, 0)`
    }
    for (const { id: author } of [brand, kol]) {
      await sql`select tests.act_as(${author})`
      await sql`select public.review_order(${id}, 5, 'Perfect.')`
    }
    if (outcome === 'charged back') {
      await sql`select tests.act_as_service()`
      await sql`select public.record_chargeback(p.provider, p.provider_ref, p.order_id, p.amount_minor, p.currency)
        from public.payments p where p.order_id = ${id}`
    }
    await sql`select tests.act_as_owner()`
    this.orders += 1
  }
}

/** All orders at one price in dollars, until each of the goals gets no cheaper. */
export type Attempt = { price: number; goals: readonly Goal[] }

type Strategy = {
  name: string
  /** What is cheapest for each goal that it reaches; without a goal it reaches none. */
  attempts: Attempt[]
  /** Spends a little more each time it goes on. */
  play: (ring: Ring) => AsyncGenerator<void>
}

/** Brands whom staff let in, each of which buys once from the same creator. */
function independent(name: string, outcome: Outcome, attempts: Attempt[]): Strategy {
  return {
    name,
    attempts,
    async *play(ring) {
      const kol = await ring.join('kol')
      for (let n = 0; n < 11; n += 1) {
        await ring.trade(await ring.join('brand'), kol, outcome)
        yield
      }
    },
  }
}

export const STRATEGIES: Strategy[] = [
  {
    name: 'two members, again and again',
    attempts: [5, 500].map((price) => ({ price, goals: GOALS })),
    async *play(ring) {
      const [kol, brand] = [await ring.join('kol'), await ring.join('brand')]
      for (let n = 0; n < 20; n += 1) {
        await ring.trade(brand, kol)
        yield
      }
    },
  },
  independent('a creator and many brands', 'completed', [
    { price: 50, goals: ['invites', 'discovery'] },
    { price: 500, goals: ['trusted'] },
  ]),
  independent('the same, settled for a half', 'settled', [
    { price: 200, goals: ['discovery'] },
    { price: 1000, goals: GOALS },
  ]),
  independent('the same, refunded', 'refunded', [{ price: 500, goals: GOALS }]),
  independent('the same, charged back', 'charged back', [{ price: 500, goals: GOALS }]),
  {
    name: 'a rich brand and many creators',
    attempts: [
      { price: 50, goals: ['invites'] },
      { price: 500, goals: ['trusted', 'discovery'] },
    ],
    async *play(ring) {
      const brand = await ring.join('brand')
      for (let n = 0; n < 11; n += 1) {
        await ring.trade(brand, await ring.join('kol'))
        yield
      }
    },
  },
  {
    name: 'everybody with everybody',
    attempts: [
      { price: 50, goals: ['invites'] },
      { price: 125, goals: ['discovery'] },
      { price: 500, goals: ['trusted'] },
    ],
    async *play(ring) {
      const [kols, brands]: [Member[], Member[]] = [[], []]
      for (let n = 0; n < 10; n += 1) {
        kols.push(await ring.join('kol'))
        brands.push(await ring.join('brand'))
        for (const one of kols.slice(0, -1)) await ring.trade(brands.at(-1)!, one)
        for (const one of brands) await ring.trade(one, kols.at(-1)!)
        yield
      }
    },
  },
  {
    name: 'a tree of invites below one member',
    attempts: [
      { price: 50, goals: ['invites'] },
      { price: 150, goals: ['trusted'] },
    ],
    async *play(ring) {
      const root = await ring.join('brand')
      const kol = await ring.join('kol', root)
      // Brothers and sisters of the creator do not count. They bring in those who do.
      const inviters = [await ring.join('brand', root), await ring.join('brand', root)]
      for (let n = 0; n < 48; n += 1) {
        const brand = await ring.join('brand', inviters[Math.floor(n / 5)])
        inviters.push(brand)
        await ring.trade(brand, kol)
        yield
      }
    },
  },
  {
    name: 'a chain of invites',
    attempts: [{ price: 50, goals: ['invites'] }],
    async *play(ring) {
      const kol = await ring.join('kol')
      let last = await ring.join('brand', kol)
      for (let n = 0; n < 48; n += 1) {
        last = await ring.join('brand', last)
        await ring.trade(last, kol)
        yield
      }
    },
  },
]

/** The cheapest way to each goal; goals that are out of reach for a year are left out. */
export async function priceOf(
  sql: Sql,
  strategy: Strategy,
  attempts = strategy.attempts,
): Promise<Map<Goal, Price>> {
  const cheapest = new Map<Goal, Price>()
  for (const { price, goals } of attempts) {
    const found = await rolledBack(sql, (tx) => attempt(tx, strategy, price, goals))
    for (const [goal, one] of found) {
      const before = cheapest.get(goal)
      if (!before || each(one) < each(before)) cheapest.set(goal, one)
    }
  }
  return cheapest
}

/** In dollars, for each member who reached the goal. */
export const each = (price: Price) => price.fees / price.reached

async function attempt(
  sql: TransactionSql,
  strategy: Strategy,
  price: number,
  goals: readonly Goal[],
): Promise<Map<Goal, Price>> {
  const cheapest = new Map<Goal, Price>()
  const ring = new Ring(sql, price)
  const open = new Set(goals)
  for await (const _ of strategy.play(ring)) {
    for (const one of await measure(sql, ring, strategy.name, [...open])) {
      const before = cheapest.get(one.goal)
      // More of the same only makes it dearer.
      if (before && each(one) >= each(before)) open.delete(one.goal)
      else cheapest.set(one.goal, one)
    }
    if (open.size === 0) break
  }
  return cheapest
}

async function measure(tx: TransactionSql, ring: Ring, strategy: string, goals: Goal[]) {
  const late = await inDays(tx, ring, YEAR)
  const found: Price[] = []
  for (const goal of goals.filter((one) => late[one] > 0)) {
    let days = YEAR
    for (const day of DAYS) {
      if ((await inDays(tx, ring, day))[goal] === 0) continue
      days = day
      break
    }
    found.push({
      strategy,
      goal,
      fees: late.fees,
      reached: late[goal],
      members: ring.members.length,
      letInByStaff: ring.letInByStaff,
      orders: ring.orders,
      days,
    })
  }
  return found
}

/** How the ring stands after so many days in which nobody does anything. */
async function inDays(tx: TransactionSql, ring: Ring, days: number) {
  return rolledBack(tx, async (then) => {
    await then`select private.run_due_work(now() + make_interval(days => ${days}))`
    const ids = ring.members.map(({ id }) => id)
    const [counted] = await then<(Record<Goal, number> & { fees: number })[]>`
      select
        (select count(*)::int from public.profiles where id = any (${ids}) and trust_level = 'trusted') as trusted,
        (select count(*)::int from public.profiles where id = any (${ids}) and invites_left >= 20) as invites,
        0 as discovery,
        ((select coalesce(sum(amount_minor), 0) from public.payments
            where payer_id = any (${ids}) and status <> 'charged_back')
          - (select coalesce(sum(balance_minor), 0) from private.accounts
            where owner_id = any (${ids})))::float8 / 100 as fees`
    if (!counted) throw new Error('nothing counted')
    await then`select tests.act_as(p.id) from public.profiles p
      join auth.users u on u.id = p.user_id and u.email = 'brand@kolpact.test'`
    const seen = await then<
      { id: string }[]
    >`select id from public.search_creators('{}', 'rating', 24)`
    counted.discovery = seen.filter(({ id }) => ids.includes(id)).length
    return counted
  })
}

class Undo extends Error {}

async function rolledBack<T>(
  sql: Sql | TransactionSql,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  let result: T | undefined
  const run = async (tx: TransactionSql) => {
    result = await work(tx)
    throw new Undo()
  }
  await ('savepoint' in sql ? sql.savepoint(run) : sql.begin(run)).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  return result as T
}
