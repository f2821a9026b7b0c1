// A member acts, or is dealt with, in one session and deletes the account in another: locks are taken in
// one order, nothing is left with a member who is gone, and no account with money on its way is deleted.
import type { TransactionSql } from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import {
  actsIn,
  inSession,
  race,
  ROUNDS,
  seededChances,
  testDatabase,
  type Outcome,
} from '../support/race.ts'

const db = testDatabase()
const by = actsIn(db)
beforeAll(async () => {
  await db.sql`select tests.lift_limits()`
  await db.sql`update private.settings set value = 100000 where key = 'due_work_batch'`
})

const EARNED = 9000

/** Creators with money that they can take out. */
async function earners(): Promise<string[]> {
  const made = await db.sql<{ id: string }[]>`
    select tests.make_member('kol ' || n, 'kol') as id from generate_series(1, ${ROUNDS}) as n`
  await db.sql`select tests.make_member('brand', 'brand')`
  for (const { id } of made)
    await db.sql`select tests.make_order(tests.id('brand'), ${id}, 'completed', 10000)`
  await db.sql`select private.run_due_work(now() + interval '14 days') from generate_series(1, 3)`
  return made.map(({ id }) => id)
}

test('a payout against the deletion of the account: the payout is made, the account stays', async () => {
  const chance = seededChances()
  for (const profile of await earners()) {
    // Before the race, because it locks the profile.
    await inSession(db.sql, { profile }, (tx) => tx`select tests.payout_method()`)
    const [paid, ...left] = await race<unknown>(chance, [
      by({
        profile,
        aal: 'aal2',
      })`select public.request_payout(${EARNED}, 'USD', tests.payout_method(), gen_random_uuid())`,
      by(profile)`select public.delete_my_account()`,
      by(profile)`select public.delete_my_account()`,
    ])
    expect(paid?.refused).toBeUndefined()
    expect(left.map(({ refused }) => refused)).toEqual([
      'account_has_balance',
      'account_has_balance',
    ])
  }
  expect(await db.sql`select * from private.ledger_faults()`).toEqual([])
})

test.each(['brand', 'kol'] as const)(
  'a completion against the deletion of the account of its %s: both are answered, the money moves once',
  async (leaver) => {
    const chance = seededChances()
    for (let round = 0; round < ROUNDS; round += 1) {
      const [deal] = await db.sql<{ brand: string; kol: string; id: string }[]>`
        with people as materialized (
          select tests.make_member(${`b ${leaver} ${round}`}, 'brand') as brand,
            tests.make_member(${`k ${leaver} ${round}`}, 'kol') as kol
        )
        select brand, kol, tests.make_order(brand, kol, 'delivered', 10000) as id from people`
      if (!deal) throw new Error('no deal')
      const [completed, left] = await race<unknown>(chance, [
        by(deal.brand)`select public.complete_order(${deal.id})`,
        by(deal[leaver])`select public.delete_my_account()`,
      ])
      expect(completed?.refused).toBeUndefined()
      // The creator has earned money; the brand owes nothing once the order is completed.
      expect([
        'account_has_open_orders',
        leaver === 'kol' ? 'account_has_balance' : undefined,
      ]).toContain(left?.refused)
      const [order] = await db.sql`select status from public.pack_orders where id = ${deal.id}`
      expect(order?.status).toBe('completed')
    }
    expect(await db.sql`select * from private.ledger_faults()`).toEqual([])
  },
)

// Races between a member who begins something and another one who leaves or is being suspended. If
// the beginning is first, the leaver stays, or the suspension stops the clock. Otherwise the
// beginning is refused, because nobody is there.
type Meeting = {
  /** Prepares the meeting of a brand and a creator; returns what `begin` needs. */
  set: string
  begin: (tx: TransactionSql, made: string) => Promise<unknown>
  by: 'brand' | 'kol' | 'staff' | 'owner'
  leaves: 'brand' | 'kol'
}
const PACK = 'select tests.make_pack(tests.id($2)) as made, $1::text'
const OFFER = 'select tests.make_offer(tests.id($1), tests.id($2)) as made'
const APPLICATION = `
  with launch as (
    insert into public.campaigns (brand_id, title, body, budget_minor, deadline, status, published_at)
    values (tests.id($1), 'Launch', 'x', 10000, now() + interval '9 days', 'open', now()) returning id, brand_id)
  insert into public.campaign_applications (campaign_id, brand_id, kol_id, title, price_minor, currency, delivery_days, revisions)
  select id, brand_id, tests.id($2), 'x', 10000, 'USD', 3, 1 from launch returning id as made`
const order = (tx: TransactionSql, pack: string) =>
  tx`select public.place_order(${pack}, 'x', gen_random_uuid())`

const meetings: Record<string, Meeting> = {
  'an order': { set: PACK, begin: order, by: 'brand', leaves: 'kol' },
  'an accepted offer': {
    set: OFFER,
    begin: (tx, id) =>
      tx`select public.accept_offer(o.id, o.terms_hash) from public.offers o where o.id = ${id}`,
    by: 'kol',
    leaves: 'brand',
  },
  'an accepted application': {
    set: APPLICATION,
    begin: (tx, id) => tx`select public.accept_application(${id}, gen_random_uuid())`,
    by: 'brand',
    leaves: 'kol',
  },
  'a declined application': {
    set: APPLICATION,
    begin: (tx, id) => tx`select public.decline_application(${id})`,
    by: 'brand',
    leaves: 'kol',
  },
  'a pack that is published': {
    set: `insert into public.packs (kol_id, title, price_minor, delivery_days, is_published)
      values (tests.id($2), 'A thread', 10000, 3, false) returning id as made, $1::text`,
    begin: (tx, id) => tx`update public.packs set is_published = true where id = ${id}`,
    by: 'kol',
    leaves: 'kol',
  },
  'an approval': {
    set: 'update public.profiles set is_approved = false where id = tests.id($2) returning id as made, $1::text',
    begin: (tx, id) => tx`select public.approve_profile(${id})`,
    by: 'staff',
    leaves: 'kol',
  },
  'an upload': {
    set: 'select user_id as made, $1::text from public.profiles where id = tests.id($2)',
    begin: (tx, id) => tx`
      insert into storage.objects (bucket_id, name, owner_id)
      select 'avatars', p.id || '/face.png', ${id} from public.profiles p where p.user_id = ${id}`,
    by: 'owner',
    leaves: 'kol',
  },
  'a message with a file': {
    set: `
      with talk as (
        insert into public.conversations (member_a, member_b, opened_by)
        select least(b, k), greatest(b, k), k from (select tests.id($1) as b, tests.id($2) as k) as pair returning id)
      insert into storage.objects (bucket_id, name, owner_id)
      select 'attachments', talk.id || '/one/a.txt', tests.user_id(tests.id($2))::text from talk returning name as made`,
    begin: (tx, path) => tx`
      insert into public.messages (conversation_id, file_url)
      values (split_part(${path}, '/', 1)::uuid, ${path})`,
    by: 'kol',
    leaves: 'kol',
  },
}

test.each(Object.entries(meetings))(
  '%s against the deletion of the account',
  async (what, meeting) => {
    const chance = seededChances()
    await db.sql`select tests.make_staff(${`judge of ${what}`})`
    for (let round = 0; round < ROUNDS; round += 1) {
      const [brand, kol] = [`b ${what} ${round}`, `k ${what} ${round}`]
      await db.sql`select tests.make_member(${brand}, 'brand'), tests.make_member(${kol}, 'kol')`
      const [row] = await db.sql.unsafe<{ made: string }[]>(meeting.set, [brand, kol])
      const made = row?.made ?? ''
      const people = { brand, kol, staff: `judge of ${what}` }
      const [ids] = await db.sql<{ actor: string; leaver: string }[]>`
      select tests.id(${people[meeting.by === 'owner' ? 'staff' : meeting.by]}) as actor,
        tests.id(${people[meeting.leaves]}) as leaver`
      if (!ids) throw new Error('nobody')
      const actor = meeting.by === 'owner' ? 'owner' : { profile: ids.actor }
      const outcomes = await race<unknown>(chance, [
        () => inSession(db.sql, actor, (tx) => meeting.begin(tx, made)),
        by(ids.leaver)`select public.delete_my_account()`,
      ])
      expect(faults(outcomes)).toEqual([])
    }
    expect(
      await db.sql`
      select o.id::text from public.pack_orders o join public.order_statuses s using (status), public.profiles p
      where p.id in (o.brand_id, o.kol_id) and p.deleted_at is not null and s.outcome is null
      union all select k.id::text from public.packs k join public.profiles p on p.id = k.kol_id
      where k.is_published and p.deleted_at is not null
      union all select o.name from storage.objects o
      where o.bucket_id = 'avatars' and not exists (select from public.profiles p where p.user_id::text = o.owner_id)
        and not exists (select from private.file_removals r where r.name = o.name)
      union all select r.name from private.file_removals r join private.file_inspections i using (bucket_id, name)
      where r.reason = 'account_deleted' and i.sent_at is not null`,
    ).toEqual([])
  },
)

test('an order against the suspension of a side: it is refused, or its clock stands', async () => {
  const chance = seededChances()
  await db.sql`select tests.make_staff('judge')`
  for (let round = 0; round < ROUNDS; round += 1) {
    const [deal] = await db.sql<{ brand: string; kol: string; staff: string; pack: string }[]>`
      with people as materialized (
        select tests.make_member(${`sb ${round}`}, 'brand') as brand, tests.make_member(${`sk ${round}`}, 'kol') as kol)
      select brand, kol, tests.id('judge') as staff, tests.make_pack(kol) as pack from people`
    if (!deal) throw new Error('no deal')
    const suspended = chance.pick([deal.brand, deal.kol])
    const outcomes = await race<unknown>(chance, [
      () => inSession(db.sql, { profile: deal.brand }, (tx) => order(tx, deal.pack)),
      by(deal.staff)`select public.suspend_profile(${suspended}, category => 'fraud', note => 'x')`,
    ])
    expect(faults(outcomes)).toEqual([])
  }
  expect(
    await db.sql`
      select o.id from public.pack_orders o, public.profiles p
      where p.id in (o.brand_id, o.kol_id) and p.suspended_at is not null and o.due_at is not null`,
  ).toEqual([])
})

/** Errors that are no refusal, a deadlock among them. A member who has left cannot act any more. */
function faults(outcomes: Outcome<unknown>[]): string[] {
  return outcomes
    .map(({ refused }) => refused ?? '')
    .filter((token) => / /.test(token) && !token.includes('no such member'))
}
