import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import staff from '@/locales/en/staff.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { memberFileQuery } from './queries.ts'
import { IncludedInvitees } from './suspend-dialog.tsx'

giveWords({ common, staff })

const reached = (file: object | null) =>
  /<p[^>]*>(.*)<\/p>/.exec(
    htmlOf(<IncludedInvitees profileId="p" />, [memberFileQuery('p', ''), file]),
  )?.[1]

test('staff who have opened the private data of a member read which invitees a suspension would include', () => {
  const rows = ['Ann', 'Bob'].map((name) => ({ id: name, name }))
  expect(reached({ invites: { rows, tree: 2 } })).toBe('Ann, Bob')
  // The third member was invited by one of the two, so the name is not in the list.
  expect(reached({ invites: { rows, tree: 3 } })).toMatch(/ …$/)
  expect(reached(null)).toBe(staff.reached_unread)
})
