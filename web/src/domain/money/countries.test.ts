import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COUNTRIES, countryOptions } from './countries.ts'

const CHAPTER = '../../../../supabase/schemas/09_payments/14_companies.sql'

test('the list of countries is the same in the client and in the database', () => {
  const chapter = readFileSync(join(import.meta.dirname, CHAPTER), 'utf8')
  const [, body = ''] = /function private\.is_country[^$]*\$\$(.*?)\$\$/s.exec(chapter) ?? []
  expect(body.match(/\b[A-Z]{2}\b/g)).toEqual(COUNTRIES)
})

test('every country has a name in each language', () => {
  for (const locale of ['en', 'es', 'tr'])
    expect(countryOptions(locale).filter(({ value, label }) => value === label)).toEqual([])
})
