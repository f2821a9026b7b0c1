// Sign-ups, roles and departures at the same moment, in sessions of their own.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'
import { inSession, race, ROUNDS, seededChances } from '../support/race.ts'

const CROWD = 50
let database: TestDatabase
let serial = 0

beforeAll(async () => {
  database = await startTestDatabase(CROWD)
})
afterAll(() => database?.stop())

const newName = (kind: string) => `${kind}${(serial += 1)}`

async function makeMember(role: 'kol' | 'brand'): Promise<string> {
  const [row] = await database.sql`select tests.make_member(${newName(role)}, ${role}) as id`
  return row?.id as string
}

function signUp(code: string) {
  const metadata = database.sql.json({ invite_code: code })
  return database.sql`select tests.sign_up(${`${newName('crowd')}@kolpact.test`}, ${metadata})`
}

test('fifty people with the last place of an invite make one account', async () => {
  const { sql } = database
  const chance = seededChances()
  for (let round = 0; round < ROUNDS / 5; round += 1) {
    const code = newName('LAST-PLACE-').toUpperCase()
    await sql`insert into public.invites (code) values (${code})`
    const outcomes = await race(
      chance,
      Array.from({ length: CROWD }, () => () => signUp(code)),
    )
    const refusals = outcomes.flatMap(({ refused }) => refused ?? [])
    expect(refusals).toEqual(Array(CROWD - 1).fill('invite_invalid'))
    const [used] = await sql`
      select i.uses, (select count(*)::int from public.referrals r where r.invite_id = i.id) as joined
      from public.invites i where i.code = ${code}`
    expect(used).toEqual({ uses: 1, joined: 1 })
  }
})

test('fifty people with the last referral of a member make one account', async () => {
  const { sql } = database
  const chance = seededChances()
  const inviter = await makeMember('kol')
  for (let round = 0; round < ROUNDS / 5; round += 1) {
    const [profile] = await sql`
      update public.profiles set invites_left = 1 where id = ${inviter} returning referral_code`
    const outcomes = await race(
      chance,
      Array.from({ length: CROWD }, () => () => signUp(profile?.referral_code as string)),
    )
    const refusals = outcomes.flatMap(({ refused }) => refused ?? [])
    expect(refusals).toEqual(Array(CROWD - 1).fill('invite_invalid'))
  }
  const [after] = await sql`
    select p.invites_left, (select count(*)::int from public.referrals r where r.inviter_id = p.id) as joined
    from public.profiles p where p.id = ${inviter}`
  expect(after).toEqual({ invites_left: 0, joined: ROUNDS / 5 })
})

test('a change of role and the first pack never both happen', async () => {
  const { sql } = database
  const chance = seededChances()
  for (let round = 0; round < ROUNDS; round += 1) {
    const profile = await makeMember('kol')
    await race<unknown>(chance, [
      () =>
        inSession(
          sql,
          { profile },
          (tx) => tx`
        update public.profiles set role = 'brand' where id = ${profile}`,
        ),
      () =>
        inSession(
          sql,
          { profile },
          (tx) => tx`
        insert into public.packs (kol_id, title, price_minor, delivery_days)
        values (${profile}, 'One thread', 10000, 7)`,
        ),
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
      () =>
        inSession(
          sql,
          { profile },
          (tx) => tx`
        update public.profiles set role = 'kol' where id = ${profile}`,
        ),
      () =>
        inSession(
          sql,
          { profile },
          (tx) => tx`
        select public.place_order(${pack?.id as string}, 'Please.', gen_random_uuid())`,
        ),
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

test('nobody leaves while placing an order', async () => {
  const { sql } = database
  const chance = seededChances()
  const kol = await makeMember('kol')
  const [pack] = await sql`select tests.make_pack(${kol}) as id`
  for (let round = 0; round < ROUNDS; round += 1) {
    const profile = await makeMember('brand')
    const outcomes = await race<unknown>(chance, [
      () => inSession(sql, { profile }, (tx) => tx`select public.delete_my_account()`),
      () =>
        inSession(
          sql,
          { profile },
          (tx) => tx`
        select public.place_order(${pack?.id as string}, 'Please.', gen_random_uuid())`,
        ),
    ])
    expect(outcomes.filter(({ refused }) => refused === undefined)).toHaveLength(1)
    // The last: the session found nobody to be any more.
    expect(outcomes.find(({ refused }) => refused)?.refused).toMatch(
      /^(account_has_open_orders|not_allowed|cannot_transact|P0001 tests\.act_as: no such member)/,
    )
  }
})

test('two members of staff approve at once, and the creator hears of it once', async () => {
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
      staff.map(
        (profile) => () =>
          inSession(
            sql,
            { profile },
            (tx) => tx`select public.approve_profile(${creator?.id as string})`,
          ),
      ),
    )
    const [told] = await sql`
      select count(*)::int as times from public.staff_audit
      where action = 'approve_profile' and subject_id = ${creator?.id as string}`
    expect(told).toEqual({ times: 1 })
  }
})
