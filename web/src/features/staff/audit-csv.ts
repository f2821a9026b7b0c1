import { everyRow, FILE_PAGE, MOST_ROWS } from '@/lib/api/every-row.ts'
import { csvFile } from '@/lib/csv.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { detailsOf } from './audit-details.ts'
import type { Json } from '@/lib/database.types.ts'
import { fetchStaffList, type StaffSearch } from './staff-list-query.ts'
import type { AuditEntry } from './staff-rows.ts'

const rowsOf = (rows: AuditEntry[], locale: string) => [
  ['when', 'who', 'what', 'about', 'details'],
  ...rows.map((row) => [
    row.created_at,
    row.actor,
    textOr(`staff:act_${row.action}`, row.action),
    row.number ?? row.member ?? row.subject_id,
    detailsOf(row.details, locale, row.names),
  ]),
]

/** Every row of the log that the search finds, the newest first. */
export async function fetchAuditCsv(search: StaffSearch, locale: string): Promise<Blob> {
  const { signal } = new AbortController()
  const fetchPage = (after: Json) =>
    fetchStaffList('audit', search, after, { size: FILE_PAGE, signal })
  return csvFile(rowsOf(await everyRow(fetchPage, MOST_ROWS), locale))
}
