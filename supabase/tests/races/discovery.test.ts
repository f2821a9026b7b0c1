// Conversations, matches, e-mails and applications at the same moment, in sessions of their own.
import { expect, test } from 'vitest'
import {
  actsIn,
  inSession,
  race,
  ROUNDS,
  seededChances,
  testRounds,
  testDatabase,
} from '../support/race.ts'

const database = testDatabase(12)
const by = actsIn(database)
let serial = 0

async function makeMember(role: 'kol' | 'brand'): Promise<string> {
  const [row] =
    await database.sql`select tests.make_member(${`${role}${(serial += 1)}`}, ${role}) as id`
  return row?.id as string
}

function open(from: string, to: string) {
  return inSession(database.sql, { profile: from }, async (tx) => {
    const [row] = await tx`select public.get_or_create_conversation(${to}) as id`
    return row?.id as string
  })
}

testRounds('both sides opening a conversation at once open the same one', async (chance) => {
  const [one, other] = [await makeMember('brand'), await makeMember('brand')]
  const answers = await race(chance, [
    () => open(one, other),
    () => open(other, one),
    () => open(one, other),
  ])
  expect(new Set(answers.map((answer) => answer.value)).size).toBe(1)
})

test('a new member opening thirty conversations at once opens twenty', async () => {
  const chance = seededChances()
  const brand = await makeMember('brand')
  const creators = await Promise.all(Array.from({ length: 30 }, () => makeMember('kol')))
  const answers = await race(
    chance,
    creators.map((creator) => () => open(brand, creator)),
  )
  expect(answers.filter((answer) => answer.value).length).toBe(20)
  expect(answers.filter((answer) => answer.refused === 'rate_limited').length).toBe(10)
})

test('a message sent twice at once is one message', async () => {
  const { sql } = database
  const chance = seededChances()
  const brand = await makeMember('brand')
  const conversation = await open(brand, await makeMember('kol'))
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = crypto.randomUUID()
    const send = by(brand)`
        insert into public.messages (id, conversation_id, content) values (${id}, ${conversation}, 'Hello')`
    await race(chance, [send, send, send])
    const [row] = await sql`select count(*)::int as messages from public.messages where id = ${id}`
    expect(row?.messages).toBe(1)
  }
})

test('a creator who changes while workers run is announced once to each matching search', async () => {
  const { sql } = database
  const chance = seededChances()
  const brand = await makeMember('brand')
  await sql`insert into public.saved_searches (profile_id, name, filters)
    select ${brand}, 'Search ' || n, '{"platforms": ["youtube"], "emailNotifications": true}'
    from generate_series(1, 20) n`
  await sql`update private.settings set value = 100000 where key = 'notices_per_second'`
  const work = by('owner')`select private.work_match_queue()`
  for (let round = 0; round < ROUNDS; round += 1) {
    const creator = await makeMember('kol')
    const change = (platforms: string[]) => by(creator)`
        update public.profiles set platforms = ${platforms} where id = ${creator}`
    await race<unknown>(chance, [work, change(['x', 'youtube']), work, work])
    await work()
    const [row] = await sql`
      select count(*)::int as notices, count(distinct data ->> 'saved_search_id')::int as searches
      from public.notifications where type = 'new_kol_match' and data ->> 'profile_id' = ${creator}`
    expect(row).toEqual({ notices: 20, searches: 20 })
  }
})

test('packs that change at once, beside the approval of their creator, leave the cheapest price', async () => {
  const { sql } = database
  const chance = seededChances()
  for (let round = 0; round < ROUNDS; round += 1) {
    const [creator] =
      await sql`select tests.make_member(${`kol${(serial += 1)}`}, 'kol', ${round % 2 === 0}) as id`
    const id = creator?.id as string
    const offer = async (price: number) =>
      (await sql`select tests.make_pack(${id}, ${price}) as id`)[0]?.id as string
    const packs = [await offer(50_000), await offer(60_000)]
    const reprice = (pack: string | undefined, price: number) =>
      by(id)`update public.packs set price_minor = ${price} where id = ${pack as string}`
    const approve = by('owner')`update public.profiles set is_approved = true where id = ${id}`
    const answers = await race<unknown>(chance, [
      reprice(packs[0], 90_000),
      approve,
      reprice(packs[1], 20_000 + round),
    ])
    expect(answers.filter(({ refused }) => refused)).toEqual([])
    const [row] = await sql`
      select price_cents::int as price from private.creators where profile_id = ${id}`
    expect(row).toEqual({ price: 20_000 + round })
  }
})

test('concurrent senders never claim the same e-mail', async () => {
  const { sql } = database
  const chance = seededChances()
  for (let round = 0; round < ROUNDS; round += 1) {
    const creator = await makeMember('kol')
    await sql`update private.email_outbox set status = 'failed' where status = 'waiting'`
    await sql`select private.notify(${creator}, 'order_delivered', jsonb_build_object('order_id', n))
      from generate_series(1, 40) n`
    const claim = () =>
      inSession(sql, 'service', async (tx) => {
        const rows = await tx`select id from public.claim_emails(15)`
        return rows.map((row) => row.id as string)
      })
    const claimed = (await race(chance, [claim, claim, claim, claim])).flatMap(
      (answer) => answer.value ?? [],
    )
    expect(new Set(claimed).size).toBe(claimed.length)
    expect(claimed.length).toBe(40)
  }
})

test('a notification during the sending of e-mails is sent in exactly one of them', async () => {
  const { sql } = database
  const chance = seededChances()
  for (let round = 0; round < ROUNDS; round += 1) {
    const creator = await makeMember('kol')
    await sql`update private.email_outbox set status = 'failed' where status = 'waiting'`
    const notify = () =>
      inSession(sql, 'owner', async (tx) => {
        await tx`select private.notify(${creator}, 'order_delivered', '{"order_id": "o1"}')`
        return [] as string[]
      })
    const claim = (days = 1) =>
      inSession(sql, 'owner', async (tx) => {
        const rows = await tx`
          select notice ->> 'id' as id
          from private.claim_emails(50, now() + make_interval(days => ${days})) e
          cross join jsonb_array_elements(e.notices) as notice`
        return rows.map((row) => row.id as string)
      })
    const answers = await race(chance, [
      notify,
      notify,
      () => claim(),
      notify,
      () => claim(),
      notify,
    ])
    expect(answers.filter(({ refused }) => refused)).toEqual([])
    const claimed = [...answers.flatMap((answer) => answer.value ?? []), ...(await claim(2))]
    expect(new Set(claimed).size).toBe(4)
    expect(claimed.length).toBe(4)
  }
})

test('an application is withdrawn or accepted, never both, and makes one order', async () => {
  const { sql } = database
  const chance = seededChances()
  const [brand, creator] = [await makeMember('brand'), await makeMember('kol')]
  let accepted = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const application = await apply(brand, creator)
    const accept = by(brand)`
        select (public.accept_application(${application}, gen_random_uuid())).id`
    const withdraw = by(creator)`select public.withdraw_application(${application})`
    const [first, second, taken] = await race<unknown>(chance, [accept, accept, withdraw])
    const [state] = await sql`
      select a.status, (select count(*)::int from public.pack_orders o where o.brand_id = ${brand}) as orders
      from public.campaign_applications a where a.id = ${application}`
    await sql`update public.campaign_applications set status = 'withdrawn', order_id = null where id = ${application}`
    expect(first?.refused).toBe(second?.refused)
    expect(state?.status).toBe(taken?.refused ? 'accepted' : 'withdrawn')
    accepted += taken?.refused ? 1 : 0
    expect(state?.orders).toBe(accepted)
  }
})

async function apply(brand: string, creator: string): Promise<string> {
  const { sql } = database
  const [campaign] = await inSession(
    sql,
    { profile: brand },
    (tx) => tx`
    insert into public.campaigns (title, body, budget_minor, deadline)
    values ('Launch', 'Tell it.', 10000, now() + interval '1 day') returning id`,
  )
  await inSession(
    sql,
    { profile: brand },
    (tx) => tx`select public.publish_campaign(${campaign?.id as string})`,
  )
  const [application] = await inSession(
    sql,
    { profile: creator },
    (tx) => tx`
    select (public.apply_to_campaign(${campaign?.id as string}, price_minor => 5000)).id`,
  )
  return application?.id as string
}
