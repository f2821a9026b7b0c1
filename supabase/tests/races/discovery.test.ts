// Concurrent sessions that start conversations, find matches and send e-mails.
import { expect, test } from 'vitest'
import { race, refused, raceDatabase, seededChances, testRounds } from '../support/race.ts'

const db = raceDatabase(12)
const { by, member, newName, value } = db

const open = (from: string, to: string) => async () =>
  (await by(from)<{ id: string }>`select public.get_or_create_conversation(${to}) as id`())[0]?.id

testRounds('both sides opening a conversation at once open the same one', async (chance) => {
  const [one, other] = [await member('brand'), await member('brand')]
  const answers = await race(chance, [open(one, other), open(other, one), open(one, other)])
  expect(new Set(answers.map((answer) => answer.value)).size).toBe(1)
})

test('a new member opening thirty conversations at once opens twenty', async () => {
  const brand = await member('brand')
  const creators = await Promise.all(Array.from({ length: 30 }, () => member('kol')))
  const answers = await race(
    seededChances(),
    creators.map((creator) => open(brand, creator)),
  )
  expect(answers.filter((answer) => answer.value).length).toBe(20)
  expect(answers.filter((answer) => answer.refused === 'rate_limited').length).toBe(10)
})

testRounds('a message sent twice at once is one message', async (chance) => {
  const brand = await member('brand')
  const conversation = await open(brand, await member('kol'))()
  const id = crypto.randomUUID()
  const send = by(brand)`
    insert into public.messages (id, conversation_id, content) values (${id}, ${conversation ?? null}, 'Hello')`
  await race(chance, [send, send, send])
  expect(await value`select count(*)::int from public.messages where id = ${id}`).toBe(1)
})

testRounds(
  'a creator who changes while workers run is announced once to each search',
  async (chance) => {
    const brand = await member('brand')
    await db.sql`insert into public.saved_searches (profile_id, name, filters)
      select ${brand}, 'Search ' || n, '{"platforms": ["youtube"], "emailNotifications": true}'
      from generate_series(1, 20) n`
    await db.sql`update private.settings set value = 100000 where key = 'notices_per_second'`
    const work = by('owner')`select private.work_match_queue()`
    const creator = await member('kol')
    const change = by(creator)`
      update public.profiles set platforms = '{x,youtube}' where id = ${creator}`
    await race(chance, [work, change, work, work])
    await work()
    const [row] = await db.sql`
      select count(*)::int as notices, count(distinct data ->> 'saved_search_id')::int as searches
      from public.notifications n join public.profiles p on p.user_id = n.user_id and p.id = ${brand}
      where n.type = 'new_kol_match' and n.data ->> 'profile_id' = ${creator}`
    expect(row).toEqual({ notices: 20, searches: 20 })
  },
)

testRounds(
  'two packs that change at once, during an approval, leave the creator with the cheapest price',
  async (chance, round) => {
    const id = await value`select tests.make_member(${newName('kol')}, 'kol', ${round % 2 === 0})`
    const [dear, cheap] = [
      await value`select tests.make_pack(${id}, 50000)`,
      await value`select tests.make_pack(${id}, 60000)`,
    ]
    const reprice = (pack: string, price: number) =>
      by(id)`update public.packs set price_minor = ${price} where id = ${pack}`
    const answers = await race(chance, [
      reprice(dear, 90_000),
      by('owner')`update public.profiles set is_approved = true where id = ${id}`,
      reprice(cheap, 20_000),
    ])
    expect(refused(answers)).toEqual([])
    expect(
      await value`select price_cents::int from private.creators where profile_id = ${id}`,
    ).toBe(20_000)
  },
)

/** Makes a creator whose e-mails are the only ones in the outbox. */
async function reader(): Promise<string> {
  await db.sql`update private.email_outbox set status = 'failed' where status = 'waiting'`
  return member('kol')
}
const idsOf = (rows: Record<string, unknown>[]) => rows.flatMap(({ id }) => id ?? [])

testRounds('concurrent senders never claim the same e-mail', async (chance) => {
  const creator = await reader()
  await db.sql`select private.notify(${creator}, 'order_delivered', jsonb_build_object('order_id', n))
    from generate_series(1, 40) n`
  const claim = by('service')`select id from public.claim_emails(15)`
  const answers = await race(chance, [claim, claim, claim, claim])
  const claimed = answers.flatMap(({ value: rows }) => idsOf(rows ?? []))
  expect(new Set(claimed).size).toBe(40)
  expect(claimed.length).toBe(40)
})

testRounds('a notification while e-mails are sent is in exactly one of them', async (chance) => {
  const creator = await reader()
  const notify = by('owner')`
    select private.notify(${creator}, 'order_delivered', '{"order_id": "o1"}')`
  const claim = (days: number) => by('owner')`
    select notice ->> 'id' as id
    from private.claim_emails(50, now() + make_interval(days => ${days})) e
    cross join jsonb_array_elements(e.notices) as notice`
  const answers = await race(chance, [notify, notify, claim(1), notify, claim(1), notify])
  expect(refused(answers)).toEqual([])
  const rows = [...answers.flatMap((answer) => answer.value ?? []), ...(await claim(2)())]
  expect(new Set(idsOf(rows)).size).toBe(4)
  expect(idsOf(rows).length).toBe(4)
})
