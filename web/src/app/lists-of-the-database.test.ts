// The client repeats some short lists of the database in the order in which screens show them.
// These tests check that both have the same words.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CREATOR_SORTS } from '@/domain/market/creator-filters.ts'
import { REQUIRED_LISTS } from '@/domain/market/member-lists.ts'
import { EMAIL_MODES } from '@/features/settings/email-modes.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'supabase', 'schemas')
const schema = globSync('*/*.sql', { cwd: folder })
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n')

/** Returns the words that `each` matches between two texts of the schema. */
function wordsIn(from: string, to: string, each: RegExp): string[] {
  const start = schema.indexOf(from)
  expect(start, from).toBeGreaterThan(-1)
  const text = schema.slice(start, schema.indexOf(to, start + from.length))
  return [...text.matchAll(each)].map(([, word = '']) => word).toSorted()
}

test('the client offers the sort orders that the function search_creators accepts', () => {
  const known = wordsIn('v_columns constant jsonb', ';', /"(\w+)": /g)
  expect(known).toEqual(CREATOR_SORTS.toSorted())
})

test('the profile form requires the lists without which the database refuses to finish onboarding', () => {
  const check = [
    'constraint profiles_onboarded_is_complete',
    'constraint profiles_approved',
  ] as const
  expect(wordsIn(...check, /cardinality\((\w+)\)/g)).toEqual(REQUIRED_LISTS.toSorted())
})

test('the client offers the e-mail modes that the database allows in a preference', () => {
  const check = ['constraint email_preferences_mode_known', ')\n'] as const
  expect(wordsIn(...check, /'(\w+)'/g)).toEqual(EMAIL_MODES.toSorted())
})
