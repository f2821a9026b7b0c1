// Searching all creators: each mix of filters and each order, beside the same condition read
// by a sequential scan; and deep pages beside the first one.
import type pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { LISTS } from './support/lists.ts'
import { marketSize, withMarket } from './support/market.ts'
import { actAs, median, ms, p95, processorTimed, table, timed, times } from './support/measure.ts'

type Filters = Record<string, unknown>
type Mix = { name: string; sort: string; keys: string[] }

// As many as a 95th percentile needs to be the same in the next run.
const SAMPLES = 200
const SCANS = 10
const PAGE = 24
const size = marketSize()

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

/** The orders in turn. */
function orderAt(place: number): string {
  return ['followers', 'rating', 'newest'][place % 3] ?? 'newest'
}

let member = ''
await withMarket(size, async (market) => {
  await withClient(market.url(), async (client) => {
    member = await aMember(client)
    const mixes: (string | number)[][] = []
    for (const mix of MIXES) mixes.push(await measureMix(client, mix))
    const pages: (string | number)[][] = []
    for (const sort of ['rating', 'followers', 'newest'])
      pages.push(await measurePages(client, sort))
    console.log(
      [
        '## Search',
        `A page of ${PAGE} of ${size.toLocaleString('en')} creators, as a member, through \`search_creators\``,
        '(milliseconds of processor time of the server); the last columns are a sequential scan with the same condition, by one process as well.',
        '',
        table(
          ['filters', 'order', 'found p50', 'ms p50', 'ms p95', 'scan ms p50', 'scan / p95'],
          mixes,
        ),
        '',
        `Pages of ${PAGE}, no filter: page ${Math.round((size * 0.96) / PAGE).toLocaleString('en')} beside the first one, and the same page by \`offset\`.`,
        '',
        table(['order', 'first ms p50', 'deep ms p50', 'deep / first', 'offset ms'], pages),
      ].join('\n'),
    )
  })
})

async function measureMix(client: pg.Client, mix: Mix): Promise<(string | number)[]> {
  const all = await someFilters(client, mix.keys)
  const ours: number[] = []
  const scans: number[] = []
  const found: number[] = []
  for (const filters of all.slice(0, 10)) await search(client, filters, mix.sort)
  for (const [place, filters] of all.entries()) {
    ours.push(await search(client, filters, mix.sort))
    if (place >= SCANS) continue
    scans.push(await scan(client, filters, mix.sort))
    found.push(await count(client, filters))
  }
  return [
    mix.name, mix.sort, Math.round(median(found)), ms(median(ours)), ms(p95(ours)), ms(median(scans)), times(median(scans) / p95(ours)),
  ] // prettier-ignore
}

/** Values as members save them, cut down to the filters of this mix. */
async function someFilters(client: pg.Client, keys: string[]): Promise<Filters[]> {
  const { rows } = await client.query<{ filters: Filters }>(
    `select filters from public.saved_searches where filters ?& $1 order by md5(id::text) limit ${SAMPLES}`,
    [keys],
  )
  return rows.map(({ filters }) => Object.fromEntries(keys.map((key) => [key, filters[key]])))
}

async function aMember(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ user_id: string }>(
    'select user_id from public.profiles where user_id is not null limit 1',
  )
  return rows[0]?.user_id ?? ''
}

async function search(
  client: pg.Client,
  filters: Filters,
  sort: string,
  after: string | null = null,
) {
  await client.query('begin')
  await actAs(client, member)
  const taken = await processorTimed(client, () =>
    client.query('select * from public.search_creators($1, $2, $3, $4)', [
      filters,
      sort,
      PAGE,
      after,
    ]),
  )
  await client.query('rollback')
  return taken
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

async function count(client: pg.Client, filters: Filters): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from private.creators c where private.creator_satisfies(c, $1::private.creator_filter)',
    [await parsed(client, filters)],
  )
  return rows[0]?.n ?? 0
}

async function measurePages(client: pg.Client, sort: string): Promise<string[]> {
  const offset = Math.round(size * 0.96)
  let after = ''
  const byOffset = await timed(async () => {
    const { rows } = await client.query<{ id: string }>(
      `select c.profile_id as id from private.creators c order by ${COLUMN[sort]} desc, c.profile_id desc offset ${offset} limit 1`,
    )
    after = rows[0]?.id ?? ''
  })
  const first: number[] = []
  const deep: number[] = []
  for (let turn = 0; turn < SAMPLES; turn += 1) {
    first.push(await search(client, {}, sort))
    deep.push(await search(client, {}, sort, after))
  }
  return [
    sort,
    ms(median(first)),
    ms(median(deep)),
    times(median(deep) / median(first)),
    ms(byOffset),
  ]
}
