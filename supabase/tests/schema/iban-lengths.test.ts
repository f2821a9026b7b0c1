// The database checks account numbers by itself, because a client may call it without ours. It must
// refuse what the library of the client refuses by length and check digits, and nothing else.
import { getCountrySpecifications, isValidIBAN } from 'ibantools'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/race.ts'

const db = testDatabase(1)

const countries = Object.entries(getCountrySpecifications())

test('every country has the IBAN length that the library knows', async () => {
  const rows = await db.sql<{ country: string; length: number | null }[]>`
    select c as country, private.iban_length(c) as length
    from unnest(${countries.map(([country]) => country)}::text[]) as c`
  expect(Object.fromEntries(rows.map(({ country, length }) => [country, length]))).toEqual(
    Object.fromEntries(countries.map(([country, { chars }]) => [country, chars])),
  )
})

/** Returns an IBAN with right check digits, which are computed without the library. */
function ibanOf(country: string, rest: string): string {
  const digits = [...`${rest}${country}00`].map((letter) => Number.parseInt(letter, 36)).join('')
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${rest}`
}

const withLength = countries.flatMap(([country, { chars }]) => (chars ? [{ country, chars }] : []))
const account = fc.constantFrom(...withLength).chain(({ country, chars }) =>
  fc
    .string({
      unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
      minLength: chars - 4,
      maxLength: chars - 4,
    })
    .map((rest) => ibanOf(country, rest)),
)

test('an IBAN with right check digits is accepted, and one with a changed character is not', async () => {
  const samples = fc.sample(fc.tuple(account, fc.nat(), fc.integer({ min: 1, max: 9 })), 500)
  // Replaces a digit by another digit, or a letter by another letter, which check digits always reveal.
  const wrong = samples.map(([iban, at, by]) => {
    const place = 4 + (at % (iban.length - 4))
    const value = Number.parseInt(iban[place] ?? '', 36)
    const other = value < 10 ? (value + by) % 10 : 10 + ((value - 10 + by) % 26)
    return iban.slice(0, place) + other.toString(36).toUpperCase() + iban.slice(place + 1)
  })
  const check = async (list: string[]) =>
    (
      await db.sql<{ is: boolean }[]>`
      select private.is_iban(a) as is from unnest(${list}::text[]) with ordinality as l (a, n) order by n`
    ).map(({ is }) => is)
  expect(new Set(await check(samples.map(([iban]) => iban)))).toEqual(new Set([true]))
  expect(new Set(await check(wrong))).toEqual(new Set([false]))
  expect(wrong.filter((iban) => isValidIBAN(iban))).toEqual([])
})
