// Simulates random days of whole markets. Members do every act with money, at once and twice. The provider and the bank
// pay, refuse, return and take back money, and their events come late, twice and in any order. Database sessions and
// senders are killed, and time moves on by days. Every 40 days all events are delivered, and the sums are compared
// with the ledger's entries and with the books of provider and bank.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresError, TransactionSql } from 'postgres'
import { expect, test } from 'vitest'
import { report } from '../../functions/_shared/payouts/reports.ts'
import type { PayoutProvider } from '../../functions/_shared/payouts/provider.ts'
import { sendPayouts } from '../../functions/send-payouts/send-payouts.ts'
import { startTestDatabase } from '../support/database.ts'
import { Outside } from '../support/outside.ts'
import { bookOf } from '../support/payouts.ts'
import { chances, inSession } from '../support/race.ts'

const SEED = Number(process.env['KOLPACT_SEED'] ?? Date.now() % 2 ** 31)
const DAYS = Number(process.env['KOLPACT_DAYS'] ?? 10_000)
const MARKETS = Math.ceil(DAYS / 500)
const CHECKED_EVERY = 40
const DAY = 86_400_000
const SETUP = readFileSync(join(import.meta.dirname, 'days.sql'), 'utf8')
const REFUSALS: object = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../errors.json'), 'utf8'),
)
const KILLED = ['57P01', 'ECONNRESET', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECT_TIMEOUT']

type Way = { actor: string; acts: string; outside: string | null; id: string; minor: number }
type Market = Awaited<ReturnType<typeof openMarket>>

async function openMarket(number: number) {
  const db = await startTestDatabase()
  // The test's own queries use `direct`, whose session is never killed.
  const { sql, direct } = db
  const chance = chances(SEED + number)
  const counts: Record<string, number> = {}
  const wrong: string[] = []
  let day = 0
  let people = 0
  let leaving: string | null = null
  let isCalm = false
  const now = () => new Date(Date.now() + day * DAY)
  const outside = new Outside(`m${number}`, chance, now)
  await sql.unsafe(SETUP)
  await direct`select setseed(${chance.below(1000) / 1000})`
  await sql`select tests.make_staff('s' || n) from generate_series(0, 3) as n`
  for (let n = 0; n < 10; n += 1) await enter(n % 2 === 0 ? 'brand' : 'kol')

  async function enter(role: string) {
    people += 1
    await direct`select tests.join(${people}, ${role})`
  }

  const count = (what: string) => (counts[what] = (counts[what] ?? 0) + 1)

  /** Does an act as a member, and repeats it if its session was killed. An error other than a refusal is noted as wrong. */
  async function once(actor: string, acts: string): Promise<boolean> {
    for (;;) {
      try {
        await sql`select tests.does(${actor}, ${acts})`
        count(/(?<=select (public|tests|private)\.)\w+/.exec(acts)?.[0] ?? acts)
        return true
      } catch (error) {
        const { code = '', constraint_name = '', message, detail } = error as Partial<PostgresError>
        if (!KILLED.includes(code)) {
          // The account may have been deleted by a concurrent act.
          const hasLeft = actor === leaving && message?.startsWith('tests.act_as: no such member')
          if (!code.startsWith('PT4') && !(constraint_name in REFUSALS) && !hasLeft)
            wrong.push(`${acts}: ${code} ${message} ${detail ?? ''}`)
          return false
        }
        count('killed')
      }
    }
  }
  async function does(actor: string, acts: string): Promise<boolean> {
    const isTwice = !isCalm && chance.below(6) === 0
    const done = await Promise.all(
      isTwice ? [once(actor, acts), once(actor, acts)] : [once(actor, acts)],
    )
    return done.includes(true)
  }
  const byTwo = (action: string, args: object) =>
    does('owner', `select tests.decide_by_two('s0', 's1', '${action}', '${JSON.stringify(args)}')`)

  async function goes({ actor, acts, outside: event, id, minor }: Way): Promise<unknown> {
    if (actor && !(await does(actor, acts))) return undefined
    switch (event) {
      case 'pay':
        return outside.pay(id, minor)
      case 'pay the new': {
        const [made] = await direct<Way[]>`
          select id, (price_minor + buyer_fee_minor)::int as minor from public.pack_orders order by created_at desc limit 1`
        return chance.below(4) > 0 && outside.pay(made!.id, made!.minor)
      }
      case 'pay the rest': {
        const [part] = await direct<Way[]>`
          select wallet_minor::int as minor from private.checkouts where order_id = ${id} limit 1`
        return outside.pay(id, minor - (part?.minor ?? 0))
      }
      case 'take': {
        const [act, given] = outside.sendByHand(id, minor)
          ? (['record_payout_sent', { reference: `SEPA ${id}` }] as const)
          : (['record_payout_failed', { reason: 'account_closed' }] as const)
        const said = Object.values(given)[0]
        const isDone = await does(actor, `select public.${act}('${id}', '${said}')`)
        return isDone || byTwo(act, { payout_id: id, ...given })
      }
      case 'returned':
        outside.returnByHand(id, minor)
        return byTwo('record_payout_returned', { payout_id: id, reason: 'account_closed' })
      default:
        return outside.happens(event ?? '')
    }
  }

  /** Kills a sender at random; called before and after each of its steps. */
  const mortal = () => {
    if (!isCalm && chance.below(15) === 0) throw new Error('died')
  }
  const book = bookOf(async <T>(work: (tx: TransactionSql) => Promise<T>) => {
    mortal()
    const result = await inSession(sql, 'service', work)
    mortal()
    return result
  })
  const provider = outside.provider as PayoutProvider
  const send = () =>
    sendPayouts(new Map([['sandbox', provider]]), book, Infinity, count).catch(() => count('died'))

  /** Delivers up to `most` events, in any order and some of them twice. */
  async function deliver(most: number) {
    for (let n = 0; n < most && outside.events.length > 0; n += 1) {
      const at = chance.below(outside.events.length)
      const event = outside.events[at]!
      const isTold = await ('sql' in event
        ? does('service', event.sql)
        : report(book, provider, event.report).then(
            () => true,
            () => false,
          ))
      if (!isTold && 'sql' in event) wrong.push(`${event.sql} was refused`)
      if (isTold && (isCalm || chance.below(4) > 0)) outside.events.splice(at, 1)
    }
  }

  async function reconcile() {
    const at = now().toISOString()
    const [lines, statement] = [outside.take('sandbox'), outside.take('manual')]
    await does(
      'service',
      `select public.record_provider_lines('sandbox', '${JSON.stringify(lines)}', '${at}'),
      public.record_holdings('sandbox', '{"USD": ${outside.held.sandbox}}')`,
    )
    const since = statement[0]?.occurred_at.toISOString() ?? at
    const read = `select public.import_statement('${JSON.stringify(statement)}', '${since}', '${at}', 'USD', ${outside.held.manual})`
    await does(
      'owner',
      ['s2', 's3'].map((name) => `select tests.act_as(tests.id('${name}')); ${read};`).join(''),
    )
    await does('service', 'select public.finish_reconciliation()')
    for (const { id, amount } of await direct`
      select d.id::int, d.amount_minor::int as amount from private.differences d join private.provider_lines l on l.id = d.line_id
      where d.resolved_at is null and l.kind = 'other' order by d.id`) {
      const resolution = amount > 0 ? chance.pick(['costs', 'capital', 'suspense']) : 'costs'
      await byTwo('resolve_difference', { difference_id: id, resolution, note: 'Looked at.' })
    }
  }

  /** Kills a session that runs a statement, but not one that reads the types: the library would not report its failure. */
  async function kill() {
    await chance.pause(30)
    await direct`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and state = 'active' and query !~ 'typarray'
        and pid <> pg_backend_pid() limit 1`
  }

  /** Moves the time on by some days, and does the work that is due. */
  async function begin() {
    day += 1 + chance.below(4)
    await direct`select setval('tests.day', ${day})`
    await direct`update auth.mfa_amr_claims set updated_at = tests.now()`
    const [work] = await direct`select private.run_due_work() ->> 'failed' as failed`
    if (work?.['failed'] !== '0') wrong.push(`due work failed ${work?.['failed']} times`)
  }

  async function play() {
    await begin()
    const killing = chance.below(5) === 0 ? kill() : undefined
    const ways = await direct<Way[]>`select * from tests.ways(${leaving})`
    while (ways.length > 0) await Promise.all(ways.splice(0, 3).map(goes))
    await deliver(1 + chance.below(4))
    await Promise.all(chance.below(4) === 0 ? [send(), send()] : [send()])
    await killing
    if (chance.below(4) === 0) await reconcile()
    const [gone] =
      await direct`select role from public.profiles where id = ${leaving} and deleted_at is not null`
    if (gone) await enter(gone['role'])
    if (gone || chance.below(20) === 0) {
      const [next] =
        await direct`select id from public.profiles where not is_staff and deleted_at is null order by random() limit 1`
      leaving = next!['id']
    }
  }

  /** Delivers everything that is on its way; returns all sums that are wrong. */
  async function faults(): Promise<string[]> {
    isCalm = outside.isCalm = true
    for (let n = 0; n < 3; n += 1) {
      await begin()
      await deliver(9999)
      await send()
      await reconcile()
    }
    await does('owner', "select private.prove_balances('USD')")
    isCalm = outside.isCalm = false
    const rows = await direct<{ fault: string }[]>`
      select fault from tests.faults(${outside.held.sandbox + outside.held.manual})`
    const left = await direct<{ id: string; times: number; ref: string | null }[]>`
      select id, (status in ('sent', 'arrived'))::int as times, provider_ref as ref from public.payouts`
    const twice = left.filter(({ id, times, ref }) => outside.left(id, ref) !== times)
    return [
      ...wrong.splice(0),
      ...rows.map(({ fault }) => fault),
      ...twice.map(
        ({ id, times, ref }) =>
          `${id} left ${outside.left(id, ref)} times, and ${times} by the ledger`,
      ),
    ].map((fault) => `day ${day}: ${fault}`)
  }

  await reconcile()
  return { db, outside, counts, play, faults, day: () => day }
}

async function live(market: Market, days: number): Promise<string[]> {
  for (let next = CHECKED_EVERY; market.day() < days; next += CHECKED_EVERY) {
    while (market.day() < next) await market.play()
    const faults = await market.faults()
    if (faults.length > 0) return faults
  }
  return []
}

test('on 10,000 random days no cent is lost, and no money is paid out twice', async () => {
  console.log(`KOLPACT_SEED=${SEED}`)
  const numbers = Array.from({ length: MARKETS }, (_, number) => number).values()
  const done: Record<string, number> = {}
  const lane = async () => {
    for (const number of numbers) {
      const market = await openMarket(number)
      expect(await live(market, DAYS / MARKETS), `market ${number}`).toEqual([])
      for (const [what, times] of Object.entries(market.counts))
        done[what] = (done[what] ?? 0) + times
      await market.db.stop()
    }
  }
  await Promise.all([lane(), lane()])
  console.log(JSON.stringify(done))
}, 7_200_000)

/** Planted faults of the provider, the bank and the database, which the check of the sums must find. */
const PLANTED: [string, (market: Market) => unknown][] = [
  [
    'a provider that sends money again when a request is repeated',
    ({ outside }) => (outside.forgetsKeys = true),
  ],
  [
    'a payment that the provider never reports',
    ({ outside }) => outside.move('sandbox', 'payment', 'unheard', 700),
  ],
  [
    'a cent more in a balance',
    ({ db }) =>
      db.sql.unsafe(`
    alter table private.accounts disable trigger accounts_only_by_entry;
    update private.accounts set balance_minor = balance_minor + 1 where id = (select max(id) from private.accounts);
    alter table private.accounts enable trigger accounts_only_by_entry`),
  ],
]
test.each(PLANTED)(
  '%s is found',
  async (_, plant) => {
    const market = await openMarket(MARKETS)
    await plant(market)
    expect(await live(market, 500)).not.toEqual([])
    await market.db.stop()
  },
  1_200_000,
)
