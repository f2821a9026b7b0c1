// Measures matching a changed creator with all saved searches in three ways, which must agree: the matcher's index,
// a plain scan of the jsonb filters, and a JavaScript loop over all searches in memory.
import type pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { LISTS, type List } from './support/lists.ts'
import { marketSize, withMarket } from './support/market.ts'
import { bound, median, ms, p95, processorTimed, section, timed, times } from './support/measure.ts'

type Changed = Record<List, string[]> & {
  id: string
  search_text: string
  language: string
  range: string
  rating: number | null
  is_verified: boolean
  price: number | null
  days: number | null
}
type Filters = { [Name in List]?: string[] } & {
  searchTerm?: string
  language?: string
  followersRanges?: string[]
  rating?: number
  verified?: boolean
  minPrice?: number
  maxPrice?: number
  maxDeliveryDays?: number
}
type Saved = { id: string; filters: Filters }

const CREATORS = 200
const NAIVE_RUNS = 12
const BOUND = 100
const size = marketSize()
let found = 0

await withMarket(size, async (market) => {
  await withClient(market.url(), async (client) => {
    // No parallel workers, so that single processes are compared.
    await client.query(`set search_path = ''; set max_parallel_workers_per_gather = 0`)
    const creators = await someCreators(client)
    const rows = [...(await matching(client, creators)), ...(await triggerCosts(client, creators))]
    const row = await writeCosts(client)
    section(
      'Matching',
      `One changed creator against ${size.toLocaleString('en')} saved searches, of which ${found} match (median); the three find the same ones. The index and the scan in processor time of the server, the others in elapsed time. The scan is to take at least ${BOUND} times as long as the index.`,
      ['', 'ms p50', 'ms p95', 'ratio'],
      [...rows, row],
    )
  })
})

async function someCreators(client: pg.Client): Promise<Changed[]> {
  const { rows } = await client.query<Changed>(`
    select m.id, c.search_text, c.language, ${LISTS.map((list) => `m.${list}`).join(', ')}, m.rating::float, c.is_verified,
      (private.follower_ranges())[c.follower_range] as range, c.price_cents::float as price, c.delivery_days as days
    from private.creators c join public.members m on m.id = c.profile_id
    order by md5(c.profile_id::text) limit ${CREATORS}`)
  return rows
}

async function matching(client: pg.Client, creators: Changed[]): Promise<string[][]> {
  const { rows: saved } = await client.query<Saved>('select id, filters from public.saved_searches')
  const ours: number[] = []
  const scan: number[] = []
  const loop: number[] = []
  const numbers: number[] = []
  for (const one of creators) await byIndex(client, one) // a warm-up, which is not measured
  for (const [place, one] of creators.entries()) {
    let matched: string[] = []
    ours.push(await processorTimed(client, async () => (matched = await byIndex(client, one))))
    numbers.push(matched.length)
    if (place >= NAIVE_RUNS) continue
    let scanned: string[] = []
    scan.push(await processorTimed(client, async () => (scanned = await byScan(client, one))))
    let looped: string[] = []
    loop.push(
      await timed(
        async () => (looped = saved.filter((s) => satisfies(one, s.filters)).map((s) => s.id)),
      ),
    )
    same(matched, scanned)
    same(matched, looped)
  }
  found = median(numbers)
  const ratio = (samples: number[]) => median(samples) / median(ours)
  return [
    ['the matcher’s index', ms(median(ours)), ms(p95(ours)), ''],
    [
      'a scan over jsonb',
      ms(median(scan)),
      ms(p95(scan)),
      bound(`${times(ratio(scan))} the index`, ratio(scan) >= BOUND),
    ],
    ['a loop in JavaScript', ms(median(loop)), ms(p95(loop)), `${times(ratio(loop))} the index`],
  ]
}

async function byIndex(client: pg.Client, one: Changed): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'matched',
    text: `
      select w.id from private.creators c cross join private.matching_watchers(c) as w (id)
      where c.profile_id = $1`,
    values: [one.id],
  })
  return rows.map((row) => row.id)
}

async function byScan(client: pg.Client, one: Changed): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select s.id from public.saved_searches s
    where (s.filters ->> 'emailNotifications')::boolean
      and (s.filters ->> 'searchTerm' is null or strpos($1, lower(s.filters ->> 'searchTerm')) > 0)
      and (s.filters ->> 'language' is null or s.filters ->> 'language' = $2)
      and (s.filters -> 'followersRanges' is null or s.filters -> 'followersRanges' ? $3)
      and (s.filters ->> 'rating' is null or (s.filters ->> 'rating')::numeric <= $4)
      and (s.filters ->> 'verified' is null or $5)
      and (s.filters ->> 'minPrice' is null or (s.filters ->> 'minPrice')::bigint <= $6)
      and (s.filters ->> 'maxPrice' is null or (s.filters ->> 'maxPrice')::bigint >= $6)
      and (s.filters ->> 'maxDeliveryDays' is null or (s.filters ->> 'maxDeliveryDays')::int >= $7)
      ${LISTS.map((list, place) => `and (s.filters -> '${list}' is null or s.filters -> '${list}' ?| $${place + 8}::text[])`).join('\n')}`,
    [
      one.search_text,
      one.language,
      one.range,
      one.rating ?? -1,
      one.is_verified,
      one.price,
      one.days,
      ...LISTS.map((list) => one[list]),
    ],
  )
  return rows.map((row) => row.id)
}

/** The JavaScript version of the filters, with the cheapest test first. Terms are already in lower case. */
function satisfies(one: Changed, wanted: Filters): boolean {
  return (
    (!wanted.language || wanted.language === one.language) &&
    (!wanted.verified || one.is_verified) &&
    (!wanted.rating || (one.rating !== null && one.rating >= wanted.rating)) &&
    (!wanted.minPrice || (one.price !== null && one.price >= wanted.minPrice)) &&
    (!wanted.maxPrice || (one.price !== null && one.price <= wanted.maxPrice)) &&
    (!wanted.maxDeliveryDays || (one.days !== null && one.days <= wanted.maxDeliveryDays)) &&
    (!wanted.followersRanges || wanted.followersRanges.includes(one.range)) &&
    LISTS.every((list) => wanted[list]?.some((item) => one[list].includes(item)) ?? true) &&
    (!wanted.searchTerm || one.search_text.includes(wanted.searchTerm))
  )
}

function same(one: string[], other: string[]) {
  const known = new Set(one)
  if (one.length !== other.length || !other.every((id) => known.has(id)))
    throw new Error(`Not the same matches: ${one.length} and ${other.length}`)
}

/** The cost of matching for the act that changes a creator: it adds a row to the queue. */
async function triggerCosts(client: pg.Client, creators: Changed[]): Promise<string[][]> {
  const change = (one: Changed) =>
    timed(() =>
      client.query(
        `update public.profiles set language = case language when 'en' then 'es' else 'en' end where id = $1`,
        [one.id],
      ),
    )
  const triggers = (state: 'enable' | 'disable') =>
    client.query(`alter table private.creators ${state} trigger creators_queue_match_updated`)
  const withQueue: number[] = []
  const without: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const some = creators.slice(round * 20, round * 20 + 20)
    await triggers('disable')
    for (const one of some) without.push(await change(one))
    await triggers('enable')
    for (const one of some) withQueue.push(await change(one))
  }
  await client.query('truncate private.match_queue')
  return [
    ['update of a profile, nothing to match', ms(median(without)), ms(p95(without)), ''],
    [
      'update of a profile, queued to be matched',
      ms(median(withQueue)),
      ms(p95(withQueue)),
      `${times(median(withQueue) / median(without))} the update`,
    ],
  ]
}

/** Measures a creator who matches a tenth of all searches: writing the matches in batches, and the plain rows alone. */
async function writeCosts(client: pg.Client): Promise<string[]> {
  const many = Math.round(size / 10)
  await client.query('begin')
  await client.query(`
    insert into public.saved_searches (id, profile_id, name, filters)
    select md5('wide' || n)::uuid, md5('brand' || (1 + n % greatest(${size} / 50, 10)))::uuid, 'Wide ' || n,
      '{"emailNotifications": true, "language": "ja"}'
    from generate_series(1, ${many}) n`)
  await client.query('commit')
  await client.query('vacuum analyze private.filter_keys')
  const { rows } = await client.query<{ id: string }>(
    `select profile_id as id from private.creators where language = 'ja' order by profile_id limit 1`,
  )
  await client.query('insert into private.match_queue (profile_id) values ($1)', [rows[0]?.id])
  // No limit of notices per second, because the speed without the limit is measured.
  await client.query(`update private.settings set value = 1000000 where key = 'notices_per_second'`)
  const batches: number[] = []
  let notified = 0
  for (;;) {
    let count = 0
    batches.push(
      await timed(async () => {
        const answer = await client.query<{ notified: number }>(
          'select private.work_match_queue() as notified',
        )
        count = answer.rows[0]?.notified ?? 0
      }),
    )
    notified += count
    if (count === 0) break
  }
  const total = batches.reduce((sum, one) => sum + one, 0)
  const bare = await timed(() =>
    client.query(`
      insert into public.notifications (user_id, event, data, created_at)
      select user_id, event, data, created_at from public.notifications where event = 'creator_matched'`),
  )
  return [
    `a batch of ${Math.round(notified / (batches.length - 1))} notifications, of ${notified} in all`,
    ms(median(batches)),
    ms(p95(batches)),
    `${times(total / bare)} writing the same rows in one statement`,
  ]
}
