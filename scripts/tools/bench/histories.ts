// Reads from a primary and a replica while members trade, and checks each answer for impossible states, because
// an answer is one snapshot. A replica may show commits in another order, but never a part of one.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { SUPERUSER } from 'local-supabase/postgres.ts'
import { copyTemplate, startPreparedServer } from '../../../supabase/tests/support/server.ts'
import { PRIMARY, startReplica, untilReplayed } from '../cluster/replica.ts'
import { bound, section } from './support/measure.ts'

const MEMBERS = 50
const OPEN_ORDERS = 400
const TRADERS = 4
const READERS = 2

const { values } = parseArgs({ options: { size: { type: 'string', default: '1000000' } } })
const wanted = Number(values.size)

// Each function is declared stable, so that all its queries read the snapshot of the calling statement.
const SETUP = `
  create schema bench;
  create table bench.members as
    select n, tests.make_member('brand ' || n, 'brand') as brand, tests.make_member('kol ' || n, 'kol') as kol
    from generate_series(0, ${MEMBERS - 1}) as n;
  alter table bench.members add column pack uuid, add column conversation uuid;
  update bench.members set pack = tests.make_pack(kol);
  create function bench.open_conversation(brand uuid, kol uuid) returns uuid language plpgsql as $$
  declare
    v_id uuid;
  begin
    perform tests.act_as(brand);
    v_id := public.get_or_create_conversation(kol);
    perform tests.act_as_owner();
    return v_id;
  end $$;
  update bench.members set conversation = bench.open_conversation(brand, kol);

  -- A separate function makes Postgres read each account by the index, because there are no statistics of new tables.
  create function bench.escrow(brand uuid, currency text, order_id uuid) returns bigint language plpgsql stable as $$
  begin
    return (select a.id from private.accounts a
      where a.owner_id = brand and a.kind = 'escrow' and a.currency = escrow.currency and a.order_id = escrow.order_id);
  end $$;
  create function bench.accounts(members uuid[], orders uuid[], part int) returns table (id text, is_possible boolean)
  language sql stable as $$
    select a.id::text, a.balance_minor = (select coalesce(sum(e.amount_minor), 0) from private.entries e where e.account_id = a.id)
    from (
      select a.* from private.accounts a
      where a.owner_id = any (members) and a.kind in ('wallet', 'pending', 'available', 'in_transit')
      union all
      select a.* from private.accounts a where a.owner_id is null and a.shard = part
      union all
      select a.* from unnest(orders) as u (id)
      join public.pack_orders o on o.id = u.id
      cross join lateral (select bench.escrow(o.brand_id, o.currency, o.id)) as e (id)
      join private.accounts a on a.id = e.id
    ) as a
  $$;
  create function bench.orders(orders uuid[]) returns table (id text, is_possible boolean) language sql stable as $$
    select o.id::text, o.status = coalesce(e.to_status, 'pending_payment')
      and s.holds_escrow = coalesce(a.balance_minor > 0, false)
    from unnest(orders) as u (id)
    join public.pack_orders o on o.id = u.id
    join public.order_statuses s using (status)
    left join lateral (
      select e.to_status from public.order_events e where e.order_id = o.id order by e.id desc limit 1
    ) as e on true
    left join private.accounts a on a.id = bench.escrow(o.brand_id, o.currency, o.id)
  $$;
  create function bench.inboxes(members uuid[]) returns table (id text, is_possible boolean) language plpgsql stable as $$
  declare
    v_member uuid;
  begin
    foreach v_member in array members loop
      perform set_config('request.jwt.claims', jsonb_build_object('sub', tests.user_id(v_member), 'role', 'authenticated', 'aal', 'aal1',
        'session_id', tests.session_id(tests.user_id(v_member), 'aal1'))::text, true);
      return query
        select v_member::text, public.unread_count() = coalesce(sum(i.unread_count), 0)
          and public.unread_count() = (select count(*) from public.messages m where m.receiver_id = v_member and not m.is_read)
          and coalesce(bool_and(i.last_message_at = (
            select max(m.created_at) from public.messages m where m.conversation_id = i.conversation_id)), true)
        from public.inbox(100) as i;
    end loop;
  end $$;
`

const READ = `
  select kind, count(*)::int as reads, array_agg(id) filter (where is_possible is not true) as impossible from (
    select 'account' as kind, a.* from bench.accounts($1, $2, $3) a
    union all
    select 'order', o.* from bench.orders($2) o
    union all
    select 'inbox', i.* from bench.inboxes($4) i
  ) as answers group by kind`

type Pair = { brand: string; kol: string; pack: string; conversation: string }
type Order = { id: string; pair: Pair; step: number }
type Counts = Map<string, { reads: number; impossible: string[] }>

const KINDS = ['account', 'order', 'inbox']
const below = (limit: number) => Math.floor(Math.random() * limit)
const some = <T>(list: T[], most: number) =>
  Array.from({ length: most }, () => list[below(list.length)]!)
const by = `select tests.act_as($1), `

/** The steps of an order in turn: who acts, and the call. */
const STEPS: [(pair: Pair) => string, string][] = [
  [
    ({ brand }) => brand,
    `select tests.act_as_service(), public.record_payment('sandbox', 'bench-' || o.id, o.id,
    o.price_minor + o.buyer_fee_minor, o.currency) from public.pack_orders o where o.id = $2 and o.brand_id = $1`,
  ],
  [({ kol }) => kol, `${by}(public.accept_order($2)).id`],
  [
    ({ kol }) => kol,
    `${by}(public.deliver_order($2, 'Done.', array['https://example.com/work'])).id`,
  ],
  [({ brand }) => brand, `${by}(public.complete_order($2)).id`],
]

async function placeOrder(client: pg.Client, pair: Pair): Promise<Order> {
  const { rows } = await client.query<{ id: string }>(
    `${by}(public.place_order($2, 'Please.', $3)).id`,
    [pair.brand, pair.pack, randomUUID()],
  )
  return { id: rows[0]?.id ?? '', pair, step: 0 }
}

/** One random act: a step of an open order (a new order replaces an ended one), a message, or marking messages as read. */
async function act(client: pg.Client, orders: Order[], pairs: Pair[]) {
  const at = below(orders.length)
  const [order] = orders.splice(at, 1) // until it is put back, no other client acts on the order
  if (!order) return
  const [actor, text] = STEPS[order.step]!
  await client.query(text, [actor(order.pair), order.id])
  order.step += 1
  orders.push(order.step < STEPS.length ? order : await placeOrder(client, pairs[below(MEMBERS)]!))
  const { brand, kol, conversation } = pairs[below(MEMBERS)]!
  if (below(4) === 0)
    await client.query(`${by}public.mark_conversation_read($2)`, [kol, conversation])
  else
    await client.query(
      `with me as materialized (select tests.act_as($1))
       insert into public.messages (conversation_id, sender_id, receiver_id, content)
       select $2, $1, $3, 'How is it going?' from me`,
      [brand, conversation, kol],
    )
}

async function read(client: pg.Client, orders: Order[], pairs: Pair[], counts: Counts) {
  const members = some(pairs, 15).flatMap(({ brand, kol }) => [brand, kol])
  const ids = orders.map(({ id }) => id)
  const { rows } = await client.query<{ kind: string; reads: number; impossible: string[] | null }>(
    { name: 'read', text: READ, values: [members, ids, below(16), members.slice(0, 2)] },
  )
  for (const { kind, reads, impossible } of rows) {
    const count = counts.get(kind)!
    count.reads += reads
    count.impossible.push(...(impossible ?? []))
  }
}

/** For comparison, reads balances and entries from two snapshots; returns how many seem inconsistent. */
async function tornReads(client: pg.Client, pairs: Pair[]): Promise<number> {
  const kols = pairs.map(({ kol }) => kol)
  const own = `from private.accounts a where a.owner_id = any ($1) and a.kind = 'pending' order by a.id`
  const balances = await client.query<{ minor: string }>(`select a.balance_minor as minor ${own}`, [
    kols,
  ])
  const sums = await client.query<{ minor: string }>(
    `select (select coalesce(sum(e.amount_minor), 0) from private.entries e where e.account_id = a.id) as minor ${own}`,
    [kols],
  )
  return balances.rows.filter(({ minor }, n) => minor !== sums.rows[n]?.minor).length
}

/** Plants one impossible state of each kind, which the check has to find. */
const PLANT = `
  set session_replication_role = replica;
  update private.accounts a set balance_minor = a.balance_minor + 1 where a.id = (
    select min(a.id) from private.accounts a where a.kind = 'pending' and a.owner_id = (select kol from bench.members where n = 0));
  update public.pack_orders set status = 'completed' where id = (
    select o.id from public.pack_orders o where o.status = 'in_progress' limit 1) returning id;
  insert into public.messages (conversation_id, sender_id, receiver_id, content, created_at)
  select conversation, brand, kol, 'Sent without its trigger.', now() + interval '1 hour' from bench.members where n = 0`

const noCounts = (): Counts => new Map(KINDS.map((kind) => [kind, { reads: 0, impossible: [] }]))
const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

const server = await startPreparedServer(PRIMARY)
const copy = await copyTemplate(server.port, 'empty')
const pairs = await withClient(copy.url, async (client) => {
  await client.query(SETUP)
  return (await client.query<Pair>('select * from bench.members order by n')).rows
})
const replica = await startReplica(server.url)
const owners: pg.Client[] = []
const open = async (url: string) => {
  const client = await connect(url)
  owners.push(client)
  return client
}
try {
  const places = [
    { name: 'primary', url: copy.url, counts: noCounts(), torn: 0 },
    { name: 'replica', url: replica.url(copy.name), counts: noCounts(), torn: 0 },
  ]
  const orders: Order[] = []
  const first = await open(copy.url)
  for (let n = 0; n < OPEN_ORDERS; n += 1) orders.push(await placeOrder(first, pairs[n % MEMBERS]!))
  await untilReplayed(server.url, replica.url)

  const begun = performance.now()
  const made = () =>
    places.flatMap(({ counts }) => [...counts.values()]).reduce((sum, { reads }) => sum + reads, 0)
  let acts = 0
  const trade = Array.from({ length: TRADERS }, async () => {
    const client = await open(copy.url)
    for (; made() < wanted; acts += 2) await act(client, orders, pairs)
  })
  const reads = places.flatMap((place) =>
    Array.from({ length: READERS }, async () => {
      const client = await open(place.url)
      await client.query('vacuum analyze').catch(() => {}) // a replica refuses this, but has the statistics of its primary
      for (let n = 0; made() < wanted; n += 1) {
        await read(client, orders, pairs, place.counts)
        if (n % 10 === 0) place.torn += await tornReads(client, pairs)
      }
    }),
  )
  await Promise.all([...trade, ...reads])
  const seconds = (performance.now() - begun) / 1000

  await withClient(server.url(copy.name, SUPERUSER), (client) => client.query(PLANT))
  await untilReplayed(server.url, replica.url)
  const planted = await Promise.all(
    places.map(async ({ url }) => {
      const counts = noCounts()
      await withClient(url, (client) => read(client, orders, [pairs[0]!], counts))
      return KINDS.filter((kind) => (counts.get(kind)?.impossible.length ?? 0) > 0).length
    }),
  )
  report(places, planted, acts / seconds, seconds)
} finally {
  await Promise.all(owners.map((client) => client.end()))
  await replica.stop()
  await copy.drop()
  await server.stop()
}

function report(
  places: { name: string; counts: Counts; torn: number }[],
  planted: number[],
  rate: number,
  seconds: number,
) {
  const impossible = places.flatMap(({ name, counts }) =>
    [...counts].flatMap(([kind, found]) =>
      [...new Set(found.impossible)].map((id) => `${name}: ${kind} ${id}`),
    ),
  )
  for (const line of impossible.slice(0, 20)) console.error(line)
  const bites = planted.every((kinds) => kinds === KINDS.length)
  if (impossible.length > 0 || !bites) process.exitCode = 1
  section(
    'Histories',
    `Reads of a primary and of a replica while ${TRADERS} sessions trade (${Math.round(rate)} acts a second, ${Math.round(seconds)} s): a balance is the sum of its entries, the state of an order is that of its last event and its escrow is filled accordingly, what an inbox counts as unread is what is unread. Each answer is one snapshot; balances and entries asked for one after the other differed as often as the last column but one says. Planted states are found.`,
    [
      '',
      ...KINDS.map((kind) => `${kind} reads`),
      'impossible',
      'by two snapshots',
      'planted found',
    ],
    places.map(({ name, counts, torn: differing }, n) => {
      const found = [...counts.values()].reduce((sum, one) => sum + one.impossible.length, 0)
      return [
        name,
        ...KINDS.map((kind) => (counts.get(kind)?.reads ?? 0).toLocaleString('en')),
        bound(String(found), found === 0),
        differing,
        bound(`${planted[n]} of ${KINDS.length}`, planted[n] === KINDS.length),
      ]
    }),
  )
}
