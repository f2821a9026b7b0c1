// The cost of a member's everyday acts in markets of several sizes, each with ten times as many rows of every kind as members.
// Usage: npm run bench growth [-- --sizes 1000,10000,100000]
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { projectRoot } from '../../project.ts'
import { PGTAP } from '../testing/pgtap.ts'
import { SMALL_MARKET, withMarket, type Market } from './support/market.ts'
import { bound, median, ms, processorTimed, section, times } from './support/measure.ts'

const RUNS = 15
const MOST_TIMES = 2
const DUE = 20

/** Acts as `{who}`; `{conversation}` and `{order}` are the newest of Bea. */
type Act = { name: string; who: 'bea' | 'sam' | 'owner'; sql: string }
const ACTS: Act[] = [
  { name: 'inbox', who: 'bea', sql: 'select * from public.inbox()' },
  {
    name: 'thread, newest 50 messages',
    who: 'bea',
    sql: `select * from public.messages where conversation_id = '{conversation}' order by created_at desc limit 50`,
  },
  {
    name: 'sending a message',
    who: 'bea',
    sql: `insert into public.messages (conversation_id, sender_id, receiver_id, content)
      select id, tests.id('bea'), case member_a when tests.id('bea') then member_b else member_a end, 'Hello.'
      from public.conversations where id = '{conversation}'`,
  },
  {
    name: 'order page',
    who: 'bea',
    sql: `select * from public.pack_orders where id = '{order}'; select * from public.order_events where order_id = '{order}' order by id;
      select * from public.order_deliveries where order_id = '{order}'; select * from public.order_actions('{order}')`,
  },
  { name: 'orders list', who: 'bea', sql: 'select public.my_orders()' },
  { name: 'notifications', who: 'bea', sql: 'select * from public.list_notifications()' },
  { name: 'moves of money', who: 'bea', sql: 'select * from public.money_moves()' },
  {
    name: 'finding a word of own messages',
    who: 'bea',
    sql: `select * from public.find_anything('campaign')`,
  },
  {
    name: 'finding letters of many names',
    who: 'bea',
    sql: `select * from public.find_anything('ran')`,
  },
  { name: 'search, first page', who: 'bea', sql: 'select * from public.search_creators()' },
  {
    name: 'search by language and topic',
    who: 'bea',
    sql: `select * from public.search_creators('{"language": "es", "categories": ["defi"]}')`,
  },
  {
    name: 'placing, paying, working and completing',
    who: 'owner',
    sql: `select tests.make_order(tests.id('bea'), tests.id('ann'), 'completed', 10000, (select id from public.packs where kol_id = tests.id('ann') limit 1))`,
  },
  { name: `due work, ${DUE} orders`, who: 'owner', sql: 'select private.run_due_work()' },
  { name: 'market_health', who: 'owner', sql: 'select * from private.market_health()' },
  { name: 'staff: numbers of the tabs', who: 'sam', sql: 'select public.staff_queue()' },
  { name: 'staff: members', who: 'sam', sql: `select public.staff_list('members')` },
  {
    name: 'staff: one member by name',
    who: 'sam',
    sql: `select public.staff_list('members', '{"term": "bea"}')`,
  },
  { name: 'staff: audit log', who: 'sam', sql: `select public.staff_list('audit')` },
  { name: 'export of a member, a page', who: 'bea', sql: 'select public.export_my_data()' },
]

/** The largest first, so that two sessions end at about the same time. */
const TABLES = [
  'public.pack_orders',
  'public.messages',
  'public.order_events',
  'private.entries',
  'private.transfers',
  'public.notifications',
  'public.staff_audit',
  'private.order_funding',
  'public.conversation_participants',
  'public.conversations',
]

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '1000,10000,100000' } },
})
const sizes = values.sizes.split(',').map(Number)
const gigabytes: string[] = []
const columns: number[][] = []
for (const size of sizes)
  await withMarket(
    size,
    async (market) => {
      gigabytes.push(await withClient(market.url(), (client) => fill(market, client, size)))
      const costs = await withClient(market.url('postgres'), measured)
      // Figures outlive a failure in a larger market.
      console.error(JSON.stringify({ size, costs: costs.map(ms) }))
      columns.push(costs)
    },
    Math.min(size, SMALL_MARKET),
  )

section(
  'Growth',
  `What one call costs in markets of ${sizes.map((size) => size.toLocaleString('en')).join(', ')} creators (${gigabytes.join(', ')}), with ten times as many messages, notifications, orders, transfers and acts of staff of a year, three events to an order and two entries to a transfer. A brand has as many rows in each. Processor time, median of ${RUNS}; at the largest at most ${MOST_TIMES} times the smallest.`,
  ['ms', ...sizes.map((size) => size.toLocaleString('en')), 'largest / smallest'],
  ACTS.map(({ name }, index) => {
    const costs = columns.map((column) => column[index] ?? Number.NaN)
    const ratio = (costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN)
    return [name, ...costs.map(ms), bound(times(ratio), ratio <= MOST_TIMES)]
  }),
)

/** Rows first and indexes after them, by two sessions: row by row the indexes of ten million would take hours. Returns the size. */
async function fill(market: Market, client: pg.Client, size: number): Promise<string> {
  const begun = performance.now()
  const note = (step: string) =>
    console.error(`${size} ${step}: ${Math.round((performance.now() - begun) / 1000)} s`)
  await client.query(`${PGTAP}; grant create on database bench to postgres`)
  await withClient(market.url('postgres'), people)
  await client.query(part('growth', size))
  await client.query(
    `update pg_index set indisready = false, indisvalid = false where indrelid = any ($1::regclass[])`,
    [TABLES],
  )
  const beside = (work: (session: pg.Client) => Promise<unknown>) =>
    withClient(market.url(), async (session) => {
      await session.query(
        `set session_replication_role = replica; set maintenance_work_mem = '2GB'`,
      )
      await work(session)
    })
  note('people and keys')
  await Promise.all(
    ['growth-talk', 'growth-orders'].map((name) =>
      beside((session) => session.query(part(name, size))),
    ),
  )
  note('rows')
  const left = TABLES.values()
  const build = async (session: pg.Client) => {
    for (const table of left) {
      await session.query(`reindex table ${table}`)
      await session.query(`vacuum (analyze) ${table}`)
    }
  }
  await Promise.all([beside(build), beside(build)])
  note('indexes')
  await client.query('drop schema growth cascade; analyze')
  const { rows } = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  return rows[0]?.size ?? ''
}

function part(name: string, size: number): string {
  const file = join(import.meta.dirname, 'support', `${name}.sql`)
  return readFileSync(file, 'utf8').replaceAll(':size:', String(size))
}

/** Who acts, through the triggers of everybody. Nobody is told about the new creator: that is another bench. */
async function people(client: pg.Client) {
  for (const file of globSync('supabase/tests/*/000_*.sql', { cwd: projectRoot }).toSorted())
    await client.query(readFileSync(join(projectRoot, file), 'utf8'))
  await client.query(`
    select tests.make_member('bea', 'brand'), tests.make_member('ann', 'kol'), tests.make_staff('sam');
    select tests.make_pack(tests.id('ann'))`)
}

async function measured(client: pg.Client): Promise<number[]> {
  await client.query(`
    update private.settings set value = least(coalesce(max_value, 1000), 1000) where key ~ '_per_(minute|hour|day)$';
    create temporary table due as select tests.make_order(tests.id('bea'), tests.id('ann'), 'delivered') as id from generate_series(1, ${DUE});
    update public.pack_orders o set due_at = now() - interval '100 days' from due where due.id = o.id;
    delete from private.match_queue; delete from private.email_outbox`)
  const { rows } = await client.query<{ conversation: string; order: string }>(`
    select (select id from public.conversations where tests.id('bea') in (member_a, member_b) order by last_message_at desc nulls last limit 1) as conversation,
      (select id from public.pack_orders where brand_id = tests.id('bea') and status = 'in_progress' order by created_at desc limit 1) as order`)
  const costs: number[] = []
  for (const { who, sql } of ACTS) {
    const text = sql
      .replaceAll('{conversation}', rows[0]?.conversation ?? '')
      .replaceAll('{order}', rows[0]?.order ?? '')
    const samples: number[] = []
    for (let run = 0; run < RUNS; run += 1) samples.push(await once(client, who, text))
    costs.push(median(samples))
  }
  return costs
}

/** Takes back what was done, after what would happen at commit. */
async function once(client: pg.Client, who: Act['who'], sql: string): Promise<number> {
  await client.query('begin')
  if (who !== 'owner') await client.query(`select tests.act_as(tests.id('${who}'), 'aal2')`)
  const taken = await processorTimed(client, () =>
    client.query(`${sql}; set constraints all immediate`),
  )
  await client.query('rollback')
  return taken
}
