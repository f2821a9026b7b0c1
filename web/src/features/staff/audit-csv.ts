import { csvFile } from '@/lib/csv.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { detailsOf } from './audit-details.ts'
import type { Json } from '@/lib/database.types.ts'
import { fetchStaffList, type StaffPage, type StaffSearch } from './staff-list-query.ts'
import type { AuditEntry } from './staff-rows.ts'

const PAGE = 1000
/** A file of more rows is one that no spreadsheet opens well. */
const MOST_PAGES = 50

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
  const rows: AuditEntry[] = []
  const { signal } = new AbortController()
  let after: Json = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { rows: more, next }: StaffPage<AuditEntry> = await fetchStaffList(
      'audit',
      search,
      after,
      {
        size: PAGE,
        signal,
      },
    )
    rows.push(...more)
    after = next
    if (after === null) break
  }
  return csvFile(rowsOf(rows, locale))
}
