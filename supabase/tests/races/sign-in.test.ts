// Concurrent password guesses from many IP addresses.
import { expect, test } from 'vitest'
import type { ISql } from 'postgres'
import { race, raceDatabase, testRounds } from '../support/race.ts'

const db = raceDatabase()
const { value } = db

const LIMIT = 10

const newUser = async () => value`select tests.user_id(${await db.member('kol')})`

async function guess(sql: ISql, userId: string, valid: boolean): Promise<string> {
  const [row] = await sql<{ decision: string }[]>`
    select private.password_verification_attempt(
      jsonb_build_object('user_id', ${userId}::text, 'valid', ${valid}::boolean)) ->> 'decision' as decision`
  return row?.decision ?? ''
}

testRounds(
  'concurrent guesses get at most ten tries, even with the right password among them',
  async (chance) => {
    const userId = await newUser()
    const wrong = Array.from({ length: 30 }, () => () => guess(db.sql, userId, false))
    const outcomes = await race(chance, wrong)
    expect(outcomes.filter((one) => one.value === 'continue')).toHaveLength(LIMIT)
    expect(await guess(db.sql, userId, true)).toBe('reject')
    expect(
      await value`select failures from private.sign_in_failures where user_id = ${userId}`,
    ).toBe(30)
  },
)

test('a right password waits until earlier wrong ones are counted, and is rejected after too many', async () => {
  const userId = await newUser()
  await guess(db.sql, userId, false)
  const right = await db.during(
    'owner',
    async (tx) => {
      for (let count = 1; count < LIMIT; count += 1) await guess(tx, userId, false)
    },
    () => guess(db.sql, userId, true),
  )
  expect(right.value).toBe('reject')
})
