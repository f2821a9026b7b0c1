// The terms change while a brand buys: it gets the terms that it saw, or the purchase is refused.
import { expect } from 'vitest'
import { inSession, race, testRounds, testDatabase } from '../support/race.ts'

const SEEN = 10_000
const CHANGED = 90_000

const db = testDatabase(6)
let members = 0

/** Two new members for each round, because daily acts are limited. */
async function pair(): Promise<{ brand: string; kol: string }> {
  members += 1
  const [people] = await db.sql<{ brand: string; kol: string }[]>`
    select tests.make_member(${`brand ${members}`}, 'brand') as brand,
      tests.make_member(${`kol ${members}`}, 'kol') as kol`
  if (!people) throw new Error('no people')
  return people
}

const as = <T extends object>(
  profile: string,
  sql: string,
  parameters: (string | number | null)[],
) => inSession(db.sql, { profile }, async (tx) => [...(await tx.unsafe<T[]>(sql, parameters))][0])

testRounds(
  'a pack is bought on the terms that were seen, whatever its creator changes meanwhile',
  async (chance) => {
    const { brand, kol } = await pair()
    const [made] = await db.sql<{ id: string }[]>`select tests.make_pack(${kol}, ${SEEN}) as id`
    const [pack] = await db.sql<{ id: string; terms_hash: string }[]>`
    select id, terms_hash from public.packs where id = ${made?.id ?? ''}`
    if (!pack) throw new Error('no pack')
    const place = (terms: string | null) => () =>
      as<{ price: number }>(
        brand,
        `select price_minor::int as price from public.place_order($1, 'Please.', gen_random_uuid(), $2)`,
        [pack.id, terms],
      )
    const change = () =>
      as<{ price: number }>(
        kol,
        'update public.packs set price_minor = $2 where id = $1 returning price_minor::int as price',
        [pack.id, CHANGED],
      )
    const [stated, unstated, changed] = await race(chance, [
      place(pack.terms_hash),
      place(null),
      change,
    ])
    expect(changed?.value?.price).toBe(CHANGED)
    for (const outcome of [stated, unstated]) {
      expect(outcome?.refused ?? outcome?.value?.price).toBe(
        outcome?.refused ? 'terms_changed' : SEEN,
      )
    }
  },
)

testRounds(
  'an application is accepted as it was read, though it is sent again meanwhile',
  async (chance) => {
    const { brand, kol } = await pair()
    const campaign = await openCampaign(brand)
    const apply = (price: number) =>
      as<{ id: string; terms_hash: string }>(
        kol,
        'select id, terms_hash from public.apply_to_campaign($1, price_minor => $2)',
        [campaign, price],
      )
    const application = await apply(SEEN)
    if (!application) throw new Error('no application')
    const accept = () =>
      as<{ price: number }>(
        brand,
        'select price_minor::int as price from public.accept_application($1, gen_random_uuid(), $2)',
        [application.id, application.terms_hash],
      )
    const sendAgain = async () => {
      await as(kol, 'select public.withdraw_application($1)', [application.id])
      await apply(CHANGED)
      return { price: CHANGED }
    }
    const [accepted, sentAgain] = await race(chance, [accept, sendAgain])
    const end = {
      accepted: accepted?.refused ?? accepted?.value?.price,
      sentAgain: sentAgain?.refused ?? sentAgain?.value?.price,
    }
    expect([
      { accepted: SEEN, sentAgain: 'application_not_open' },
      { accepted: 'application_not_open', sentAgain: CHANGED },
      { accepted: 'terms_changed', sentAgain: CHANGED },
    ]).toContainEqual(end)
  },
)

async function openCampaign(brand: string): Promise<string> {
  const campaign = await as<{ id: string }>(
    brand,
    `insert into public.campaigns (title, body, budget_minor, deadline)
     values ('Launch', 'Tell it.', 100000, now() + interval '1 day') returning id`,
    [],
  )
  const id = campaign?.id ?? ''
  await as(brand, 'select public.publish_campaign($1)', [id])
  return id
}
