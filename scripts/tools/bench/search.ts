// Measures the search of creators: each mix of filters in each order, compared with a sequential scan for the same
// condition, in a small and a large market; and late pages, compared with the first one.
import type pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { LISTS } from './support/lists.ts'
import { marketSize, SMALL_MARKET, withMarket } from './support/market.ts'
import {
  asUser,
  bound,
  median,
  ms,
  p95,
  processorTimed,
  section,
  times,
} from './support/measure.ts'

type Filters = Record<string, unknown>
type Mix = { name: string; sort: string; keys: string[] }

// The number of samples after which a 95th percentile hardly differs between runs.
const SAMPLES = 200
const SCANS = 6
const PAGE = 24
const BOUNDS = {
  smallMs: 5,
  ofScan: 1 / 10,
  deepPage: 1.2,
  indexSeconds: 300,
  indexMegabytes: 400,
}

const MIXES: Mix[] = [
  { name: 'none', sort: 'rating', keys: [] },
  { name: 'none', sort: 'followers', keys: [] },
  { name: 'none', sort: 'newest', keys: [] },
  { name: 'term', sort: 'rating', keys: ['searchTerm'] },
  { name: 'term', sort: 'relevance', keys: ['searchTerm'] },
  { name: 'term', sort: 'newest', keys: ['searchTerm'] },
  { name: 'language', sort: 'rating', keys: ['language'] },
  ...LISTS.map((list, place) => ({ name: list, sort: orderAt(place), keys: [list] })),
  { name: 'followers', sort: 'newest', keys: ['followersRanges'] },
  { name: 'rating', sort: 'followers', keys: ['rating'] },
  { name: 'verified', sort: 'followers', keys: ['verified'] },
  { name: 'price', sort: 'rating', keys: ['maxPrice'] },
  { name: 'delivery time', sort: 'newest', keys: ['maxDeliveryDays'] },
  { name: 'price, delivery time', sort: 'followers', keys: ['maxPrice', 'maxDeliveryDays'] },
  {
    name: 'language, platforms, categories',
    sort: 'rating',
    keys: ['language', 'platforms', 'categories'],
  },
  {
    name: 'language, categories, price',
    sort: 'rating',
    keys: ['language', 'categories', 'maxPrice'],
  },
  {
    name: 'all but term and price',
    sort: 'followers',
    keys: ['language', ...LISTS, 'followersRanges', 'rating', 'verified'],
  },
  {
    name: ['language', ...LISTS.slice(1)].join(', '),
    sort: 'newest',
    keys: ['language', ...LISTS.slice(1)],
  },
  {
    name: 'term, language, categories',
    sort: 'relevance',
    keys: ['searchTerm', 'language', 'categories'],
  },
  {
    name: 'term, platforms, rating',
    sort: 'followers',
    keys: ['searchTerm', 'platforms', 'rating'],
  },
]
const COLUMN: Record<string, string> = {
  rating: 'c.score',
  followers: 'c.follower_total',
  newest: 'c.created_at',
  relevance: '(strpos(c.name, ($1::private.creator_filter).term) > 0) desc, c.score',
}

/** The sort order of the n-th search; the three orders take turns. */
function orderAt(place: number): string {
  return ['followers', 'rating', 'newest'][place % 3] ?? 'newest'
}

type Measured = { p50: number; p95: number; scan: number }

let member = ''
const small = await measure(SMALL_MARKET)
const large = await measure(marketSize())
const { deepPage, index } = large
section(
  'Search',
  [
    `A page of ${PAGE} of ${SMALL_MARKET.toLocaleString('en')} and of ${marketSize().toLocaleString('en')} creators, as a member, through \`search_creators\`, and a sequential scan with the same condition; processor time.`,
    `In the small market p95 is to be at most ${BOUNDS.smallMs} ms and p50 at most that of the scan, in the large one p95 at most a tenth of the scan.`,
    `Page ${deepPage.number.toLocaleString('en')} of the large market takes ${bound(times(deepPage.ratio), deepPage.ratio <= BOUNDS.deepPage)} of the first one (at most ${BOUNDS.deepPage}).`,
    `The index of filters has ${bound(`${index.megabytes} MB`, index.megabytes <= BOUNDS.indexMegabytes)} (at most ${BOUNDS.indexMegabytes}) and is built in ${bound(`${index.seconds} s`, index.seconds <= BOUNDS.indexSeconds)} (at most ${BOUNDS.indexSeconds}).`,
  ].join(' '),
  ['filters', 'order', 'small: p50', 'p95', 'scan', 'large: p50', 'p95', 'scan', 'scan / p95'],
  MIXES.map(({ name, sort }, place) => {
    const [one, other] = [small.mixes[place], large.mixes[place]]
    if (!one || !other) throw new Error(`${name} was not measured`)
    const ratio = other.scan / other.p95
    return [
      name, sort, bound(ms(one.p50), one.p50 <= one.scan), bound(ms(one.p95), one.p95 <= BOUNDS.smallMs), ms(one.scan),
      ms(other.p50), ms(other.p95), ms(other.scan), bound(times(ratio), ratio * BOUNDS.ofScan >= 1),
    ] // prettier-ignore
  }),
)

function measure(size: number) {
  return withMarket(size, (market) =>
    withClient(market.url(), async (client) => {
      member = await someMember(client)
      const mixes: Measured[] = []
      for (const mix of MIXES) mixes.push(await measureMix(client, mix))
      const { rows } = await client.query<{ megabytes: number }>(
        `select round(pg_relation_size('private.creators_by_filters') / 1e6)::int as megabytes`,
      )
      const index = { megabytes: rows[0]?.megabytes ?? 0, seconds: market.indexSeconds }
      return { mixes, index, deepPage: await measurePages(client, size) }
    }),
  )
}

async function measureMix(client: pg.Client, mix: Mix): Promise<Measured> {
  const ours: number[] = []
  const scans: number[] = []
  for (const [place, filters] of (await someFilters(client, mix.keys)).entries()) {
    ours.push(await search(client, filters, mix.sort))
    if (place < SCANS) scans.push(await scan(client, filters, mix.sort))
  }
  return { p50: median(ours), p95: p95(ours), scan: median(scans) }
}

/** Filters of saved searches, reduced to the keys of this mix. */
async function someFilters(client: pg.Client, keys: string[]): Promise<Filters[]> {
  const { rows } = await client.query<{ filters: Filters }>(
    `select filters from public.saved_searches where filters ?& $1 order by md5(id::text) limit ${SAMPLES}`,
    [keys],
  )
  return rows.map(({ filters }) => Object.fromEntries(keys.map((key) => [key, filters[key]])))
}

async function someMember(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ user_id: string }>(
    'select user_id from public.profiles where user_id is not null limit 1',
  )
  return rows[0]?.user_id ?? ''
}

async function search(client: pg.Client, filters: Filters, sort: string, after?: string) {
  const values = [filters, sort, PAGE, after]
  return asUser(client, member, () =>
    processorTimed(client, () =>
      client.query('select * from public.search_creators($1, $2, $3, $4)', values),
    ),
  )
}

async function scan(client: pg.Client, filters: Filters, sort: string): Promise<number> {
  await client.query(`begin; set local enable_indexscan = off; set local enable_bitmapscan = off;
    set local enable_indexonlyscan = off; set local max_parallel_workers_per_gather = 0`)
  const values = [await parsed(client, filters)]
  const taken = await processorTimed(client, () =>
    client.query(
      `select c.profile_id from private.creators c
      where private.creator_satisfies(c, $1::private.creator_filter)
      order by ${COLUMN[sort]} desc, c.profile_id desc limit ${PAGE}`,
      values,
    ),
  )
  await client.query('rollback')
  return taken
}

async function parsed(client: pg.Client, filters: Filters): Promise<string> {
  const { rows } = await client.query<{ f: string }>(
    'select private.parse_filters($1)::text as f',
    [filters],
  )
  return rows[0]?.f ?? ''
}

/** The number of a late page, and how many times slower it is than the first one in the slowest sort order. */
async function measurePages(client: pg.Client, size: number) {
  const offset = Math.round(size * 0.96)
  const ratios: number[] = []
  for (const sort of ['rating', 'followers', 'newest']) {
    const { rows } = await client.query<{ id: string }>(
      `select c.profile_id as id from private.creators c order by ${COLUMN[sort]} desc, c.profile_id desc offset ${offset} limit 1`,
    )
    const [first, deep]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < SAMPLES; turn += 1) {
      first.push(await search(client, {}, sort))
      deep.push(await search(client, {}, sort, rows[0]?.id))
    }
    ratios.push(median(deep) / median(first))
  }
  return { number: Math.round(offset / PAGE), ratio: Math.max(...ratios) }
}
