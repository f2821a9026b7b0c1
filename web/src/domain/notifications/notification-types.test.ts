import { expect, test } from 'vitest'
import { noticeTypes } from '../../../../supabase/notices/events.ts'
import words from '../../locales/en/settings.json'
import { emailTypes } from './notification-types.ts'

test('e-mails of every type can be chosen by one role or the other', () => {
  const offered = new Set([...emailTypes('brand'), ...emailTypes('kol')])
  expect([...offered].toSorted()).toEqual(Object.keys(noticeTypes).toSorted())
  expect(Object.keys(words.emails.type).toSorted()).toEqual([...offered].toSorted())
})

test('e-mails of a type cannot be chosen by a role that is never notified of it', () => {
  expect(emailTypes('kol')).not.toContain('new_kol_match')
  expect(emailTypes('brand')).not.toContain('campaign_match')
  expect(emailTypes('brand')).not.toContain('profile_approved')
})
