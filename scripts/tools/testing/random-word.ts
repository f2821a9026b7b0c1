import { randomUUID } from 'node:crypto'

/** Eight random letters for a name. No digits, because look-alikes count as letters: `574ff` reads as a reserved name. */
export const randomWord = () =>
  randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghjkmnpqrt'.charAt(Number(digit)))
