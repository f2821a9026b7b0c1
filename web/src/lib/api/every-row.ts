import { i18n } from '@/lib/i18n/i18n.ts'
import { textOf } from '@/lib/i18n/text.ts'
import { groupedNumber } from '@/lib/i18n/numbers.ts'
import { toast } from '@/lib/toast.ts'

/** Number of rows in one request for a file. */
export const FILE_PAGE = 1000

/** The most rows in a file; spreadsheets do not open larger files well. */
export const MOST_ROWS = 50_000

interface Page<Row, Place> {
  rows: Row[]
  /** Position of the next page; null after the last one. */
  next: Place | null
}

/** Loads all rows of a list, page by page. If there are more than `most`, a toast says that the file is cut. */
export async function everyRow<Row, Place>(
  fetchPage: (after: Place | null) => Promise<Page<Row, Place>>,
  most = Infinity,
): Promise<Row[]> {
  const rows: Row[] = []
  let after: Place | null = null
  do {
    const page: Page<Row, Place> = await fetchPage(after)
    rows.push(...page.rows)
    after = page.next
  } while (after !== null && rows.length < most)
  if (after !== null)
    toast.warning(
      textOf('common:file_is_cut', { rows: groupedNumber(rows.length, i18n.language) }),
      {
        autoClose: false,
      },
    )
  return rows
}
