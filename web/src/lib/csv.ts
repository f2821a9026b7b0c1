/** A text of a file of comma-separated values: quoted, and without the first characters by which a spreadsheet takes it for a formula. */
export const csvText = (value: string) =>
  `"${value.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`
