// Password guesses from many addresses at the same moment, in sessions of their own.
import { expect, test } from 'vitest'
import type { ISql } from 'postgres'
import { race, ROUNDS, seededChances, testDatabase } from '../support/race.ts'

const database = testDatabase()

const LIMIT = 10

async function newUser(name: string): Promise<string> {
  const [made] = await database.sql`select tests.make_member(${name}) as id`
  const [member] = await database.sql`select tests.user_id(${made?.['id'] as string}) as id`
  return member?.['id'] as string
}

async function guess(sql: ISql, userId: string, valid: boolean): Promise<string> {
  const [row] = await sql`
    select private.password_verification_attempt(
      jsonb_build_object('user_id', ${userId}::text, 'valid', ${valid}::boolean)) ->> 'decision' as decision`
  return row?.['decision'] as string
}

test('concurrent guesses get at most ten tries, even with the right password among them', async () => {
  const { sql } = database
  const chance = seededChances()
  for (let round = 0; round < ROUNDS; round += 1) {
    const userId = await newUser(`guessed${round}`)
    const wrong = Array.from({ length: 30 }, () => () => guess(sql, userId, false))
    const outcomes = await race(chance, wrong)
    expect(outcomes.filter(({ value }) => value === 'continue')).toHaveLength(LIMIT)
    expect(await guess(sql, userId, true)).toBe('reject')
    const [counted] = await sql`
      select failures from private.sign_in_failures where user_id = ${userId}`
    expect(counted?.['failures']).toBe(30)
  }
})

test('the right password waits for wrong ones that are being counted', async () => {
  const { sql } = database
  const userId = await newUser('waiting')
  await guess(sql, userId, false)
  let right: Promise<string> | undefined
  await sql.begin(async (tx) => {
    for (let count = 1; count < LIMIT; count += 1) await guess(tx, userId, false)
    right = guess(sql, userId, true)
    await expect
      .poll(async () => {
        const [row] = await sql`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        return row?.['waiting']
      })
      .toBe(1)
  })
  expect(await right).toBe('reject')
})
