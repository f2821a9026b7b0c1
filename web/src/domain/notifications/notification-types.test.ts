import { expect, test } from 'vitest'
import { noticeTypes } from '../../../../supabase/notices/events.ts'
import words from '../../locales/en/settings.json'
import { emailTypes } from './notification-types.ts'

test('at least one role can set the e-mails of each type', () => {
  const offered = new Set([...emailTypes('brand'), ...emailTypes('kol')])
  expect([...offered].toSorted()).toEqual(Object.keys(noticeTypes).toSorted())
  expect(Object.keys(words.emails.type).toSorted()).toEqual([...offered].toSorted())
})

test('a role that never receives a type of notification cannot set its e-mails', () => {
  expect(emailTypes('kol')).not.toContain('new_kol_match')
  expect(emailTypes('brand')).not.toContain('campaign_match')
  expect(emailTypes('brand')).not.toContain('profile_approved')
})
