import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import staff from '@/locales/en/staff.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { Reports } from './reports.tsx'
import { staffListQuery } from './staff-list-query.ts'

giveWords({ common, staff })

function rendered(can_suspend: boolean) {
  const report = {
    id: 'm',
    sender_id: 's',
    sender_name: 'Ann',
    created_at: '2026-05-01T10:00:00Z',
    can_suspend,
    reports_of_sender: 1,
    reports: [],
  }
  const page = { rows: [report], next: null, total: 1, counted_most: 10_000 }
  return htmlOf(<Reports />, [staffListQuery('reports', {}), page])
}

test('the checkbox of a row has an accessible name and no visible label', () => {
  const html = rendered(true)
  expect(html).toMatch(/<input[^>]*aria-label="Choose Ann, May 1, 2026/)
  expect(html.replaceAll(/<[^>]*>/g, ' ')).not.toContain('Choose')
})

test('a report has a button to suspend the sender only if the sender can be suspended', () => {
  expect(rendered(true)).toContain(staff.suspend)
  expect(rendered(false)).not.toContain(staff.suspend)
})
