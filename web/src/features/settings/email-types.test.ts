import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import words from '@/locales/en/settings.json'
import { defaultMode, emailTypes } from './email-types.ts'

const chapter = (name: string) =>
  readFileSync(new URL(`../../../../supabase/schemas/${name}`, import.meta.url), 'utf8')

test('all kinds that the database knows can be chosen by one role or the other', () => {
  const list =
    /notification_types\(\)[\s\S]*?array\[([\s\S]*?)\]/.exec(
      chapter('70_notifications.sql'),
    )?.[1] ?? ''
  const known = [...list.matchAll(/'(\w+)'/g)].map(([, type]) => type)
  const offered = new Set([...emailTypes('brand'), ...emailTypes('kol')])
  expect([...offered].toSorted()).toEqual(known.toSorted())
  for (const type of offered) expect(words.emails.type).toHaveProperty(type)
})

test('the defaults are those of the database', () => {
  const rule = /when type in \(([^)]*)\) then 'digest'/.exec(chapter('75_emails.sql'))?.[1] ?? ''
  const digests = [...rule.matchAll(/'(\w+)'/g)].map(([, type]) => type ?? '')
  for (const type of [...emailTypes('brand'), ...emailTypes('kol')]) {
    expect(defaultMode(type), type).toBe(digests.includes(type) ? 'digest' : 'at_once')
  }
})
