// Roles, departures and approvals at the same moment, in sessions of their own.
import { expect, test } from 'vitest'
import { actsIn, race, ROUNDS, seededChances, testDatabase } from '../support/race.ts'

const database = testDatabase(4)
const by = actsIn(database)
let serial = 0

const newName = (kind: string) => `${kind}${(serial += 1)}`

async function makeMember(role: 'kol' | 'brand'): Promise<string> {
  const [row] = await database.sql`select tests.make_member(${newName(role)}, ${role}) as id`
  return row?.id as string
}

test('a change of role and the first pack never both happen', async () => {
  const { sql } = database
  const chance = seededChances()
  for (let round = 0; round < ROUNDS; round += 1) {
    const profile = await makeMember('kol')
    await race<unknown>(chance, [
      by(profile)`
        update public.profiles set role = 'brand' where id = ${profile}`,
      by(profile)`
        insert into public.packs (kol_id, title, price_minor, delivery_days)
        values (${profile}, 'One thread', 10000, 7)`,
    ])
    const [state] = await sql`
      select p.role, (select count(*)::int from public.packs k where k.kol_id = p.id) as packs
      from public.profiles p where p.id = ${profile}`
    expect([
      { role: 'kol', packs: 1 },
      { role: 'brand', packs: 0 },
    ]).toContainEqual(state)
  }
})

test('a change of role and the first order never both happen', async () => {
  const { sql } = database
  const chance = seededChances()
  const kol = await makeMember('kol')
  const [pack] = await sql`select tests.make_pack(${kol}) as id`
  for (let round = 0; round < ROUNDS; round += 1) {
    const profile = await makeMember('brand')
    await race<unknown>(chance, [
      by(profile)`
        update public.profiles set role = 'kol' where id = ${profile}`,
      by(profile)`
        select public.place_order(${pack?.id as string}, 'Please.', gen_random_uuid())`,
    ])
    const [state] = await sql`
      select p.role, (select count(*)::int from public.pack_orders o where o.brand_id = p.id) as orders
      from public.profiles p where p.id = ${profile}`
    expect([
      { role: 'brand', orders: 1 },
      { role: 'kol', orders: 0 },
    ]).toContainEqual(state)
  }
})

test('an account is not deleted while it places an order', async () => {
  const { sql } = database
  const chance = seededChances()
  const kol = await makeMember('kol')
  const [pack] = await sql`select tests.make_pack(${kol}) as id`
  for (let round = 0; round < ROUNDS; round += 1) {
    const profile = await makeMember('brand')
    const outcomes = await race<unknown>(chance, [
      by(profile)`select public.delete_my_account()`,
      by(profile)`
        select public.place_order(${pack?.id as string}, 'Please.', gen_random_uuid())`,
    ])
    expect(outcomes.filter(({ refused }) => refused === undefined)).toHaveLength(1)
    // The last one: the session has no profile any more.
    expect(outcomes.find(({ refused }) => refused)?.refused).toMatch(
      /^(account_has_open_orders|not_allowed|cannot_transact|P0001 tests\.act_as: no such member)/,
    )
  }
})

test('two members of staff approve at once, and the creator is notified once', async () => {
  const { sql } = database
  const chance = seededChances()
  const staff = await Promise.all(
    ['left', 'right'].map(
      async (name) => (await sql`select tests.make_staff(${newName(name)}) as id`)[0]?.id as string,
    ),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    const [creator] = await sql`select tests.make_member(${newName('kol')}, 'kol', false) as id`
    await race<unknown>(
      chance,
      staff.map((profile) => by(profile)`select public.approve_profile(${creator?.id as string})`),
    )
    const [notified] = await sql`
      select count(*)::int as times from public.staff_audit
      where action = 'approve_profile' and subject_id = ${creator?.id as string}`
    expect(notified).toEqual({ times: 1 })
  }
})

test('an account is not deleted while money is paid to it', async () => {
  const { sql } = database
  const profile = await makeMember('kol')
  const [account] = await sql<{ id: string; cash: string }[]>`
    select private.member_account(${profile}, 'pending', 'USD') as id,
      private.platform_account('cash', 'USD', gen_random_uuid()) as cash`
  const accounts = [account?.cash ?? '', account?.id ?? '']
  const arriving = sql.begin(async (tx) => {
    await tx`select private.lock_accounts(${accounts}::bigint[])`
    await tx`select pg_sleep(0.2)`
    await tx`select private.post_transfer('payment', ${accounts}::bigint[], array[-1, 1])`
  })
  const leaving = sql`select pg_sleep(0.1)`.then(by(profile)`select public.delete_my_account()`)
  await expect(leaving).rejects.toThrow('account_has_balance')
  await arriving
})
