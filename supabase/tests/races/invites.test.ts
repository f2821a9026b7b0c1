// The last use of an invite goes to exactly one of fifty concurrent sign-ups, and the last place of a
// branch without an order too.
import { expect, test } from 'vitest'
import { actsIn, HEAVY, race, seededChances, testDatabase } from '../support/race.ts'

const PEOPLE = 50
const GOES = HEAVY ? 40 : 2

const db = testDatabase(PEOPLE)
const by = actsIn(db)

/** Concurrent sign-ups, each with the next of these codes. */
async function rushFor(...codes: string[]) {
  const codeOf = (n: number) => codes[n % codes.length] ?? ''
  const people = Array.from(
    { length: PEOPLE },
    (_, n) => `${codeOf(n).toLowerCase()}-${n}@kolpact.test`,
  )
  const outcomes = await race<unknown>(
    seededChances(),
    people.map(
      (email, n) =>
        by('owner')`select tests.sign_up(${email}, ${db.sql.json({ invite_code: codeOf(n) })})`,
    ),
  )
  const [made] = await db.sql<{ users: number; profiles: number }[]>`
    select count(*)::int as users, count(p.id)::int as profiles
    from auth.users u left join public.profiles p on p.user_id = u.id
    where u.email = any (${people})`
  return {
    ...made,
    admitted: outcomes.filter(({ refused }) => refused === undefined).length,
    refused: outcomes.filter(({ refused }) => refused === 'invite_invalid').length,
  }
}
const ONE = { users: 1, profiles: 1, admitted: 1, refused: PEOPLE - 1 }

test('fifty people and one place of an invite make one account', async () => {
  for (let go = 0; go < GOES; go++) {
    await db.sql`insert into public.invites (code) values (${`LAST-PLACE-${go}`})`
    expect(await rushFor(`LAST-PLACE-${go}`)).toEqual(ONE)
  }
})

test('fifty people and the last place of a member make one account', async () => {
  for (let go = 0; go < GOES; go++) {
    await db.sql`select tests.make_member(${`host ${go}`}, 'brand')`
    const [host] = await db.sql<{ code: string }[]>`
      update public.profiles set invites_left = 1 where id = tests.id(${`host ${go}`})
      returning referral_code as code`
    expect(await rushFor(host?.code ?? '')).toEqual(ONE)
  }
})

test('fifty people and the codes of a branch without an order fill its places once', async () => {
  const most = 12
  for (let go = 0; go < GOES; go++) {
    await db.sql`select tests.make_member(${`root ${go}`}, 'brand')`
    await db.sql`select tests.make_invitee(${`leaf ${go}`}, 'brand', tests.id(${`root ${go}`}))`
    const branch = await db.sql<{ code: string }[]>`
      update public.profiles set invites_left = ${PEOPLE}
      where id in (tests.id(${`root ${go}`}), tests.id(${`leaf ${go}`}))
      returning referral_code as code`
    expect(await rushFor(...branch.map(({ code }) => code))).toMatchObject({
      admitted: most - branch.length,
    })
  }
})
