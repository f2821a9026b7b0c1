// Guesses from many addresses at the same moment, in sessions of their own.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'
import { race, ROUNDS, seededChances } from '../support/race.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startTestDatabase(20)
})
afterAll(() => database?.stop())

const LIMIT = 10

test('many guesses at once open no more than ten tries, the right one among them', async () => {
  const { sql } = database
  const chance = seededChances()
  for (let round = 0; round < ROUNDS; round += 1) {
    const [made] = await sql`select tests.make_member(${`guessed${round}`}) as id`
    const [member] = await sql`select tests.user_id(${made?.['id'] as string}) as id`
    const userId = member?.['id'] as string
    const guess = (valid: boolean) => async () => {
      const event = { user_id: userId, valid }
      const [row] = await sql`
        select private.password_verification_attempt(${sql.json(event)}::jsonb) ->> 'decision' as decision`
      return { valid, decision: row?.['decision'] as string }
    }
    const wrong = Array.from({ length: 30 }, () => guess(false))
    const outcomes = await race(chance, wrong)
    const answered = outcomes.filter(({ value }) => value?.decision === 'continue')
    expect(answered).toHaveLength(LIMIT)
    expect((await guess(true)()).decision).toBe('reject')
    const [counted] = await sql`
      select failures from private.sign_in_failures where user_id = ${userId}`
    expect(counted?.['failures']).toBe(30)
  }
})
