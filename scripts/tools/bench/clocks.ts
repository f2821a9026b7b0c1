// Many deadlines pass at once. Two workers do the due work while members go on using the market. Measures how much
// slower the members' requests become.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { startTestDatabase } from '../../../supabase/tests/support/database.ts'
import { marketSize } from './support/market.ts'
import { bound, median, ms, p95, section } from './support/measure.ts'

const OPEN = marketSize()
const DUE = OPEN / 10
const WORKERS = 2
const MOST_LONGER_MS = 200
const PAUSE_MS = 20
/** Rounds of a member's requests without due work, for comparison. */
const ROUNDS = 100

const PEOPLE = `
  select tests.make_member('bea', 'brand'), tests.make_member('eve', 'brand'), tests.make_member('ann', 'kol'), tests.make_member('zoe', 'kol');
  select tests.make_pack(tests.id('ann')), tests.make_pack(tests.id('zoe'));
  select tests.make_order(tests.id('bea'), tests.id('ann'), 'declined', 1000000), tests.make_order(tests.id('eve'), tests.id('zoe'), 'declined', 1000000);
  select public.run_due_work()`

/** The repeated requests of a brand; `{order}` is the order that it placed last. */
const REQUESTS: [string, string][] = [
  [
    'placing an order',
    `select (public.place_order((select id from public.packs where kol_id = tests.id('{kol}') limit 1), 'Please.', gen_random_uuid())).id`,
  ],
  ['paying it from the balance', `select public.pay_from_wallet('{order}')`],
  [
    'its page',
    `select * from public.pack_orders where id = '{order}'; select * from public.order_events where order_id = '{order}' order by id; select * from public.order_actions('{order}')`,
  ],
  ['orders list', 'select public.my_orders()'],
  ['notifications', 'select * from public.list_notifications()'],
  ['cancelling it', `select public.cancel_order('{order}', 'Changed my mind.')`],
]

type Samples = Map<string, number[]>
const db = await startTestDatabase(2)
try {
  await withClient(db.url.replace('//postgres:', '//supabase_admin:'), fill)
  const pairs = [
    { who: 'bea', kol: 'ann' },
    { who: 'eve', kol: 'zoe' },
  ]
  let isWorking = false
  const alone = await Promise.all(
    pairs.map((pair) => connected((client) => member(client, pair, (round) => round < ROUNDS))),
  )
  isWorking = true
  const members = pairs.map((pair) => connected((client) => member(client, pair, () => isWorking)))
  const begun = performance.now()
  const rounds = (
    await Promise.all(Array.from({ length: WORKERS }, () => connected(worker)))
  ).flat()
  const seconds = (performance.now() - begun) / 1000
  isWorking = false
  const beside = await Promise.all(members)
  await expectDoneOnce()
  report(seconds, rounds, alone, beside)
} finally {
  await db.stop()
}

async function fill(client: pg.Client) {
  await client.query(PEOPLE)
  const file = join(import.meta.dirname, 'support', 'clocks.sql')
  await client.query(readFileSync(file, 'utf8').replaceAll(':open:', String(OPEN)))
  await client.query('vacuum (analyze)')
}

type Done = { more: boolean; failed: number }

/** Does due work as the scheduler does, until none is left; returns the milliseconds of each round. */
async function worker(client: pg.Client): Promise<number[]> {
  const taken: number[] = []
  const { rows } = await client.query<{ kind: string }>(
    'select unnest(private.due_kinds()) as kind',
  )
  for (let kinds = rows.map(({ kind }) => kind); kinds.length > 0;) {
    const begun = performance.now()
    const left: string[] = []
    for (const kind of kinds) {
      const { rows } = await client.query<{ done: Done }>(
        `select private.work_kind($1, now(), 10, clock_timestamp() + interval '0.1 seconds') as done`,
        [kind],
      )
      if (rows[0]?.done.failed) throw new Error(`${kind}: ${JSON.stringify(rows[0].done)}`)
      if (rows[0]?.done.more) left.push(kind)
    }
    kinds = left
    taken.push(performance.now() - begun)
  }
  return taken
}

async function member(
  client: pg.Client,
  { who, kol }: { who: string; kol: string },
  goesOn: (round: number) => boolean,
): Promise<Samples> {
  const samples: Samples = new Map(REQUESTS.map(([name]) => [name, []]))
  for (let round = 0, order = ''; goesOn(round); round += 1)
    for (const [name, sql] of REQUESTS) {
      const text = sql.replaceAll('{kol}', kol).replaceAll('{order}', order)
      const begun = performance.now()
      await client.query('begin')
      await client.query(`select tests.act_as(tests.id('${who}'))`)
      const { rows } = await client.query<{ id: string }>(text)
      await client.query('commit')
      samples.get(name)?.push(performance.now() - begun)
      if (name === REQUESTS[0]?.[0]) order = rows[0]?.id ?? ''
      await sleep(PAUSE_MS)
    }
  return samples
}

/** Expects that each order moved once and was paid once. */
async function expectDoneOnce() {
  const wrong = await db.sql`
    select o.id::text as what from public.pack_orders o left join public.order_events e on e.order_id = o.id and e.kind = 'move'
    where o.terms_hash = 'x' and o.created_at < now() - interval '9 days' group by o.id
    having count(e.id) <> (o.due_at is null)::int or o.due_at <= now()
    union all select fault from private.ledger_faults()
    union all select t.order_id::text from private.transfers t where t.event in ('completion', 'refund') and t.order_id is not null group by t.order_id having count(*) > 1`
  if (wrong.length > 0) throw new Error(`${wrong.length} wrong: ${wrong[0]?.['what']}`)
  const [moved] = await db.sql<[{ count: number }]>`
    select count(*)::int from public.pack_orders where terms_hash = 'x' and due_at is null`
  if (moved.count !== DUE) throw new Error(`${moved.count} of ${DUE} moved`)
}

async function connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(db.url, async (client) => {
    await client.query('set plan_cache_mode = auto')
    return work(client)
  })
}

function report(seconds: number, rounds: number[], alone: Samples[], beside: Samples[]) {
  const of = (runs: Samples[], name: string, who: number) => runs[who]?.get(name) ?? []
  const rows = REQUESTS.flatMap(([name]) =>
    ['a brand whose orders they are', 'another brand'].map((who, index) => {
      const [before, during] = [of(alone, name, index), of(beside, name, index)]
      const longer = Math.max(...during) - median(before)
      return [
        `${name}: ${who}`,
        during.length,
        ms(median(before)),
        ms(Math.max(...before)),
        ms(median(during)),
        ms(p95(during)),
        ms(Math.max(...during)),
        bound(ms(longer), longer <= MOST_LONGER_MS),
      ]
    }),
  )
  section(
    'Due work',
    `${DUE.toLocaleString('en')} orders that are due at once, beside ${OPEN.toLocaleString('en')} open ones: ${WORKERS} workers took ${seconds.toFixed(0)} s, ${Math.round(DUE / seconds)} orders a second, in ${rounds.length} rounds of ${ms(median(rounds))} ms (median; p95 ${ms(p95(rounds))}, at most ${ms(Math.max(...rounds))}). Each order moved once. Milliseconds of a member's request without and beside this work; the slowest is to take at most ${MOST_LONGER_MS} ms longer than the median without.`,
    ['request', 'beside', 'without: p50', 'most', 'beside: p50', 'p95', 'most', 'most longer'],
    rows,
  )
}
