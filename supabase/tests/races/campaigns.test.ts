// Two members act on one campaign or application concurrently: the second sees what the first did.
import { beforeAll, expect, test } from 'vitest'
import { raceDatabase } from '../support/race.ts'

const db = raceDatabase(6)
const { act, during, member, value } = db
let brand: string

beforeAll(async () => {
  brand = await member('brand')
})

const campaign = (status: 'draft' | 'open') => value`
  insert into public.campaigns (brand_id, title, body, budget_minor, deadline, status, published_at)
  values (${brand}, 'Launch', 'Text', 100000, now() + interval '7 days', ${status}, now()) returning id`
type Act = { profile: string; sql: string }

const overlap = async (first: Act, second: Act) => {
  const outcome = await during(
    first.profile,
    (tx) => tx.unsafe(first.sql),
    act(second.profile, second.sql),
  )
  return outcome.refused
}
const apply = (profile: string, id: string): Act => ({
  profile,
  sql: `select public.apply_to_campaign('${id}', price_minor => 10000)`,
})

test('a campaign that is published twice at once is queued once, and wakes the worker', async () => {
  const id = await campaign('draft')
  let woken = 0
  const { unlisten } = await db.direct.listen('due_work', () => (woken += 1))
  const publish = { profile: brand, sql: `select public.publish_campaign('${id}')` }
  expect(await overlap(publish, publish)).toBeUndefined()
  await expect.poll(() => woken).toBe(1)
  await unlisten()
})

test('an application during the closing of the campaign is declined', async () => {
  const id = await campaign('open')
  const close = { profile: brand, sql: `select public.close_campaign('${id}')` }
  expect(await overlap(apply(await member('kol'), id), close)).toBeUndefined()
  expect(
    await value`select status from public.campaign_applications where campaign_id = ${id}`,
  ).toBe('declined')
})

test('two concurrent applications of a creator are one', async () => {
  const id = await campaign('open')
  const kol = await member('kol')
  expect(await overlap(apply(kol, id), apply(kol, id))).toBeUndefined()
  expect(
    await value`select count(*)::int from public.campaign_applications where campaign_id = ${id}`,
  ).toBe(1)
})

test('of two applications that are accepted for the last place at once, the second is refused', async () => {
  const id = await campaign('open')
  const [one, two] = [await member('kol'), await member('kol')]
  for (const kol of [one, two]) await act(kol, apply(kol, id).sql)()
  const accept = (kol: string): Act => ({
    profile: brand,
    sql: `select public.${acts.accept} from public.campaign_applications where campaign_id = '${id}' and kol_id = '${kol}'`,
  })
  expect(await overlap(accept(one), accept(two))).toBe('campaign_full')
})

test('a creator who is invited twice at once is notified once', async () => {
  const id = await campaign('open')
  const kol = await member('kol')
  await act(brand, `insert into public.shortlist (creator_id) values ('${kol}')`)()
  const invite = {
    profile: brand,
    sql: `select public.invite_to_campaign('${id}', '${kol}')`,
  }
  expect(await overlap(invite, invite)).toBeUndefined()
  expect(
    await value`select count(*)::int from public.notifications where data ->> 'campaign_id' = ${id}`,
  ).toBe(1)
})

const acts = {
  accept: 'accept_application(id, gen_random_uuid(), terms_hash)',
  decline: 'decline_application(id)',
  withdraw: 'withdraw_application(id)',
}

test.each([
  ['accept', 'accept', undefined],
  ['accept', 'withdraw', 'application_not_open'],
  ['accept', 'decline', 'application_not_open'],
  ['withdraw', 'accept', 'application_not_open'],
  ['withdraw', 'decline', 'application_not_open'],
] as const)('%s and %s at once: the first one counts', async (first, second, refusal) => {
  const id = await campaign('open')
  const kol = await member('kol')
  const applied = apply(kol, id)
  await act(kol, applied.sql)()
  const answer = (name: keyof typeof acts): Act => ({
    profile: name === 'withdraw' ? kol : brand,
    sql: `select public.${acts[name]} from public.campaign_applications where campaign_id = '${id}'`,
  })
  expect(await overlap(answer(first), answer(second))).toBe(refusal)
  expect(await value`select count(*)::int from public.pack_orders where kol_id = ${kol}`).toBe(
    first === 'accept' ? 1 : 0,
  )
})
