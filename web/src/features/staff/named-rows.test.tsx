import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import staff from '@/locales/en/staff.json'
import { giveWords, htmlOf, type Answer } from '@/ui/testing.tsx'
import { bookMonthsQuery } from './book-queries.ts'
import { Books } from './books.tsx'
import { Members } from './members.tsx'
import { settingsQuery } from './queries.ts'
import { Reports } from './reports.tsx'
import { Settings } from './settings.tsx'
import { staffListQuery } from './staff-list-query.ts'

giveWords({ common, staff })

const listOf = (...rows: object[]) => ({
  rows,
  next: null,
  total: rows.length,
  counted_most: 10_000,
})

const member = (name: string) => ({
  id: name,
  display_name: name,
  onboarded_at: '2026-05-01T10:00:00Z',
  created_at: '2026-05-01T10:00:00Z',
  is_approved: true,
  is_verified: false,
  trust_level: 'normal',
  shown_hash: 'h',
})

const report = (second: number) => ({
  id: String(second),
  sender_id: 's',
  sender_name: 'Ann',
  created_at: `2026-05-01T10:00:0${second}Z`,
  can_suspend: true,
  reports_of_sender: 2,
  reports: [],
})

const setting = (meaning: string) =>
  ({ key: meaning, value: 0, unit: 'days', meaning, min_value: 0, max_value: 9 }) as never

const month = (number: number) =>
  ({
    month: `2026-0${number}-01`,
    closed_at: null,
    can_be_closed: true,
    is_proposed: false,
  }) as never

/** Accessible names of the groups and controls of a page, as a screen reader says them. */
function spoken(page: ReactNode, answer: Answer) {
  const html = htmlOf(page, answer)
  const textAt = (id: string) =>
    html
      .split(`id="${id}"`)[1]
      ?.replaceAll(/^[^>]*>|<[^>]*>/g, ' ')
      .trim()
  return {
    groups: [...html.matchAll(/role="group" aria-labelledby="([^"]*)"/g)].map(([, id]) =>
      textAt(id ?? ''),
    ),
    acts: [...html.matchAll(/<(?:button|input)[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name),
  }
}

test.each<[string, ReactNode, Answer, string[], string[]]>([
  [
    'members',
    <Members key="page" />,
    [staffListQuery('members', {}), listOf(member('Ann'), member('Bob'))],
    ['Ann', 'Bob'],
    ['Verify: Ann', 'Verify: Bob'],
  ],
  [
    'reports',
    <Reports key="page" />,
    [staffListQuery('reports', {}), listOf(report(1), report(2))],
    ['Message of', 'Message of'],
    [expect.stringMatching(/^Choose Ann, .*:01/), expect.stringMatching(/^Choose Ann, .*:02/)],
  ],
  [
    'settings',
    <Settings key="page" />,
    [settingsQuery(), [setting('Days to pay.'), setting('Fee.')]],
    ['Days to pay.', 'Fee.'],
    ['Save: Days to pay.', 'Save: Fee.'],
  ],
  [
    'books',
    <Books key="page" />,
    [bookMonthsQuery(), [month(5), month(4)]],
    ['May 2026', 'April 2026'],
    ['CSV: May 2026', 'CSV: April 2026', 'Trial balance: May 2026'],
  ],
])(
  'rows of %s are named groups, and their buttons contain the name',
  (_, page, answer, groups, acts) => {
    const said = spoken(page, answer)
    expect(said.groups).toEqual(groups.map((name) => expect.stringMatching(new RegExp(`^${name}`))))
    expect(said.acts).toEqual(expect.arrayContaining(acts))
  },
)
