import { expect, test } from 'vitest'
import staff from '@/locales/en/staff.json'
import { giveWords } from '@/ui/testing.tsx'
import { auditRows } from './audit.tsx'
import type { AuditEntry } from './staff-rows.ts'

giveWords({ staff })

test('a row of the saved log says that details are left out until the reader opens the order or the member', () => {
  const detailsWith = (entry: Partial<AuditEntry>) => {
    const row = { action: 'resolve_dispute', details: {}, names: {}, ...entry } as AuditEntry
    return auditRows([row], 'en')[1]?.[4]
  }
  expect(detailsWith({ is_shortened: true, order_id: 'o', member_id: null })).toBe(
    'The rest is shown once you have opened the order.',
  )
  expect(detailsWith({ is_shortened: true, order_id: null, member_id: 'm' })).toContain('member')
  expect(detailsWith({ is_shortened: false, order_id: 'o', member_id: null })).toBe('')
})

test('a row of the saved log has the texts of the screen, and the id of its subject in the last column', () => {
  const rowOf = (entry: object) => {
    const none = { actor: null, number: null, member: null, subject_id: null, is_shortened: false }
    const row = { ...none, created_at: 'then', names: {}, details: {}, ...entry } as AuditEntry
    return auditRows([row], 'en')[1]
  }
  const proposed = { action: 'update_setting', subject: 'hold_new' }
  expect(
    rowOf({ action: 'end_proposal', subject_id: 'x', details: proposed, member_id: null }),
  ).toEqual([
    'then',
    staff.the_market,
    staff.act_end_proposal,
    '',
    `${staff.field_action}: ${staff.propose_update_setting} · ${staff.field_subject}: hold_new`,
    'x',
  ])
  const details = { profile_id: 'm', note: 'late' }
  expect(
    rowOf({
      action: 'resolve_dispute',
      actor: 'Sam',
      number: 'K-1',
      member: 'Ann',
      details,
      member_id: 'm',
    }),
  ).toEqual(['then', 'Sam', staff.act_resolve_dispute, 'K-1 · Ann', 'note: late', null])
})
