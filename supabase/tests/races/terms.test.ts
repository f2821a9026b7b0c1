// A creator changes a pack's terms while a brand buys it. The brand gets the terms that it saw, or is refused.
import { expect } from 'vitest'
import { race, raceDatabase, testRounds, type Outcome } from '../support/race.ts'

const SEEN = 10_000
const CHANGED = 90_000

const db = raceDatabase(6)
const { by, sides, value } = db

type Terms = { id: string; terms_hash: string; price: number }
/** The price of the order that was made, or the refusal. */
const endOf = (outcome?: Outcome<Terms[]>) => outcome?.refused ?? outcome?.value?.[0]?.price

testRounds(
  'a pack is bought on the terms that were seen, whatever its creator changes meanwhile',
  async (chance) => {
    const { brand, kol } = await sides()
    const pack = await value`select tests.make_pack(${kol}, ${SEEN})`
    const seen = await value`select terms_hash from public.packs where id = ${pack}`
    const place = (terms: string | null) => by(brand)<Terms>`
      select price_minor::int as price from public.place_order(${pack}, 'Please.', gen_random_uuid(), ${terms})`
    const [stated, unstated, changed] = await race(chance, [
      place(seen),
      place(null),
      by(kol)<Terms>`
        update public.packs set price_minor = ${CHANGED} where id = ${pack} returning price_minor::int as price`,
    ])
    expect(endOf(changed)).toBe(CHANGED)
    for (const outcome of [stated, unstated])
      expect(['terms_changed', SEEN]).toContain(endOf(outcome))
  },
)

testRounds(
  'an application is accepted as it was read, though it is sent again meanwhile',
  async (chance) => {
    const { brand, kol } = await sides()
    const campaign = await value`
      insert into public.campaigns (brand_id, title, body, budget_minor, deadline, status, published_at)
      values (${brand}, 'Launch', 'Tell it.', 100000, now() + interval '1 day', 'open', now()) returning id`
    const apply = (price: number) => by(kol)<Terms>`
      select id, terms_hash, price_minor::int as price from public.apply_to_campaign(${campaign}, price_minor => ${price})`
    const [application] = await apply(SEEN)()
    if (!application) throw new Error('no application')
    const { id, terms_hash } = application
    const outcomes = await race(chance, [
      by(brand)<Terms>`
        select price_minor::int as price from public.accept_application(${id}, gen_random_uuid(), ${terms_hash})`,
      async () => {
        await by(kol)`select public.withdraw_application(${id})`()
        return apply(CHANGED)()
      },
    ])
    expect([
      [SEEN, 'application_not_open'],
      ['application_not_open', CHANGED],
      ['terms_changed', CHANGED],
    ]).toContainEqual(outcomes.map(endOf))
  },
)
