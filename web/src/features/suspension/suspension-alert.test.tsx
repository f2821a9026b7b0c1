import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import words from '@/locales/en/suspension.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { ownSuspensionQuery } from './queries.ts'
import { SuspensionAlert } from './suspension-alert.tsx'

giveWords({ common, suspension: words })

function alertOf(suspension: object) {
  const row = { category: 'spam', note: 'To forty brands.', profile_id: 'p', ...suspension }
  return htmlOf(<SuspensionAlert profileId="p" />, [ownSuspensionQuery('p'), row])
}

test('a suspended member sees a button to appeal until they have appealed', () => {
  expect(alertOf({})).toContain(`>${words.appeal}<`)
  const waits = alertOf({ appeal: 'They had asked me.', appeal_due_at: '2026-12-01T10:00:00Z' })
  expect(waits).toContain('You appealed. Our staff decide until')
  expect(waits).not.toContain('<button')
})

test('a suspended member whose appeal was refused reads the answer and has no button', () => {
  const refused = alertOf({ appeal: 'They had asked me.', appeal_reply: 'None of them had.' })
  expect(refused).toContain(words.upheld)
  expect(refused).toContain('None of them had.')
  expect(refused).not.toContain('<button')
})
