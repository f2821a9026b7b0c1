// Measures the ledger's transfers per second, compared with the transaction of TPC-B and with a minimal function
// without guarantees, on the same server with the same client.
import pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { startTestDatabase } from '../../../supabase/tests/support/database.ts'
import { bound, median, section, times } from './support/measure.ts'

const SECONDS = 2
const ROUNDS = 5
const CLIENTS = 8
const ACCOUNTS = 20_000
const BRANCHES = 16
const ORDERS = 2000
const LEAST_COMPLETIONS = 400
const MEMBERS = 50

const SETUP = `
  create schema bench;
  create table bench.branches (bid int primary key, bbalance int not null default 0) with (fillfactor = 50);
  create table bench.tellers (tid int primary key, bid int not null, tbalance int not null default 0) with (fillfactor = 50);
  create table bench.accounts (aid int primary key, bid int not null, abalance int not null default 0) with (fillfactor = 90);
  create table bench.history (tid int, bid int, aid int, delta int, mtime timestamptz);
  insert into bench.branches (bid) select generate_series(1, ${BRANCHES});
  insert into bench.tellers (tid, bid) select n, 1 + n % ${BRANCHES} from generate_series(1, ${BRANCHES * 10}) as n;
  insert into bench.accounts (aid, bid) select n, 1 + n % ${BRANCHES} from generate_series(1, ${BRANCHES * 20_000}) as n;

  create table bench.wallets (id int primary key, balance bigint not null default 0) with (fillfactor = 50);
  create table bench.entries (
    id bigint primary key generated always as identity, wallet int not null, amount bigint not null,
    created_at timestamptz not null default now());
  insert into bench.wallets (id) select generate_series(1, ${ACCOUNTS});
  create function bench.bare(giver int, taker int, amount bigint) returns void language plpgsql as $$
  begin
    update bench.wallets set balance = balance - amount where id = giver;
    update bench.wallets set balance = balance + amount where id = taker;
    insert into bench.entries (wallet, amount) values (giver, -amount);
    insert into bench.entries (wallet, amount) values (taker, amount);
  end $$;

  -- Wallets of the real ledger, each with money, and the number of the first one.
  insert into public.profiles (display_name) select 'Member ' || n from generate_series(1, ${ACCOUNTS}) as n;
  do $$
  begin
    perform private.post_transfer('suspense',
      array[private.member_account(p.id, 'wallet', 'USD'), private.platform_account('cash', 'USD', p.id)],
      array[1000000000, -1000000000])
    from public.profiles p where p.display_name like 'Member %';
  end $$;
`

type Contest = { name: string; run: (client: pg.Client) => Promise<unknown> }

const random = (limit: number) => 1 + Math.floor(Math.random() * limit)
function pair(): [number, number] {
  const giver = random(ACCOUNTS)
  return [giver, 1 + ((giver + random(ACCOUNTS - 2)) % ACCOUNTS)]
}
const prepared = (client: pg.Client, name: string, text: string, values: unknown[]) =>
  client.query({ name, text, values })

const db = await startTestDatabase(2)
try {
  const [first, shards] = await withClient(db.url, async (client) => {
    await client.query(SETUP)
    await client.query('vacuum analyze')
    const { rows } = await client.query<{ first: string; shards: string[] }>(`
      select min(id) filter (where kind = 'wallet') as first,
        array_agg(id) filter (where kind = 'suspense' and currency = 'USD') as shards
      from private.accounts`)
    return [Number(rows[0]?.first), rows[0]?.shards ?? []] as const
  })
  const transfer = `select private.post_transfer('payment', array[$1, $2]::bigint[], array[-1, 1]::bigint[])`
  const rates = await compete([
    { name: 'tpcb', run: tpcb },
    {
      name: 'bare',
      run: (client) => prepared(client, 'bare', 'select bench.bare($1, $2, 1)', pair()),
    },
    {
      name: 'ledger',
      run: (client) => {
        const [giver, taker] = pair()
        return prepared(client, 'ledger', transfer, [first + giver - 1, first + taker - 1])
      },
    },
    {
      name: 'hot',
      run: (client) =>
        prepared(client, 'ledger', transfer, [first + random(ACCOUNTS) - 1, shards[0]]),
    },
    {
      name: 'shards',
      run: (client) =>
        prepared(client, 'ledger', transfer, [
          first + random(ACCOUNTS) - 1,
          shards[random(shards.length) - 1],
        ]),
    },
  ])
  report(rates.set('completions', await completionRate()))
} finally {
  await db.stop()
}

function report(rates: Map<string, number>) {
  const rate = (name: string) => rates.get(name) ?? Number.NaN
  const row = (what: string, name: string) => [
    what,
    bound(
      String(Math.round(rate(name))),
      name !== 'completions' || rate(name) >= LEAST_COMPLETIONS,
    ),
    times(rate(name) / rate('tpcb')),
    times(rate(name) / rate('bare')),
  ]
  section(
    'Ledger',
    `Transactions a second by ${CLIENTS} sessions of one client, medians of ${ROUNDS} rounds in turn; nobody waits for the disk. A completion writes state, history, money, hold, quotas and three notifications; there should be ${LEAST_COMPLETIONS} a second.`,
    ['', 'per second', 'of TPC-B', 'of the bare function'],
    [
      row('TPC-B, statement by statement', 'tpcb'),
      row('a bare function: two updates, two inserts', 'bare'),
      row('a transfer between two of 20,000 accounts', 'ledger'),
      row('transfers into one account', 'hot'),
      row('transfers into a platform account, which is sixteen rows', 'shards'),
      row('completions of orders', 'completions'),
    ],
  )
}

/** Completions of delivered orders per second, with all their effects. */
async function completionRate(): Promise<number> {
  await db.sql`
    select tests.make_member('brand ' || n, 'brand'), tests.make_member('kol ' || n, 'kol')
    from generate_series(1, ${MEMBERS}) as n`
  const clients = await connect()
  const numbers = Array.from({ length: ORDERS }, (_, n) => n)
  const orders: { id: string; brand: string }[] = []
  await together(clients, numbers, async (client, n) => {
    const { rows } = await prepared(
      client,
      'deliver',
      `select tests.make_order(b.id, tests.id('kol ' || $2::int), 'delivered') as id, b.id as brand
       from tests.id('brand ' || $1::int) as b (id)`,
      // Consecutive orders have different brands and creators, as in a real market.
      [1 + (n % MEMBERS), 1 + ((7 * n + Math.floor(n / MEMBERS)) % MEMBERS)],
    )
    orders.push(...rows)
  })
  // Collects statistics, as a database has them after some minutes. Without them queries are planned for empty tables.
  await withClient(db.url, (client) => client.query('vacuum analyze'))
  const begun = performance.now()
  await together(clients, orders, (client, { id, brand }) =>
    prepared(client, 'complete', 'select tests.act_as($1), (public.complete_order($2)).status', [
      brand,
      id,
    ]),
  )
  const rate = (ORDERS / (performance.now() - begun)) * 1000
  await Promise.all(clients.map((client) => client.end()))
  return rate
}

/** Runs a list of jobs; all clients take from the same list until it is empty. */
async function together<T>(
  clients: pg.Client[],
  list: T[],
  work: (client: pg.Client, item: T) => Promise<unknown>,
): Promise<void> {
  const rest = list.values()
  await Promise.all(
    clients.map(async (client) => {
      for (const item of rest) await work(client, item)
    }),
  )
}

function connect(): Promise<pg.Client[]> {
  return Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const client = new pg.Client({ connectionString: db.url })
      await client.connect()
      return client
    }),
  )
}

/** Measures all contestants in turn, in several rounds; the median of a contestant's rounds counts. */
async function compete(contests: Contest[]): Promise<Map<string, number>> {
  const clients = await connect()
  const samples = new Map(contests.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { name, run } of contests) {
      const rate = await rateOf(clients, run, round === 0 ? 0.5 : SECONDS)
      if (round > 0) samples.get(name)?.push(rate)
    }
  }
  await Promise.all(clients.map((client) => client.end()))
  return new Map([...samples].map(([name, list]) => [name, median(list)]))
}

async function rateOf(clients: pg.Client[], run: Contest['run'], seconds: number): Promise<number> {
  const begun = performance.now()
  const until = begun + seconds * 1000
  let done = 0
  await Promise.all(
    clients.map(async (client) => {
      for (; performance.now() < until; done++) await run(client)
    }),
  )
  return (done / (performance.now() - begun)) * 1000
}

async function tpcb(client: pg.Client): Promise<void> {
  const delta = random(10_000) - 5000
  const [aid, tid, bid] = [random(BRANCHES * 20_000), random(BRANCHES * 10), random(BRANCHES)]
  await client.query('begin')
  await prepared(client, 'a', 'update bench.accounts set abalance = abalance + $1 where aid = $2', [
    delta,
    aid,
  ])
  await prepared(client, 's', 'select abalance from bench.accounts where aid = $1', [aid])
  await prepared(client, 't', 'update bench.tellers set tbalance = tbalance + $1 where tid = $2', [
    delta,
    tid,
  ])
  await prepared(client, 'b', 'update bench.branches set bbalance = bbalance + $1 where bid = $2', [
    delta,
    bid,
  ])
  await prepared(
    client,
    'h',
    'insert into bench.history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
    [tid, bid, aid, delta],
  )
  await client.query('end')
}
