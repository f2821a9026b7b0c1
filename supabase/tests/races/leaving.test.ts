// A member's account is deleted while another session acts as, or on, that member. There is no deadlock, a
// deleted member keeps no orders or money, and an account with money in transit is not deleted.
import type { TransactionSql } from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import {
  inSession,
  race,
  refusals,
  ROUNDS,
  raceDatabase,
  seededChances,
  testRounds,
  type Outcome,
} from '../support/race.ts'

const db = raceDatabase()
const { by, clock, expectNoDeadlock, sides, value } = db
const leave = (profile: string) => by(profile)`select public.delete_my_account()`

beforeAll(async () => {
  await db.sql`update private.settings set value = 100000 where key = 'due_work_batch'`
})

testRounds(
  'a payout during the deletion of the account is made, and the account stays',
  async (chance) => {
    const { brand, kol: profile } = await sides()
    await db.order({ brand, kol: profile }, 'completed')
    for (let run = 0; run < 3; run += 1) await clock(14 * 24)
    // The payout method is made before the race, because making it locks the profile.
    await by(profile)`select tests.payout_method()`()
    const outcomes = await race(chance, [
      by({
        profile,
        aal: 'aal2',
      })`select public.request_payout(9000, 'USD', tests.payout_method(), gen_random_uuid())`,
      leave(profile),
      leave(profile),
    ])
    expect(refusals(outcomes)).toEqual([undefined, 'account_has_balance', 'account_has_balance'])
  },
)

test('a dispute of a payment locks orders before profiles, as the deletion of an account does', async () => {
  const deal = await sides()
  const id = await db.order(deal, 'delivered')
  await expectNoDeadlock(
    (tx) => tx`select from public.pack_orders where id = ${id} for no key update`,
    by('service')`select public.record_provider_dispute(
      p.provider, p.provider_ref, p.provider_ref, 'opened', p.amount_minor, p.currency
    ) from public.payments p where p.order_id = ${id}`,
    (tx) => tx`select from public.profiles where id = ${deal.kol} for update`,
  )
})

test('a member whose orders are open is refused without waiting for a worker', async () => {
  const deal = await sides()
  await db.order(deal, 'delivered')
  await inSession(db.sql, 'owner', async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('work_match_queue'))`
    await expect(leave(deal.brand)()).rejects.toThrow('account_has_open_orders')
  })
})

test('a brand with money beside its reward is refused without waiting for a worker', async () => {
  const [deal, host] = [await sides(), await sides()]
  await db.sql`update public.referrals set inviter_id = ${host.brand} where invitee_id = ${deal.kol}`
  await db.order(deal, 'completed')
  await clock(15 * 24)
  await db.order(host, 'cancelled')
  await inSession(db.sql, 'owner', async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('work_match_queue'))`
    await expect(leave(host.brand)()).rejects.toThrow('account_has_balance')
  })
})

for (const leaver of ['brand', 'kol'] as const) {
  testRounds(
    `a completion during the deletion of the account of the ${leaver} moves the money once`,
    async (chance) => {
      const deal = await sides()
      const id = await db.order(deal, 'delivered')
      const outcomes = await race(chance, [
        by(deal.brand)`select public.complete_order(${id})`,
        leave(deal[leaver]),
      ])
      const [completed, left] = refusals(outcomes)
      expect(completed).toBeUndefined()
      // After the completion, the creator still cannot leave because of the money earned; the brand can.
      expect([
        'account_has_open_orders',
        leaver === 'kol' ? 'account_has_balance' : undefined,
      ]).toContain(left)
      expect(await db.statusOf(id)).toBe('completed')
    },
  )
}

// Races between a member who begins a deal and another one who deletes the account or is suspended. If the deal
// comes first, the account cannot be deleted, or the suspension stops the deal's clock. Otherwise the
// deal is refused, because the other member is not there.
type Meeting = {
  /** A query that prepares the deal of a brand and a creator; its result is the argument `made` of `begin`. */
  set: string
  begin: (tx: TransactionSql, made: string) => Promise<unknown>
  by: 'brand' | 'kol' | 'staff' | 'owner'
  leaves: 'brand' | 'kol'
}
const PACK = 'select tests.make_pack($2::uuid) as made, $1::uuid'
const OFFER = 'select tests.make_offer($1::uuid, $2::uuid) as made'
const APPLICATION = `
  with launch as (
    insert into public.campaigns (brand_id, title, body, budget_minor, deadline, status, published_at)
    values ($1::uuid, 'Launch', 'x', 10000, now() + interval '9 days', 'open', now()) returning id, brand_id)
  insert into public.campaign_applications (campaign_id, brand_id, kol_id, title, price_minor, currency, delivery_days, revisions)
  select id, brand_id, $2::uuid, 'x', 10000, 'USD', 3, 1 from launch returning id as made`
const order = (tx: TransactionSql, pack: string) =>
  tx`select public.place_order(${pack}, 'x', gen_random_uuid())`

const meetings: Record<string, Meeting> = {
  'an order': { set: PACK, begin: order, by: 'brand', leaves: 'kol' },
  'an order of the leaver': { set: PACK, begin: order, by: 'brand', leaves: 'brand' },
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
      values ($2::uuid, 'A thread', 10000, 3, false) returning id as made, $1::uuid`,
    begin: (tx, id) => tx`update public.packs set is_published = true where id = ${id}`,
    by: 'kol',
    leaves: 'kol',
  },
  'a pack that is published with a picture': {
    set: `
      with work as (
        insert into storage.objects (bucket_id, name, owner_id)
        select 'avatars', $2 || '/one.png', tests.user_id($2::uuid)::text returning name)
      insert into public.packs (kol_id, title, price_minor, delivery_days, is_published, picture)
      select $2::uuid, 'A thread', 10000, 3, false, name from work returning id as made, $1::uuid`,
    begin: (tx, id) => tx`update public.packs set is_published = true where id = ${id}`,
    by: 'kol',
    leaves: 'kol',
  },
  'an approval': {
    set: 'update public.profiles set is_approved = false where id = $2::uuid returning id as made, $1::uuid',
    begin: (tx, id) => tx`select public.approve_profile(${id})`,
    by: 'staff',
    leaves: 'kol',
  },
  'an upload': {
    set: 'select user_id as made, $1::text from public.profiles where id = $2::uuid',
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
        select least(b, k), greatest(b, k), k from (select $1::uuid as b, $2::uuid as k) as pair returning id)
      insert into storage.objects (bucket_id, name, owner_id)
      select 'attachments', talk.id || '/one/a.txt', tests.user_id($2::uuid)::text from talk returning name as made`,
    begin: (tx, path) => tx`
      insert into public.messages (conversation_id, file_url)
      values (split_part(${path}, '/', 1)::uuid, ${path})`,
    by: 'kol',
    leaves: 'kol',
  },
}

test.each(Object.entries(meetings))(
  '%s during the deletion of the account leaves nothing to a deleted member',
  async (_, meeting) => {
    const chance = seededChances()
    const staff = await db.staff()
    for (let round = 0; round < ROUNDS; round += 1) {
      const people = { ...(await sides()), staff, owner: 'owner' }
      const { brand, kol } = people
      const [row] = await db.sql.unsafe<{ made: string }[]>(meeting.set, [brand, kol])
      const made = row?.made ?? ''
      const outcomes = await race<unknown>(chance, [
        () => inSession(db.sql, people[meeting.by], (tx) => meeting.begin(tx, made)),
        leave(people[meeting.leaves]),
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

test('a deletion waits for a digest that is being made for the member', async () => {
  const profile = await db.member('kol')
  await db.sql`
    insert into private.digest_items (notification_id, profile_id, created_at)
    select private.notify(${profile}, 'profile_approved'), ${profile}, now()`
  // The two steps of private.work_email_digests. The second one reads the profile, which a deletion has locked.
  await expectNoDeadlock(
    async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtext('work_email_digests'))`
      await tx`delete from private.digest_items where profile_id = ${profile}`
    },
    leave(profile),
    (tx) => tx`
      insert into private.email_outbox (profile_id, template, digest, send_after, created_at)
      values (${profile}, 'digest', '{}', now(), now())`,
  )
})

testRounds(
  'an order that is placed during the suspension of a side is refused, or its clock is stopped',
  async (chance) => {
    const { brand, kol } = await sides()
    const pack = await value`select tests.make_pack(${kol})`
    const suspended = chance.pick([brand, kol])
    const outcomes = await race<unknown>(chance, [
      by(brand)`select public.place_order(${pack}, 'x', gen_random_uuid())`,
      by(
        await db.staff(),
      )`select public.suspend_profile(${suspended}, category => 'fraud', note => 'x')`,
    ])
    expect(faults(outcomes)).toEqual([])
    expect(
      await db.sql`select id from public.pack_orders where brand_id = ${brand} and due_at is not null
        and exists (select from public.profiles where id = ${suspended} and suspended_at is not null)`,
    ).toEqual([])
  },
)

/** Errors other than refusals, except that a deleted member cannot act. */
const faults = (outcomes: Outcome<unknown>[]) =>
  refusals(outcomes).filter((one) => one?.includes(' ') && !one.includes('no such member'))
