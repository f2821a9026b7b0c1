import { expect, test } from 'vitest'
import staff from '@/locales/en/staff.json'
import { giveWords } from '@/ui/testing.tsx'
import { rowsOf } from './audit.tsx'
import type { AuditEntry } from './staff-rows.ts'

giveWords({ staff })

test('a row of the file of the log says what is left out', () => {
  const detailsWith = (entry: Partial<AuditEntry>) => {
    const row = { action: 'resolve_dispute', details: {}, names: {}, ...entry } as AuditEntry
    return rowsOf([row], 'en')[1]?.at(-1)
  }
  expect(detailsWith({ is_shortened: true, order_id: 'o', member_id: null })).toBe(
    'The rest is shown once you have opened the order.',
  )
  expect(detailsWith({ is_shortened: true, order_id: null, member_id: 'm' })).toContain('member')
  expect(detailsWith({ is_shortened: false, order_id: 'o', member_id: null })).toBe('')
})
