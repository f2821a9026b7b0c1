import { expect, test } from 'vitest'
import { auditCsv } from './audit-csv.ts'
import type { AuditEntry } from './staff-rows.ts'

test('a cell that a spreadsheet would run as a formula is text', () => {
  const row = {
    created_at: '2026-11-25T22:00:00Z',
    actor: '=HYPERLINK("x")',
    action: 'unheard_of',
    number: null,
    member: 'Ann, "the first"',
    details: {},
    names: {},
  } as unknown as AuditEntry
  expect(auditCsv([row], 'en').split('\r\n')[1]).toBe(
    `"2026-11-25T22:00:00Z","'=HYPERLINK(""x"")","unheard_of","Ann, ""the first""",""`,
  )
})
