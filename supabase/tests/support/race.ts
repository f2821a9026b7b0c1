import type { ParameterOrFragment, Sql, TransactionSql } from 'postgres'
import { afterEach, expect, onTestFailed, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'

/** The seed of random numbers. `KOLPACT_SEED=…` repeats the same pauses, but not the scheduling by the machine. */
const SEED = Number(process.env.KOLPACT_SEED ?? Date.now() % 2 ** 31)
export const HEAVY = Boolean(process.env.KOLPACT_HEAVY)
/** How often a random test is repeated: in `npm run test:heavy`, in `npm run test:mutants`, and in `npm test`. */
export const times = (heavy: number, mutant: number, usual: number) =>
  HEAVY ? heavy : process.env.KOLPACT_MUTANT ? mutant : usual
export const ROUNDS = times(500, 10, 2)

/** The outcome of an actor: the result, or the token (or code) of the refusal. */
export type Outcome<T> = { value: T; refused?: undefined } | { value?: undefined; refused: string }

/** Random numbers from a seed (mulberry32). */
export function chances(seed = SEED) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    pick: <T>(list: readonly [T, ...T[]]): T => list[Math.floor(next() * list.length)] ?? list[0],
    pause: (most: number) => sleep(next() * most),
  }
}

export type Chances = ReturnType<typeof chances>

/** The random numbers of one test, whose seed is printed when it fails. */
export function seededChances(): Chances {
  onTestFailed(() => console.error(`Repeat with KOLPACT_SEED=${SEED}`))
  return chances()
}

/** A test that is repeated a few times, each time with other random numbers. */
export function testRounds(
  title: string,
  play: (chance: Chances, round: number) => Promise<void>,
  rounds = ROUNDS,
): void {
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- the caller gives title and expectations
  test(title, async () => {
    const chance = seededChances()
    for (let round = 0; round < rounds; round += 1) await play(chance, round)
  })
}

/** Starts a database for the tests of a file. */
export const testDatabase = (...options: Parameters<typeof startTestDatabase>): TestDatabase =>
  forAllTests(() => startTestDatabase(...options))

/** Expects no faults in the ledger, nor in the papers that were issued for its transfers. */
export async function expectSoundLedger({ sql }: TestDatabase): Promise<void> {
  expect(await sql`select * from private.ledger_faults()`).toEqual([])
  expect(await sql`select * from tests.paper_faults()`).toEqual([])
}

/** Functions that read a database, or act in it as a member. */
export function acting(sql: () => Sql) {
  /** The first column of the first row; throws without a row. */
  async function value<T = string>(text: TemplateStringsArray, ...values: Values): Promise<T> {
    const [row] = await sql()(text, ...values)
    if (!row) throw new Error('no row')
    return Object.values(row)[0] as T
  }

  return {
    value,
    balance: (profile: string, kind: string) =>
      value<number>`select tests.balance(${profile}, ${kind})::int`,
    /** An act for a race: by(actor)`statement` is a function that runs the statement in a session of the actor. */
    by:
      (actor: Actor) =>
      <Row extends object = Record<string, unknown>>(
        text: TemplateStringsArray,
        ...values: Values
      ) =>
      () =>
        inSession(sql(), actor, async (tx) => [...(await tx<Row[]>(text, ...values))]),
    /** An act like `by`, for a statement that is given as a text with parameters. */
    act:
      (actor: Actor, statement: string, ...parameters: (string | number | null)[]) =>
      () =>
        inSession(sql(), actor, async (tx) => [...(await tx.unsafe(statement, parameters))]),
  }
}

/** Starts a database for the races of a file, with functions for its members. Each test checks the ledger at the end. */
export function raceDatabase(connections?: number) {
  const db = testDatabase(connections)
  afterEach(() => expectSoundLedger(db))
  let serial = 0
  const newName = (kind: string) => `${kind} ${(serial += 1)}`
  const acts = acting(() => db.sql)
  const { by, value } = acts

  const member = (role: 'brand' | 'kol') =>
    value`select tests.make_member(${newName(role)}, ${role})`

  /** The outcome of an act that begins while the actor's transaction has done `work` and is not yet committed. */
  async function during<T>(
    actor: Actor,
    work: (tx: TransactionSql) => Promise<unknown>,
    act: () => Promise<T>,
    rest?: (tx: TransactionSql) => Promise<unknown>,
  ): Promise<Outcome<T>> {
    const begun = await inSession(db.sql, actor, async (tx) => {
      await work(tx)
      const outcome = outcomeOf(act)
      await Promise.race([outcome, untilWaiting(db.sql)])
      await rest?.(tx)
      return { outcome }
    })
    return begun.outcome
  }

  return Object.assign(db, {
    ...acts,
    newName,
    member,
    staff: () => value`select tests.make_staff(${newName('clerk')})`,
    /** Two new members, so that each round has limits and balances of its own. */
    sides: async (): Promise<Sides> => ({ brand: await member('brand'), kol: await member('kol') }),
    order: ({ brand, kol }: Sides, status: string, price = 10000) =>
      value`select tests.make_order(${brand}, ${kol}, ${status}, ${price})`,
    statusOf: (order: string) => value`select status from public.pack_orders where id = ${order}`,
    /** The result of an order: its state, how often its escrow was emptied, how often it moved, and the money in escrow. */
    endOf: async (order: string): Promise<OrderEnd> => {
      const [end] = await db.sql<OrderEnd[]>`
        select o.status, o.creator_share_minor::int as share,
          (select count(*)::int from private.transfers t where t.order_id = o.id
            and t.event in ('completion', 'settlement', 'refund', 'chargeback')) as payouts,
          (select count(*)::int from public.order_events e where e.order_id = o.id
            and e.from_status is distinct from e.to_status) as moves,
          (select a.balance_minor::int from private.accounts a where a.order_id = o.id) as escrow
        from public.pack_orders o where o.id = ${order}`
      if (!end) throw new Error(`no order ${order}`)
      return end
    },
    /** Does the work that is due in this many hours. Each kind is a transaction, as in run_due_work_in_steps. */
    clock: async (hours = 0) => {
      const done: Record<string, unknown>[] = []
      for (const { kind } of await db.sql`select unnest(private.due_kinds()) as kind`) {
        const counts = await db.sql`
          select private.work_kind(${kind}, now() + make_interval(hours => ${hours}),
            private.setting('due_work_batch')::int, clock_timestamp() + '4 seconds') as counts`
        done.push(...counts)
      }
      return done
    },
    /** Proposes an act as this member of staff; returns the id of the proposal. */
    propose: async (clerk: string, act: string, details: Record<string, unknown>) => {
      const [made] = await by(clerk)<{ id: string }>`
        select id from public.propose_staff_act(${act}, ${db.sql.json(details as never)})`()
      return made?.id ?? ''
    },
    during,
    /** Expects no deadlock of an act with a transaction that takes `first`, starts the act, and then takes `last`. */
    async expectNoDeadlock(first: Lock, act: () => Promise<unknown>, last: Lock) {
      expect((await during('owner', first, act, last)).refused).toBeUndefined()
    },
  })
}

type Lock = (tx: TransactionSql) => Promise<unknown>

export type OrderEnd = {
  status: string
  share: number | null
  payouts: number
  moves: number
  escrow: number | null
}
export type Sides = { brand: string; kol: string }
type Values = ParameterOrFragment<never>[]

/** Waits until so many sessions of the database wait for a lock. */
export function untilWaiting(sql: Sql, sessions = 1): Promise<void> {
  const waiting = () =>
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return expect.poll(waiting, { interval: 10, timeout: 5000 }).toHaveLength(sessions)
}

/** Who acts: a member (a profile id, with a sign-in level if given), `service`, or `owner`. */
type Actor = string | { profile: string; aal?: 'aal1' | 'aal2' }

/** Runs work as an actor, in a transaction on a connection of its own. */
export function inSession<T>(
  sql: Sql,
  actor: Actor,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  return sql.begin(async (tx) => {
    const { profile, aal = null } = typeof actor === 'string' ? { profile: actor } : actor
    if (profile === 'service') await tx`select tests.act_as_service()`
    else if (profile !== 'owner') await tx`select tests.act_as(${profile}, ${aal})`
    return work(tx)
  }) as Promise<T>
}

class Undone extends Error {}

/** Does work in a transaction, or in a savepoint of one, and rolls it back. */
export async function rolledBack<T>(
  sql: Sql | TransactionSql,
  work: (tx: TransactionSql) => Promise<T>,
): Promise<T> {
  let result: T | undefined
  const run = async (tx: TransactionSql) => {
    result = await work(tx)
    throw new Undone()
  }
  await ('savepoint' in sql ? sql.savepoint(run) : sql.begin(run)).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return result as T
}

/** Starts all actors within a few milliseconds and waits for all. Expects that none meets a deadlock. */
export async function race<T>(chance: Chances, actors: (() => Promise<T>)[]) {
  const outcomes = await Promise.all(
    actors.map(async (act) => {
      await chance.pause(3)
      return outcomeOf(act)
    }),
  )
  expect(refused(outcomes).filter((one) => one.startsWith('40P01'))).toEqual([])
  return outcomes
}

export const outcomeOf = <T>(act: () => Promise<T>): Promise<Outcome<T>> =>
  act().then(
    (value) => ({ value }),
    (error: unknown) => ({ refused: refusal(error) }),
  )

/** The refusal of each actor of a race, undefined for one who succeeded. */
export const refusals = (outcomes: Outcome<unknown>[]) => outcomes.map(({ refused }) => refused)
/** The refusals of those that were refused. */
export const refused = (outcomes: Outcome<unknown>[]) =>
  outcomes.flatMap((one) => one.refused ?? [])

/** The token of a refusal; the code of any other error, so that a deadlock (40P01) is visible. */
export function refusal(error: unknown): string {
  if (!(error instanceof Error)) throw error
  const code = 'code' in error ? String(error.code) : ''
  return code.startsWith('PT') ? error.message : `${code} ${error.message}`
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
