type Cell = string | number | null

/**
 * Quotes a text for a CSV file. A character that would start a formula in a spreadsheet gets an apostrophe before it:
 * at the beginning, and after a tab, line end or semicolon, which separates cells in Spanish and Turkish spreadsheets.
 */
export const csvText = (value: string) =>
  `"${value.replaceAll(/(^|[;\t\r\n])(?=[=+\-@＝＋－＠\t\r])/g, "$1'").replaceAll('"', '""')}"`

/** Numbers stay unquoted, so that spreadsheets can calculate with them. */
const cellOf = (value: Cell) =>
  /^-?\d+(\.\d+)?$/.test(String(value)) ? String(value) : csvText(String(value ?? ''))

/** Rows as comma-separated values (RFC 4180). */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map((cell) => cellOf(cell)).join(',')}\r\n`).join('')

export const csvFile = (rows: readonly (readonly Cell[])[]): Blob =>
  new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' })
