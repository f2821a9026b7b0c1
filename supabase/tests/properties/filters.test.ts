// One definition of "this creator satisfies these filters": a search finds, a saved search reports
// and a campaign notifies the same creators, those of filters.reference.ts.
import fc from 'fast-check'
import type { TransactionSql } from 'postgres'
import { expect, test } from 'vitest'
import { rolledBack, times, testDatabase } from '../support/race.ts'
import { creator, filters } from './filters.arbitrary.ts'
import { satisfies, type Creator, type Filters, type Pack } from './filters.reference.ts'

const SORTS = ['rating', 'followers', 'newest', 'relevance']
const RUNS = times(3000, 75, 12)

const db = testDatabase(2)

test('search, saved searches and campaigns find the same creators as the reference filter', async () => {
  const market = fc.tuple(
    fc.array(creator, { minLength: 1, maxLength: 8 }),
    fc.array(filters, { minLength: 1, maxLength: 12 }),
  )
  await fc.assert(
    fc.asyncProperty(market, async ([creators, wanted]) => {
      const results = await rolledBack(db.sql, (sql) => ask(sql, creators, wanted))
      const expected = wanted.map((one) =>
        creators.flatMap((candidate, place) => (satisfies(candidate, one) ? [place] : [])),
      )
      expect(results.searched, 'search').toEqual(expected)
      expect(results.paged, 'search, one by one').toEqual(expected)
      expect(results.missed, 'creators that no index would find').toBe(0)
      expect(results.notified, 'saved searches').toEqual(expected)
      expect(results.campaigns, 'campaigns').toEqual(expected)
    }),
    { numRuns: RUNS },
  )
}, 1_200_000)

/** Makes the creators; returns which of them each filter finds by search, saved search and campaign. */
async function ask(sql: TransactionSql, creators: Creator[], wanted: Filters[]) {
  await sql`update private.settings set value = 1000000 where key in ('match_batch', 'campaign_batch', 'notices_per_second')`
  // The checks of names are off, because search must work with any text, also with names that are refused.
  await sql`alter table public.profiles disable trigger profiles_protect_name`
  await sql`alter table public.profiles disable trigger profiles_sync_name_updated`
  const [brand] = await sql<{ id: string }[]>`select tests.make_member('brand', 'brand') as id`
  const ids: string[] = []
  for (const [place, one] of creators.entries()) {
    const [row] = await sql<
      { id: string }[]
    >`select tests.make_member(${`kol${place}`}, 'kol', false) as id`
    ids.push(row!.id)
    const { packs, ...profile } = one
    await sql`update public.profiles set ${sql({ ...profile, follower_counts: sql.json(one.follower_counts) })}
      where id = ${row!.id}`
    await offer(sql, row!.id, packs.slice(0, 1))
  }
  for (const [place, one] of wanted.entries()) {
    const saved = sql.json({ ...one, emailNotifications: true })
    await sql`insert into public.saved_searches (profile_id, name, filters)
      values (${brand!.id}, ${`s${place}`}, ${saved})`
    await sql`insert into public.campaigns (brand_id, title, body, budget_minor, deadline, filters)
      values (${brand!.id}, ${`campaign ${place}`}, 'Body', 1000, now() + interval '1 day', ${sql.json(one)})`
  }
  await sql`select private.work_match_queue()`
  await sql`update public.profiles set is_approved = true where id = any (${ids})`
  for (const [place, one] of creators.entries()) await offer(sql, ids[place]!, one.packs.slice(1))
  await sql`select private.work_match_queue()`
  const notified = await sql<Found[]>`
    select substr(s.name, 2)::int as place, m.profile_id as id
    from private.saved_search_matches m join public.saved_searches s on s.id = m.saved_search_id`

  await sql`select tests.act_as(${brand!.id})`
  const searched: number[][] = []
  const paged: number[][] = []
  for (const one of wanted) {
    searched.push(placesOf(await searchedIds(sql, one, 100), ids))
    paged.push(placesOf(await searchedIds(sql, one, 1, SORTS[searched.length % SORTS.length]), ids))
  }
  await sql`select public.publish_campaign(id) from public.campaigns`
  await sql`select tests.act_as_owner()`
  // Every creator is found by the index on either text column.
  const [missed] = await sql<{ count: number }[]>`
    select count(*)::int from private.creators c
    cross join unnest(${wanted.map((one) => JSON.stringify(one))}::text[]) as filters
    cross join private.parse_filters(filters::jsonb) f
    where private.creator_satisfies(c, f) and not (
      ((f).term is null or private.text_grams(c.search_text) @> private.text_grams((f).term))
      and ((f).term is null or strpos(c.name, (f).term) = 0 or private.text_grams(c.name) @> private.text_grams((f).term))
      and private.creator_facet_keys(c.language, c.other_languages, c.platforms, c.categories, c.follower_range, c.is_verified)
        && private.filter_facet_keys(f))`
  await sql`select private.work_campaigns()`
  const campaigns = await sql<Found[]>`
    select substr(c.title, 10)::int as place, m.profile_id as id
    from private.campaign_matches m join public.campaigns c on c.id = m.campaign_id`
  const grouped = (found: readonly Found[]) =>
    wanted.map((_, place) =>
      placesOf(
        found.filter((row) => row.place === place).map((row) => row.id),
        ids,
      ),
    )
  return {
    searched,
    paged,
    missed: missed!.count,
    notified: grouped(notified),
    campaigns: grouped(campaigns),
  }
}

async function offer(sql: TransactionSql, kol_id: string, packs: Pack[]) {
  for (const pack of packs)
    await sql`insert into public.packs ${sql({ ...pack, kol_id, title: 'A pack' })}`
}

/** The ids of all results of a search, read page by page. */
async function searchedIds(
  sql: TransactionSql,
  wanted: Filters,
  pageSize: number,
  sort = 'rating',
) {
  const ids: string[] = []
  for (;;) {
    const rows = await sql<{ id: string }[]>`
      select id from public.search_creators(${sql.json(wanted)}, ${sort}, ${pageSize}, after => ${ids.at(-1) ?? null})`
    ids.push(...rows.map((row) => row.id))
    if (rows.length < pageSize) return ids
  }
}

type Found = { place: number; id: string }

function placesOf(found: string[], ids: string[]) {
  return found.map((id) => ids.indexOf(id)).toSorted((one, other) => one - other)
}
