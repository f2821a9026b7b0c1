// Concurrent sessions that choose roles, delete accounts and approve members.
import { expect, test } from 'vitest'
import { race, raceDatabase, testRounds } from '../support/race.ts'

const db = raceDatabase(4)
const { by, during, member, newName, value } = db

testRounds('a change of role and the first pack never both happen', async (chance) => {
  const profile = await member('kol')
  await race(chance, [
    by(profile)`update public.profiles set role = 'brand' where id = ${profile}`,
    by(profile)`insert into public.packs (kol_id, title, price_minor, delivery_days)
      values (${profile}, 'One thread', 10000, 7)`,
  ])
  const [state] = await db.sql`
    select p.role, (select count(*)::int from public.packs k where k.kol_id = p.id) as packs
    from public.profiles p where p.id = ${profile}`
  expect([
    { role: 'kol', packs: 1 },
    { role: 'brand', packs: 0 },
  ]).toContainEqual(state)
})

testRounds('a change of role and the first order never both happen', async (chance) => {
  const pack = await value`select tests.make_pack(${await member('kol')})`
  const profile = await member('brand')
  await race(chance, [
    by(profile)`update public.profiles set role = 'kol' where id = ${profile}`,
    by(profile)`select public.place_order(${pack}, 'Please.', gen_random_uuid())`,
  ])
  const [state] = await db.sql`
    select p.role, (select count(*)::int from public.pack_orders o where o.brand_id = p.id) as orders
    from public.profiles p where p.id = ${profile}`
  expect([
    { role: 'brand', orders: 1 },
    { role: 'kol', orders: 0 },
  ]).toContainEqual(state)
})

testRounds('two members of staff who approve a creator at once make one record', async (chance) => {
  const creator = await value`select tests.make_member(${newName('kol')}, 'kol', false)`
  const approve = async () => by(await db.staff())`select public.approve_profile(${creator})`
  await race(chance, [await approve(), await approve()])
  expect(
    await value`select count(*)::int from public.staff_audit
      where action = 'approve_profile' and subject_id = ${creator}`,
  ).toBe(1)
})

test('an account is not deleted while money is paid to it', async () => {
  const profile = await member('kol')
  const accounts = await value<string[]>`
    select array[private.platform_account('cash', 'USD', gen_random_uuid()), private.member_account(${profile}, 'pending', 'USD')]`
  const left = await during(
    'owner',
    (tx) => tx`select private.lock_accounts(${accounts}::bigint[])`,
    by(profile)`select public.delete_my_account()`,
    (tx) => tx`select private.post_transfer('payment', ${accounts}::bigint[], array[-1, 1])`,
  )
  expect(left.refused).toBe('account_has_balance')
})
