// Simulates rings of accounts that buy a reputation from each other, with the real functions of the
// database in a market with honest members. Each ring pays as little as it can. The money that it cannot get
// back is the price of the attack. Time passes by running the due work of a later day.
import type { Sql, TransactionSql } from 'postgres'
import { startTestDatabase, type TestDatabase } from './database.ts'
import { HEAVY, rolledBack } from './race.ts'

export const GOALS = ['trusted', 'invites', 'discovery'] as const
export type Goal = (typeof GOALS)[number]

/** A goal that a ring has reached, and its price. */
export type Price = {
  goal: Goal
  /** Dollars that the ring paid in, minus everything that it still owns at the end. */
  fees: number
  /** How many members of the ring have reached the goal. */
  reached: number
  members: number
  /** Members whom staff invited; the others used invites of the ring. */
  letInByStaff: number
  orders: number
  /** True if the goal was reached in fewer days than `LEAST` states. */
  isEarly: boolean
}

/**
 * The least price of each goal, by any strategy: `fees` in all, and `each` for a member if many reach
 * it together (every fee counts for both sides of an order), in dollars. `npm run bench abuse`
 * prints the price of each strategy.
 *
 * trusted: gives a hold of 3 days instead of 14, and no limit on conversations. Whoever
 *   plans a fraud with it has to pay first and wait three months. Most owners of stolen cards
 *   notice sooner.
 * invites: gives 15 more accounts, at more than a dollar each, after the hold of a new member.
 * discovery: a better place in the search than an honest creator. It costs a ring about as much as that creator's
 *   customers paid in fees. The price grows with the market; this one is for the small demo market.
 */
export const LEAST: Record<Goal, { fees: number; each: number; days: number }> = {
  trusted: { fees: 500, each: 250, days: 90 },
  invites: { fees: 25, each: 12.5, days: 14 },
  discovery: { fees: 40, each: 30, days: 0 },
}

const YEAR = 365

/** A throw-away database with the market of the seed. */
export async function startMarket(): Promise<TestDatabase> {
  const db = await startTestDatabase(2, 'demo')
  // A run of due work ends after some seconds, in which a busy machine does less; the limit is raised.
  await db.sql`update private.settings set value = 600, max_value = 600 where key = 'due_work_seconds'`
  // Finishes the pending work of the market itself, so that only the ring moves.
  await db.sql`select private.run_due_work(now() + make_interval(days => ${YEAR}))
    from generate_series(1, 3)`
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

  /** Adds a new member, invited by staff, or by a member of the ring while that one has invites left. */
  async join(
    role: 'brand' | 'kol',
    inviter?: Member,
    name = `ring ${this.members.length}`,
  ): Promise<Member> {
    const [made] = await this.#sql<{ id: string }[]>`
      select tests.make_member(${name}, ${role}, true, ${inviter?.code ?? 'TESTS-INVITE'}) as id`
    const [member] = await this.#sql<Member[]>`
      select id, referral_code as code from public.profiles where id = ${made?.id ?? null}`
    if (!member) throw new Error('not made')
    if (!inviter) this.letInByStaff += 1
    this.members.push(member)
    return member
  }

  /** Records the card of a member, as after a payment. */
  async payWith(card: string, { id }: Member): Promise<void> {
    await this.#sql`select private.mark_person(${id}, 'card', ${card})`
  }

  /** Makes one order, from the payment to good reviews by both sides. */
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

  /** Makes an order with a worthless delivery, in the furthest state that the ring can reach at once. */
  async orderJunk(brand: Member, kol: Member, junk: Junk): Promise<void> {
    if (junk === 'milestone') {
      await this.#sql`select tests.make_milestones(${brand.id}, ${kol.id}, 'delivered', accepted => 2)`
    } else {
      await this.#sql`select tests.make_order(${brand.id}, ${kol.id}, ${junk}, ${this.#priceMinor})`
    }
    await this.#sql`select tests.act_as_owner()`
  }

  /** Requests a payout of all available money of each member. */
  async requestPayouts(): Promise<void> {
    const sql = this.#sql
    const ids = this.members.map(({ id }) => id)
    const balances = await sql<{ id: string; amount: string }[]>`
      select owner_id as id, balance_minor as amount from private.accounts
      where owner_id = any (${ids}) and kind = 'available' and balance_minor > 0`
    for (const { id, amount } of balances) {
      await sql`select tests.act_as(${id}, 'aal2')`
      await sql`select public.request_payout(${amount}, 'USD', tests.payout_method(), gen_random_uuid())`
    }
    await sql`select tests.act_as_owner()`
  }

  /** Sends all waiting payouts that are not refused. */
  async sendPayouts(): Promise<void> {
    await this.#sql.unsafe(`do $$
      declare
        v_id uuid;
      begin
        for v_id in select id from public.payouts where status = 'requested' and taken_at is null loop
          begin
            perform private.settle_payout(v_id, 'sent ' || v_id);
          exception when sqlstate 'PT409' then
          end;
        end loop;
      end $$`)
  }

  /** Marks every second payout as handed to the bank, before the payments are disputed. */
  async beginPayouts(): Promise<void> {
    await this.#sql`update public.payouts set taken_at = now() - interval '1 second' where id in (
      select id from (select id, row_number() over (order by id) as nr from public.payouts where status = 'requested') as p
      where nr % 2 = 0)`
  }

  /** Fails all open payouts because of wrong accounts: their money returns after the disputes. */
  async failPayouts(): Promise<void> {
    await this.#sql`select private.fail_payout(id, 'wrong account') from public.payouts where status = 'requested'`
    await this.#sql`set constraints all immediate`
  }

  /** The state of the ring after this many days in which nobody acts. */
  inDays(days: number) {
    return rolledBack(this.#sql, async (sql) => {
      // Several runs, because a member who becomes trusted in one run changes the weight of their reviews in the next.
      for (let run = 0; run < 3; run += 1)
        await sql`select private.run_due_work(now() + make_interval(days => ${days}))`
      return countReached(
        sql,
        this.members.map(({ id }) => id),
      )
    })
  }
}

/** One way to play a strategy: all orders have this price in dollars. It ends when no goal gets cheaper. */
export type Attempt = {
  price: number
  goals: readonly Goal[]
  /** The last step before a goal is reached. Steps before it are measured only in `npm run test:heavy`. */
  from: number
  heavy?: boolean
}

type Strategy = {
  name: string
  /** The cheapest attempts for the goals, and attempts that reach no goal. */
  attempts: Attempt[]
  /** Plays the strategy; each step spends a little more. */
  play: (ring: Ring) => AsyncGenerator<void>
}

/** A strategy of brands invited by staff, each of which buys once from the same creator. */
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
    attempts: [5, 500].map((price) => ({ price, goals: GOALS, from: 20 })),
    async *play(ring) {
      const [kol, brand] = [await ring.join('kol'), await ring.join('brand')]
      for (let n = 0; n < 20; n += 1) {
        await ring.trade(brand, kol)
        yield
      }
    },
  },
  independent('a creator and many brands', 'completed', [
    { price: 5, goals: GOALS, from: 11 },
    { price: 50, goals: ['invites', 'discovery'], from: 4 },
    { price: 500, goals: ['trusted'], from: 9 },
  ]),
  independent('the same, settled for a half', 'settled', [
    { price: 200, goals: ['discovery'], from: 3 },
    { price: 1000, goals: GOALS, from: 1 },
  ]),
  independent('the same, refunded', 'refunded', [{ price: 500, goals: GOALS, from: 11 }]),
  {
    name: 'the same, with one card',
    attempts: [{ price: 500, goals: GOALS, from: 11 }],
    async *play(ring) {
      const kol = await ring.join('kol')
      for (let n = 0; n < 11; n += 1) {
        const brand = await ring.join('brand')
        await ring.payWith('one card', brand)
        await ring.trade(brand, kol)
        yield
      }
    },
  },
  independent('the same, charged back', 'charged back', [{ price: 500, goals: GOALS, from: 11 }]),
  {
    name: 'a rich brand and many creators',
    attempts: [
      { price: 50, goals: ['invites'], from: 4 },
      { price: 200, goals: ['trusted', 'discovery'], from: 24 },
    ],
    async *play(ring) {
      const brand = await ring.join('brand')
      for (let n = 0; n < 25; n += 1) {
        await ring.trade(brand, await ring.join('kol'))
        yield
      }
    },
  },
  {
    name: 'everybody with everybody',
    attempts: [
      { price: 50, goals: ['invites'], from: 4 },
      { price: 100, goals: ['discovery'], from: 2 },
      { price: 500, goals: ['trusted'], from: 9 },
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
      { price: 50, goals: ['invites'], from: 19 },
      { price: 150, goals: ['trusted'], from: 0, heavy: true },
    ],
    async *play(ring) {
      const root = await ring.join('brand')
      const kol = await ring.join('kol', root)
      // Members invited by the same member as the creator do not count for it, but members whom they invite do.
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
    attempts: [{ price: 50, goals: ['invites'], from: 23 }],
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

/** The ways in which a ring with stolen cards ends its orders, before the owners of the cards notice. */
export const JUNK = [
  'delivered',
  'in_revision',
  'disputed',
  'ruled',
  'completed',
  'milestone',
] as const
export type Junk = (typeof JUNK)[number]

type Attack = {
  junk: Junk
  isTrusted: boolean
  /** True if the bank takes the payments back only after the holds, when payouts are requested but not yet sent. */
  isCleared: boolean
}

/**
 * The dollars that a ring with stolen cards can take out in a year. Ten of its brands order worthless work from ten
 * of its creators, and the bank takes every payment back. The ring pays nothing itself.
 */
export function takenOutWithStolenCards(
  sql: Sql,
  { junk, isTrusted, isCleared }: Attack,
): Promise<number> {
  return rolledBack(sql, async (tx) => {
    await tx`select tests.lift_limits()`
    const ring = new Ring(tx, 300)
    for (let n = 0; n < 10; n += 1) {
      const [kol, brand] = [await ring.join('kol'), await ring.join('brand')]
      if (isTrusted) {
        await tx`update public.profiles set trust_level = 'trusted' where id = ${kol.id}`
      }
      await ring.orderJunk(brand, kol, junk)
    }
    if (isCleared) {
      for (const days of [30, 60, 90])
        await tx`select private.run_due_work(now() + make_interval(days => ${days}))`
      await ring.requestPayouts()
      await ring.beginPayouts()
    }
    for (const status of ['opened', 'lost']) {
      await tx`select private.record_provider_dispute(p.provider, p.provider_ref, 'd ' || p.provider_ref,
          ${status}, p.amount_minor, p.currency)
        from public.payments p where p.payer_id = any (${ring.members.map(({ id }) => id)})`
      await ring.sendPayouts()
      // Time passes until the bank takes the payments back.
      await tx`select private.run_due_work(now() + interval '100 days') from generate_series(1, 3)`
    }
    await tx`select private.run_due_work(now() + make_interval(days => ${YEAR})) from generate_series(1, 30)`
    await ring.failPayouts()
    await ring.sendPayouts()
    const ids = ring.members.map(({ id }) => id)
    const [taken] = await tx<{ dollars: number }[]>`
      select ((select coalesce(sum(balance_minor), 0) from private.accounts where owner_id = any (${ids}))
        + (select coalesce(sum(amount_minor), 0) from public.payouts
          where profile_id = any (${ids}) and status = 'sent'))::float8 / 100 as dollars`
    return taken?.dollars ?? NaN
  })
}

/** The goals that a strategy reaches within a year, each with its price at the step that reached it. */
export async function pricesOf(
  sql: Sql,
  strategy: Strategy,
  attempts = strategy.attempts,
): Promise<Price[]> {
  const found: Price[] = []
  for (const one of attempts)
    found.push(...(await rolledBack(sql, (tx) => play(new Ring(tx, one.price), strategy, one))))
  return found
}

/** The price in dollars for each member who reached the goal. */
export const each = (price: Price) => price.fees / price.reached

/** The cheapest price of a goal, by default in all, or by another measure. */
export function cheapest(prices: Price[], goal: Goal, by = (price: Price) => price.fees) {
  return prices.filter((one) => one.goal === goal).toSorted((a, b) => by(a) - by(b))[0]
}

async function play(ring: Ring, strategy: Strategy, { goals, from }: Attempt): Promise<Price[]> {
  const found: Price[] = []
  const open = new Set(goals)
  let step = 0
  for await (const _ of strategy.play(ring)) {
    step += 1
    if (!HEAVY && step < from) continue
    for (const one of await measure(ring, [...open])) {
      const before = cheapest(found, one.goal, each)
      found.push(one)
      // Further orders of this kind only raise the price of the goal.
      if (before && each(one) >= each(before)) open.delete(one.goal)
    }
    if (open.size === 0) break
  }
  return found
}

async function measure(ring: Ring, goals: Goal[]): Promise<Price[]> {
  const late = await ring.inDays(YEAR)
  const { members, letInByStaff, orders } = ring
  const size = { members: members.length, letInByStaff, orders }
  const found: Price[] = []
  for (const goal of goals.filter((one) => late[one] > 0)) {
    const { days } = LEAST[goal]
    const isEarly = days > 0 && (await ring.inDays(days - 1))[goal] > 0
    found.push({ goal, fees: late.fees, reached: late[goal], ...size, isEarly })
  }
  return found
}

/** How many members have reached each goal, and the fees that the ring has lost. */
async function countReached(sql: TransactionSql, ids: string[]) {
  const [counted] = await sql<(Record<Goal, number> & { fees: number })[]>`
    select
      (select count(*)::int from public.profiles where id = any (${ids}) and trust_level = 'trusted') as trusted,
      (select count(*)::int from public.profiles where id = any (${ids}) and invites_left >= 20) as invites,
      -- Sorted as in the search; the ring wins ties, so that the result does not depend on chance.
      (select count(*)::int from (
        select profile_id from private.creators
        order by score desc, profile_id = any (${ids}) desc limit 24
      ) as first where profile_id = any (${ids})) as discovery,
      ((select coalesce(sum(amount_minor), 0) from public.payments
          where payer_id = any (${ids}) and status <> 'charged_back')
        - (select coalesce(sum(balance_minor), 0) from private.accounts
          where owner_id = any (${ids})))::float8 / 100 as fees`
  if (!counted) throw new Error('nothing counted')
  return counted
}

/** The abilities of five accounts of a ring, to be compared with those of a single member. */
export type Five = {
  ring: string
  fees: number
  /** First messages to creators in a day, by all five together. */
  firstMessages: number
  /** Campaigns that all five together can publish. */
  campaigns: number
  /** Accounts that they can invite, directly and indirectly, without another order; at most TRIED. */
  invited: number
  /** Counterparties and reviews that count for the creator from whom all five buy. */
  counterparties: number
  reviews: number
}

const CREATORS = 120
const TRIED = 20
const FIVE = [1, 2, 3, 4, 5]

type FiveOf = { ring: string; join: (ring: Ring) => Promise<Member[]>; price?: number }

async function inTurn(one: (n: number) => Promise<Member>): Promise<Member[]> {
  const members: Member[] = []
  for (const n of FIVE) members.push(await one(n))
  return members
}

async function invitedByEachOther(ring: Ring): Promise<Member[]> {
  let last: Member | undefined
  return inTurn(async () => (last = await ring.join('brand', last)))
}

function withOneCard(ring: Ring): Promise<Member[]> {
  return inTurn(async () => {
    const brand = await ring.join('brand')
    await ring.payWith('one card', brand)
    return brand
  })
}

const withOneInbox = (ring: Ring) => inTurn((n) => ring.join('brand', undefined, `five+${n}`))

const RINGS_OF_FIVE: FiveOf[] = [
  { ring: 'one member, for comparison', join: async (ring) => [await ring.join('brand')] },
  { ring: 'by each other’s invites', join: invitedByEachOther },
  { ring: 'with one inbox', join: withOneInbox },
  { ring: 'with one inbox, buying', join: withOneInbox, price: 50 },
  { ring: 'with one card, buying', join: withOneCard, price: 50 },
  { ring: 'by each other’s invites, buying', join: invitedByEachOther, price: 50 },
  { ring: 'let in by staff, buying', join: (ring) => inTurn(() => ring.join('brand')), price: 50 },
]

/** Plays each kind of ring in a market without other members. */
export async function ringsOfFive(): Promise<Five[]> {
  const { sql, stop } = await startTestDatabase(2)
  const found: Five[] = []
  try {
    await rolledBack(sql, async (tx) => {
      await tx.unsafe(UNTIL_REFUSED)
      await tx`select tests.make_member('reached ' || n) from generate_series(1, ${CREATORS}) as n`
      for (const one of RINGS_OF_FIVE) found.push(await rolledBack(tx, (own) => playFive(own, one)))
    })
  } finally {
    await stop()
  }
  return found
}

async function playFive(sql: TransactionSql, { ring: name, join, price }: FiveOf): Promise<Five> {
  const ring = new Ring(sql, price ?? 0)
  const members = await join(ring)
  const kol = await ring.join('kol')
  if (price) for (const brand of members) await ring.trade(brand, kol)
  await sql`select private.clear_hold(h.id, now() + interval '30 days') from private.holds h where h.cleared_at is null`
  await sql`select tests.restore_limits()`
  const ids = members.map(({ id }) => id)
  const [gained] = await sql<Omit<Five, 'ring'>[]>`
    select
      pg_temp.until_refused(${ids}, $$ select public.get_or_create_conversation(tests.id('reached ' || $1)) $$)
        as "firstMessages",
      pg_temp.until_refused(${ids}, $$ select pg_temp.publish() $$) as campaigns,
      pg_temp.invite_until_refused(${ids}, ${TRIED}) as invited, standing.counterparties, rating.review_count as reviews,
      (select coalesce(sum(h.fees_minor), 0)::float8 / 100 from private.holds h) as fees
    from private.rating_of(${kol.id}) as rating, lateral (
      select round((private.trade_record_of(${kol.id}, now())).counterparties, 2)::float8 as counterparties
    ) as standing`
  if (!gained) throw new Error('nothing counted')
  return { ring: name, ...gained }
}

// SQL functions that repeat an act of each member until it is refused.
const UNTIL_REFUSED = `
  create function pg_temp.until_refused(members uuid[], act text) returns int language plpgsql as $$
  declare
    v_member uuid;
    v_done int := 0;
  begin
    foreach v_member in array members loop
      -- More than any limit allows, so that the loop also ends if a rule is missing.
      while v_done < 120 loop
        begin
          perform tests.act_as(v_member);
          execute act using v_done + 1;
          perform tests.act_as_owner();
          v_done := v_done + 1;
        exception when sqlstate 'PT429' or sqlstate 'PT409' then
          perform tests.act_as_owner();
          exit;
        end;
      end loop;
    end loop;
    return v_done;
  end $$;
  create function pg_temp.publish() returns void language plpgsql as $$
  declare
    v_id uuid;
  begin
    insert into public.campaigns (title, body, budget_minor, deadline)
    values ('Launch', 'Tell it.', 10000, current_date + 7) returning id into v_id;
    perform public.publish_campaign(v_id);
  end $$;
  grant execute on function pg_temp.publish to authenticated;
  create function pg_temp.invite_until_refused(members uuid[], tried int) returns int language plpgsql as $$
  declare
    v_members uuid[] := members;
    v_place int := 1;
  begin
    while v_place <= cardinality(v_members) and cardinality(v_members) < cardinality(members) + tried loop
      begin
        v_members := v_members || tests.make_member('invited ' || cardinality(v_members), 'brand', true,
          (select p.referral_code from public.profiles p where p.id = v_members[v_place]));
      exception when sqlstate 'PT422' then
        v_place := v_place + 1;
      end;
    end loop;
    return cardinality(v_members) - cardinality(members);
  end $$;`
