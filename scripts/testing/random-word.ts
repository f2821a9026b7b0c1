import { randomUUID } from 'node:crypto'

/** Eight letters for a name: digits are read as letters, and `574ff` is a reserved name. */
export const randomWord = () =>
  randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghjkmnpqrt'.charAt(Number(digit)))
