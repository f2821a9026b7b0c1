import { i18n } from '@/lib/i18n/i18n.ts'
import { textOf } from '@/lib/i18n/text.ts'
import { wholeNumber } from '@/lib/i18n/numbers.ts'
import { toast } from '@/lib/toast.ts'

/** Number of rows that a request for a file asks for. */
export const FILE_PAGE = 1000

/** A file of more rows is one that no spreadsheet opens well. */
export const MOST_ROWS = 50_000

interface Page<Row, Place> {
  rows: Row[]
  /** Where the next page begins; null after the last one. */
  next: Place | null
}

/** Every row of a list, page after page. A person reads that there are more than `most`. */
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
    toast.warning(textOf('common:file_is_cut', { rows: wholeNumber(rows.length, i18n.language) }), {
      autoClose: false,
    })
  return rows
}
