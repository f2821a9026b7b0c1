// Every order ends, whoever stops acting. The test walks through every state that an order can reach, with the
// brand, the creator, staff, all or none of them silent from then on. All others do
// every act that is offered to them, always at the last moment. Once in a walk, staff may also suspend a side
// without an end. Each walk must end with an empty escrow, within the days that docs/every-order-ends.md
// lists for the state.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TransactionSql } from 'postgres'
import { expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/project.ts'
import { HEAVY, testDatabase } from '../support/race.ts'

const SECOND = 1000
const DAY = 24 * 3600 * SECOND
const BEGIN = Date.parse('2030-01-01T00:00:00Z')

const ACTORS = ['brand', 'creator', 'staff'] as const
type Actor = (typeof ACTORS)[number]
const SIDES = ['brand', 'creator'] as const
type Side = (typeof SIDES)[number]
type Silent = readonly Actor[]
const NOBODY: Silent = []
const EVERYBODY: Silent = ACTORS

type Ask = (tx: TransactionSql, id: string, at: Date) => Promise<unknown>
/** The actions that move an order or its deadline. Others are not tried, because they change no deadline. */
const REQUESTS: Record<string, Ask> = {
  checkout: (tx, id, at) =>
    tx`select private.record_payment('sandbox', ${id}, ${id}, 10000, 'USD', ${at})`,
  accept_order: (tx, id) => tx`select public.accept_order(${id})`,
  decline_order: (tx, id) => tx`select public.decline_order(${id}, 'No.')`,
  deliver_order: (tx, id, at) =>
    tx`select public.deliver_order(${id}, ${`At ${at.toISOString()}`}, '{https://a.b}')`,
  show_draft: (tx, id, at) =>
    tx`select public.show_draft(${id}, ${`At ${at.toISOString()}`}, '{https://a.b}')`,
  approve_draft: (tx, id) => tx`select public.approve_draft(${id})`,
  request_draft_changes: (tx, id, at) =>
    tx`select public.request_draft_changes(${id}, ${`At ${at.toISOString()}`})`,
  request_revision: (tx, id, at) =>
    tx`select public.request_revision(${id}, ${`At ${at.toISOString()}`})`,
  complete_order: (tx, id) => tx`select public.complete_order(${id})`,
  extend_review: (tx, id) => tx`select private.extend_review(${id})`,
  cancel_order: (tx, id) => tx`select public.cancel_order(${id}, 'Off.')`,
  open_dispute: (tx, id) => tx`select public.open_dispute(${id}, 'Why.')`,
  withdraw_dispute: (tx, id) => tx`
    select public.withdraw_dispute(${id}, (private.proposal_to(o, private.my_profile_id())).creator_share_minor)
    from public.pack_orders o where o.id = ${id}`,
  propose_settlement: (tx, id) => tx`select public.propose_settlement(${id}, 5000)`,
  accept_settlement: (tx, id) => tx`
    select public.accept_settlement(${id}, (private.proposal_to(o, private.my_profile_id())).creator_share_minor)
    from public.pack_orders o where o.id = ${id}`,
  resolve_dispute: (tx, id) => tx`select public.resolve_dispute(${id}, 5000, 'Half.')`,
  appeal_ruling: (tx, id) => tx`select public.appeal_ruling(${id}, 'No.')`,
  decide_appeal: (tx, id) => tx`select public.decide_appeal(${id}, 4000, 'Less.')`,
}

const SUSPEND = 'suspend '

const db = testDatabase(2)

/** The facts of an order that decide how long it takes; orders with equal facts are walked once. */
type Standing = {
  status: string
  outcome: string | null
  revisions: number
  extended: boolean
  asked: string | null
  proposed: string[]
  /** The state and the time to which a withdrawal of the dispute returns, and who may withdraw; `none` after one. */
  withdrawal: string
  /** The suspended sides, and how many more seconds the suspension may stop the deadline. */
  suspended: string[]
  may_stop: number
  left: number | null
  changes_itself_at: Date | null
  escrow: number
}
const keyOf = (it: Standing) =>
  JSON.stringify([
    it.status,
    it.revisions,
    it.extended,
    it.asked,
    it.proposed,
    it.withdrawal,
    it.suspended,
    it.may_stop,
    it.left,
  ])

async function standing({ tx, id, withdraws }: Market, at: Date): Promise<Standing> {
  const [row] = await tx<Standing[]>`
    select o.status, s.outcome, o.revisions_used as revisions, o.review_extended as extended,
      private.side_of(o, private.asks_to_cancel(o, ${at})) as asked,
      array(select distinct private.side_of(o, p.proposed_by) from public.settlement_proposals p
        where p.order_id = o.id order by 1) as proposed,
      case when not ${withdraws} then '' when private.withdrawn_at(o.id) > '-infinity' then 'none' when s.phase = 'disputed' then concat_ws(' ',
        (private.dispute_of(o.id)).from_status, o.clock_before_dispute_seconds, private.side_of(o, (private.dispute_of(o.id)).actor_id))
        else '' end as withdrawal,
      array(select private.side_of(o, p.id) from public.profiles p
        where p.id in (o.brand_id, o.kol_id) and p.suspended_at is not null order by 1) as suspended,
      extract(epoch from private.clock_stop_left(o, ${at}))::int as may_stop,
      o.clock_remaining_seconds::int as left,
      coalesce(private.moves_itself_at(o), o.clock_resumes_at) as changes_itself_at,
      coalesce((select sum(a.balance_minor) from private.accounts a where a.order_id = o.id), 0)::int as escrow
    from public.pack_orders o join public.order_statuses s using (status) where o.id = ${id}`
  if (!row) throw new Error(`no order ${id}`)
  return row
}

type Market = {
  tx: TransactionSql
  id: string
  people: Record<Actor, string>
  second: string
  /** Whether staff, unless they are silent, may suspend a side. */
  maySuspend: boolean
  /** Whether a dispute may be withdrawn. */
  withdraws: boolean
}
type Walked = { longest: Map<string, number>; stuck: string[]; statuses: Map<string, number> }

/** The longest time in ms until the order ends, over all acts of those who are not silent. */
async function walk(market: Market, silent: Silent, at: number, seen: Walked): Promise<number> {
  const { tx } = market
  const here = await standing(market, new Date(at))
  if (here.outcome !== null) {
    if (here.escrow !== 0) seen.stuck.push(`${here.status} with ${here.escrow}`)
    return 0
  }
  if (here.changes_itself_at === null) {
    seen.stuck.push(`${here.status}, suspended: ${here.suspended.join()}`)
    return Infinity
  }
  const end = here.changes_itself_at.getTime()
  const last = Math.max(end - SECOND, at)
  const key = keyOf(here)
  const known = seen.longest.get(`${key} ${end - at}`)
  if (known !== undefined) return known
  const waits = [
    await undone(tx, async () => {
      await tx`select private.run_due_work(${new Date(end)})`
      return end - at + (await walk(market, silent, end, seen))
    }),
  ]
  for (const actor of ACTORS) {
    if (silent.includes(actor)) continue
    for (const action of await offered(market, actor, here, last)) {
      waits.push(
        await undone(tx, async () => {
          await act(market, actor, action, last)
          return keyOf(await standing(market, new Date(at))) === key
            ? 0
            : last - at + (await walk(market, silent, last, seen))
        }),
      )
    }
  }
  const longest = Math.max(...waits)
  seen.longest.set(`${key} ${end - at}`, longest)
  seen.statuses.set(here.status, Math.max(longest, seen.statuses.get(here.status) ?? 0))
  return longest
}

async function offered(
  market: Market,
  actor: Actor,
  here: Standing,
  at: number,
): Promise<string[]> {
  const { tx, id, people, maySuspend, withdraws } = market
  await tx`select tests.move_time_as(${people[actor]}, ${new Date(at)})`
  if (actor === 'staff') await tx`select tests.read_case(${id})`
  const rows = await tx<{ action: string; refusal: string | null }[]>`
    select action, refusal from public.order_actions(${id})`
  await tx`select tests.act_as_owner()`
  // An appeal is decided by the second member of staff, because the first one ruled.
  const actions = rows
    .filter(
      ({ action, refusal }) =>
        refusal === null || (action === 'decide_appeal' && refusal === 'dispute_already_seen'),
    )
    .map(({ action }) => action)
    .filter((action) => action in REQUESTS && (withdraws || action !== 'withdraw_dispute'))
  const suspends = actor === 'staff' && maySuspend && here.suspended.length === 0
  return suspends ? [...actions, ...SIDES.map((side) => SUSPEND + side)] : actions
}

/** Suspends a side without an end, as two members of staff do. */
async function suspend({ tx, people }: Market, side: string, at: number) {
  const profile = side === 'brand' ? people.brand : people.creator
  await tx`insert into public.suspensions (profile_id, category, note) values (${profile}, 'fraud', 'False.')`
  await tx`update public.profiles set suspended_at = ${new Date(at)} where id = ${profile}`
}

async function act(market: Market, actor: Actor, action: string, at: number) {
  const { tx, id, people, second } = market
  if (action.startsWith(SUSPEND)) return suspend(market, action.slice(SUSPEND.length), at)
  const ask = REQUESTS[action]
  const asOwner = action === 'checkout'
  if (!asOwner) {
    await tx`select tests.move_time_as(${action === 'decide_appeal' ? second : people[actor]}, ${new Date(at)})`
    if (action === 'decide_appeal') await tx`select tests.read_case(${id})`
  }
  await ask?.(tx, id, new Date(at))
  await tx`select tests.act_as_owner()`
}

type Suspension = { from?: Side; byStaff?: boolean; withdraws?: boolean }

/** Walks from a new order in each state; returns the longest time from each state to the end, in days. */
async function daysFromEachState(
  silent: Silent,
  { from, byStaff = false, withdraws = false }: Suspension = {},
) {
  const seen: Walked = { longest: new Map(), stuck: [], statuses: new Map() }
  // The silent side becomes silent only in the state where the walk begins.
  await db.sql.begin(async (tx) => {
    await undone(tx, async () => {
      await tx`select tests.lift_limits()`
      const market = await open(tx)
      for (const status of await states(tx)) {
        await undone(tx, async () => {
          const [made] = await tx<{ id: string }[]>`
            select tests.make_order(${market.people.brand}, ${market.people.creator}, ${status}) as id`
          const id = made?.id ?? ''
          await tx`
            update public.pack_orders o set due_at = ${new Date(BEGIN)}::timestamptz + private.clock_of(o, o.status)
            where o.id = ${id}`
          const begun = { ...market, id, maySuspend: byStaff, withdraws }
          if (from) await suspend(begun, from, BEGIN)
          await walk(begun, silent, BEGIN, seen)
          return 0
        })
      }
      return 0
    })
  })
  const days = [...seen.statuses].map(([status, ms]) => [status, Math.ceil(ms / DAY)] as const)
  return { stuck: seen.stuck, days: Object.fromEntries(days) }
}

const states = async (tx: TransactionSql) =>
  (
    await tx<{ status: string }[]>`
      select status from public.order_statuses where outcome is null order by position`
  ).map(({ status }) => status)

async function open(tx: TransactionSql): Promise<Market> {
  const [people] = await tx<{ brand: string; creator: string; staff: string; second: string }[]>`
    select tests.make_member('brand', 'brand') as brand, tests.make_member('kol', 'kol') as creator,
      tests.judge() as staff, tests.make_staff('second') as second`
  if (!people) throw new Error('no people')
  return { tx, id: '', people, second: people.second, maySuspend: false, withdraws: false }
}

/** Does the work and rolls it back. */
async function undone(tx: TransactionSql, work: () => Promise<number>): Promise<number> {
  let result = 0
  await tx`savepoint walked`
  try {
    result = await work()
  } finally {
    await tx`rollback to savepoint walked`
    await tx`release savepoint walked`
    await tx`select tests.act_as_owner()`
  }
  return result
}

/** Reads the documented days from each state until the end. */
function documented(column: 'silent' | 'silentSuspended' | 'most' | 'mostSuspended') {
  const text = readFileSync(join(projectRoot, 'docs', 'every-order-ends.md'), 'utf8')
  const rows = text.matchAll(
    /^\| `(?<state>\w+)` \|.*\| (?<silent>\d+) \| (?<silentSuspended>\d+) \| (?<most>\d+) \| (?<mostSuspended>\d+) \|$/gm,
  )
  return Object.fromEntries(
    [...rows].map(({ groups = {} }) => [groups.state ?? '', Number(groups[column])]),
  )
}

/** The states from which it takes longer than documented. */
const longerThan = (most: Record<string, number>, days: Record<string, number>) =>
  Object.entries(days).filter(([status, each]) => each > (most[status] ?? 0))

test('every order ends within the documented days if nobody acts', async () => {
  const { stuck, days } = await daysFromEachState(EVERYBODY)
  expect(stuck).toEqual([])
  expect(days).toEqual(documented('silent'))
}, 600_000)

test.each(SIDES)(
  'silence ends every order when the %s is suspended without an end',
  async (from) => {
    const { stuck, days } = await daysFromEachState(EVERYBODY, { from })
    expect(stuck).toEqual([])
    expect(days).toEqual(documented('silentSuspended'))
  },
  600_000,
)

// This includes walks in which one of them is silent, because everybody may also do nothing. Only in
// `npm run test:heavy`, because it takes half a minute of CPU time.
test.each(HEAVY ? ['documented'] : [])(
  'every order ends within the %s days, whatever members and staff do',
  async () => {
    const { stuck, days } = await daysFromEachState(NOBODY)
    expect(stuck).toEqual([])
    expect(days).toEqual(documented('most'))
  },
  600_000,
)

// Only in `npm run test:heavy`, because it takes ten minutes.
test.each(HEAVY ? ['once'] : [])(
  'a dispute that is withdrawn %s adds at most its own days',
  async () => {
    const { stuck, days } = await daysFromEachState(NOBODY, { withdraws: true })
    const most = Object.entries(documented('most')).map(([status, each]) => [status, each + 20])
    expect(stuck).toEqual([])
    expect(longerThan(Object.fromEntries(most), days)).toEqual([])
  },
  1_800_000,
)

// Only in `npm run test:heavy`, because it takes five minutes.
test.each(HEAVY ? ['at any time'] : [])(
  'every order ends when staff may suspend a side %s',
  async () => {
    const { stuck, days } = await daysFromEachState(NOBODY, { byStaff: true })
    expect(stuck).toEqual([])
    expect(days).toEqual(documented('mostSuspended'))
  },
  1_200_000,
)

test.each(SIDES)(
  'a suspension of the %s stops no order, even if that side and staff are silent',
  async (from) => {
    // `npm run test:heavy` walks with each of the two silent alone, which takes longer.
    for (const silent of HEAVY ? [[from], ['staff' as const]] : [[from, 'staff' as const]]) {
      const { stuck, days } = await daysFromEachState(silent, { from })
      expect(stuck).toEqual([])
      expect(longerThan(documented('mostSuspended'), days)).toEqual([])
    }
  },
  600_000,
)
