// Measures common acts of a member in markets of several sizes, each with ten rows of every kind per member.
// Usage: npm run bench growth [-- --sizes 1000,10000,100000]
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { fillGrowth } from './support/growth.ts'
import { withMarket } from './support/market.ts'
import { bound, median, ms, processorTimed, section, times } from './support/measure.ts'

const RUNS = 15
const MOST_TIMES = 2
const DUE = 20
const MATCHES = 10
/** The number of creators for each saved search. */
const CREATORS_A_SEARCH = 10

/** An act by `who`. `{conversation}` and `{order}` are Bea's newest; `MATCHES` or more saved searches match `{creator}`. */
type Act = { name: string; who: 'bea' | 'sam' | 'owner'; sql: string }
const ACTS: Act[] = [
  {
    name: 'sign-in, in the database',
    who: 'owner',
    sql: `select * from auth.users where email = tests.id('bea') || '@kolpact.test' and not is_sso_user;
      select private.password_verification_attempt(jsonb_build_object('user_id', tests.user_id(tests.id('bea')), 'valid', true,
        'metadata', '{"ip_address": "192.0.2.1"}'::jsonb));
      insert into auth.sessions (id, user_id, ip, created_at, updated_at)
      values (gen_random_uuid(), tests.user_id(tests.id('bea')), '192.0.2.1', now(), now())`,
  },
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
  {
    name: `matching a creator, ${MATCHES} notices`,
    who: 'owner',
    sql: `insert into private.match_queue (profile_id) values ('{creator}'); select private.work_match_queue()`,
  },
  { name: 'solvency', who: 'owner', sql: 'select private.take_solvency()' },
  { name: 'market_health', who: 'owner', sql: 'select * from private.market_health()' },
  { name: 'staff: numbers of the tabs', who: 'sam', sql: 'select public.staff_queue()' },
  { name: 'staff: members', who: 'sam', sql: `select public.staff_list('members')` },
  {
    name: 'staff: one member by name',
    who: 'sam',
    sql: `select public.staff_list('members', jsonb_build_object('term', (select display_name from public.members where id = md5('creator77')::uuid)))`,
  },
  {
    name: 'staff: letters of one name in a hundred',
    who: 'sam',
    sql: `select public.staff_list('members', '{"term": "bea"}')`,
  },
  { name: 'staff: audit log', who: 'sam', sql: `select public.staff_list('audit')` },
  { name: 'export of a member, a page', who: 'bea', sql: 'select public.export_my_data()' },
]

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '1000,10000,100000' } },
})
const sizes = values.sizes.split(',').map(Number)
const gigabytes: string[] = []
const columns = await filled(sizes)

section(
  'Growth',
  `What one call costs in markets of ${sizes.map((size) => size.toLocaleString('en')).join(', ')} creators (${gigabytes.join('; ')}), with ten times as many messages, notifications, orders, transfers and acts of staff of a year, three events to an order, two entries to a transfer and a saved search to ${CREATORS_A_SEARCH} creators. A brand has as many rows in each. Processor time, median of ${RUNS}; at the largest at most ${MOST_TIMES} times the smallest.`,
  ['ms', ...sizes.map((size) => size.toLocaleString('en')), 'largest / smallest'],
  ACTS.map(({ name }, index) => {
    const costs = columns[index] ?? []
    const ratio = (costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN)
    return [name, ...costs.map(ms), bound(times(ratio), ratio <= MOST_TIMES)]
  }),
)

/** The costs of each act by market. All markets are opened first and measured in turn, so that other load affects all. */
function filled([size, ...larger]: number[], open: Prepared[] = []): Promise<number[][]> {
  if (size === undefined) return measured(open)
  return withMarket(
    size,
    async (market) => {
      gigabytes.push(
        await withClient(market.url(), (client) => fillGrowth(client, market.url, size)),
      )
      return withClient(market.url('postgres'), async (client) =>
        filled(larger, [...open, await prepared(client)]),
      )
    },
    Math.ceil(size / CREATORS_A_SEARCH),
  )
}

type Prepared = { client: pg.Client; places: Record<string, string> }

async function prepared(client: pg.Client): Promise<Prepared> {
  await client.query(`
    update private.settings set value = least(coalesce(max_value, 1000), 1000) where key ~ '_per_(minute|hour|day)$';
    update private.settings set value = ${MATCHES} where key = 'match_batch';
    create temporary table due as select tests.make_order(tests.id('bea'), tests.id('ann'), 'delivered') as id from generate_series(1, ${DUE});
    update public.pack_orders o set due_at = now() - interval '100 days' from due where due.id = o.id;
    delete from private.match_queue; delete from private.email_outbox`)
  const { rows } = await client.query<Record<string, string>>(`
    select (select id from public.conversations where tests.id('bea') in (member_a, member_b) order by last_message_at desc nulls last limit 1) as conversation,
      (select id from public.pack_orders where brand_id = tests.id('bea') and status = 'in_progress' order by created_at desc limit 1) as order,
      (select c.profile_id from (select * from private.creators order by profile_id limit 1000) as c
        order by abs(${MATCHES} - (select count(*) from private.matching_watchers(c))) limit 1) as creator`)
  return { client, places: rows[0] ?? {} }
}

async function measured(markets: Prepared[]): Promise<number[][]> {
  const costs: number[][] = []
  for (const { name, who, sql } of ACTS) {
    const samples: number[][] = markets.map(() => [])
    for (let run = 0; run < RUNS; run += 1)
      for (const [index, { client, places }] of markets.entries()) {
        const text = sql.replaceAll(
          /\{(conversation|order|creator)\}/g,
          (_, place) => places[place] ?? '',
        )
        samples[index]?.push(await once(client, who, text))
      }
    costs.push(samples.map(median))
    // Results are printed at once, so that they are not lost if a later act fails.
    console.error(name, ...samples.map((some) => ms(median(some))))
  }
  return costs
}

/** Measures one act including its deferred constraints, and rolls it back. */
async function once(client: pg.Client, who: Act['who'], sql: string): Promise<number> {
  await client.query('begin')
  if (who !== 'owner') await client.query(`select tests.act_as(tests.id('${who}'), 'aal2')`)
  const taken = await processorTimed(client, () =>
    client.query(`${sql}; set constraints all immediate`),
  )
  await client.query('rollback')
  return taken
}
