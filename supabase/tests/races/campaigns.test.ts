// Two members act on one campaign or application concurrently: the second sees what the first did.
import { beforeAll, expect, test } from 'vitest'
import { inSession, refusal, testDatabase } from '../support/race.ts'

const db = testDatabase(6)
let brand: string
let serial = 0

beforeAll(async () => {
  const [made] = await db.sql<{ id: string }[]>`select tests.make_member('brand', 'brand') as id`
  brand = made?.id ?? ''
})

type Act = { profile: string; sql: string; parameters: string[] }

/** The second starts when the first has acted but not committed. */
async function overlap(first: Act, second: Act): Promise<string | undefined> {
  const run = ({ profile, sql, parameters }: Act, wait: number) =>
    inSession(db.sql, { profile }, async (tx) => {
      await tx.unsafe(sql, parameters)
      await tx`select pg_sleep(${wait})`
    })
  const [, refused] = await Promise.all([
    run(first, 0.2),
    db.sql`select pg_sleep(0.1)`.then(() => run(second, 0)).then(() => undefined, refusal),
  ])
  return refused
}

async function campaign(status: 'draft' | 'open'): Promise<string> {
  const [made] = await db.sql<{ id: string }[]>`
    insert into public.campaigns (brand_id, title, body, budget_minor, deadline, status, published_at)
    values (${brand}, 'Launch', 'Text', 100000, now() + interval '7 days', ${status}, now()) returning id`
  return made?.id ?? ''
}

async function creator(): Promise<string> {
  serial += 1
  const [made] = await db.sql<{ id: string }[]>`
    select tests.make_member(${`kol ${serial}`}, 'kol') as id`
  return made?.id ?? ''
}

const apply = (profile: string, id: string): Act => ({
  profile,
  sql: 'select public.apply_to_campaign($1, price_minor => 10000)',
  parameters: [id],
})

test('a campaign that is published twice at once is queued once, and wakes the worker', async () => {
  const id = await campaign('draft')
  let woken = 0
  const { unlisten } = await db.direct.listen('due_work', () => (woken += 1))
  const publish = { profile: brand, sql: 'select public.publish_campaign($1)', parameters: [id] }
  expect(await overlap(publish, publish)).toBeUndefined()
  await expect.poll(() => woken).toBe(1)
  await unlisten()
})

test('an application during the closing of the campaign is declined', async () => {
  const id = await campaign('open')
  const close = { profile: brand, sql: 'select public.close_campaign($1)', parameters: [id] }
  expect(await overlap(apply(await creator(), id), close)).toBeUndefined()
  const [application] = await db.sql`
    select status from public.campaign_applications where campaign_id = ${id}`
  expect(application).toEqual({ status: 'declined' })
})

test('two concurrent applications of a creator are one', async () => {
  const id = await campaign('open')
  const kol = await creator()
  expect(await overlap(apply(kol, id), apply(kol, id))).toBeUndefined()
  const [count] = await db.sql`
    select count(*)::int as applications from public.campaign_applications where campaign_id = ${id}`
  expect(count).toEqual({ applications: 1 })
})

const acts = {
  accept:
    'select public.accept_application(id, gen_random_uuid(), terms_hash) from public.campaign_applications where id = $1',
  decline: 'select public.decline_application($1)',
  withdraw: 'select public.withdraw_application($1)',
}

test.each([
  ['accept', 'withdraw'],
  ['accept', 'decline'],
  ['withdraw', 'accept'],
  ['withdraw', 'decline'],
] as const)('%s, and %s at once: the first stands', async (first, second) => {
  const id = await campaign('open')
  const kol = await creator()
  await inSession(db.sql, { profile: kol }, (tx) =>
    tx.unsafe(apply(kol, id).sql, apply(kol, id).parameters),
  )
  const [application] = await db.sql<{ id: string }[]>`
    select id from public.campaign_applications where campaign_id = ${id}`
  const act = (name: keyof typeof acts): Act => ({
    profile: name === 'withdraw' ? kol : brand,
    sql: acts[name],
    parameters: [application?.id ?? ''],
  })
  expect(await overlap(act(first), act(second))).toBe('application_not_open')
})
