type Cell = string | number | null

/** A quoted text, without the first characters by which a spreadsheet takes it for a formula. */
export const csvText = (value: string) =>
  `"${value.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`

/** Amounts stay numbers. */
const cellOf = (value: Cell) =>
  /^-?\d+(\.\d+)?$/.test(String(value)) ? String(value) : csvText(String(value ?? ''))

/** Comma-separated values (RFC 4180). */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map((cell) => cellOf(cell)).join(',')}\r\n`).join('')

export const csvFile = (rows: readonly (readonly Cell[])[]): Blob =>
  new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' })
