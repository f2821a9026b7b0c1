// The last use of an invite goes to exactly one of fifty concurrent sign-ups. So does the last place of a
// branch (all members who descend by invites from one member) without an order.
import { expect } from 'vitest'
import { HEAVY, race, raceDatabase, refused, testRounds as repeated } from '../support/race.ts'

const PEOPLE = 50
const GOES = HEAVY ? 40 : 2

const db = raceDatabase(PEOPLE)
const { by, newName, value } = db

type Play = Parameters<typeof repeated>[1]
const testRounds = (title: string, play: Play) => repeated(title, play, GOES)

/** Signs up many members at once, who use these codes in turn. */
async function rushFor(chance: Parameters<Play>[0], ...codes: string[]) {
  const codeOf = (n: number) => codes[n % codes.length] ?? ''
  const emails = Array.from({ length: PEOPLE }, (_, n) => `${codeOf(n)}-${n}@kolpact.test`)
  const outcomes = await race(
    chance,
    emails.map(
      (email, n) =>
        by(
          'owner',
        )`select tests.sign_up(${email.toLowerCase()}, ${db.sql.json({ invite_code: codeOf(n) })})`,
    ),
  )
  const [made] = await db.sql<{ users: number; profiles: number }[]>`
    select count(*)::int as users, count(p.id)::int as profiles
    from auth.users u left join public.profiles p on p.user_id = u.id
    where u.email = any (${emails.map((email) => email.toLowerCase())})`
  const turnedAway = refused(outcomes)
  return {
    ...made,
    admitted: PEOPLE - turnedAway.length,
    refused: turnedAway.filter((one) => one === 'invite_invalid').length,
  }
}
const ONE = { users: 1, profiles: 1, admitted: 1, refused: PEOPLE - 1 }

testRounds('fifty people and one place of an invite make one account', async (chance, go) => {
  const code =
    await value`insert into public.invites (code) values (${`LAST-PLACE-${go}`}) returning code`
  expect(await rushFor(chance, code)).toEqual(ONE)
})

testRounds('fifty people and the last place of a member make one account', async (chance) => {
  const code = await value`
    update public.profiles set invites_left = 1 where id = ${await db.member('brand')}
    returning referral_code`
  expect(await rushFor(chance, code)).toEqual(ONE)
})

testRounds('fifty people with codes of a branch fill each of its places once', async (chance) => {
  const most = 12
  const root = await db.member('brand')
  const leaf = await value`select tests.make_invitee(${newName('leaf')}, 'brand', ${root})`
  const branch = await db.sql<{ code: string }[]>`
    update public.profiles set invites_left = ${PEOPLE} where id in (${root}, ${leaf})
    returning referral_code as code`
  const { admitted } = await rushFor(chance, ...branch.map(({ code }) => code))
  expect(admitted).toBe(most - branch.length)
})
