import { randomUUID } from 'node:crypto'

/** Eight random letters for a name, and no digits, because digits count as similar letters: `574ff` reads as `staff`. */
export const randomWord = () =>
  randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghjkmnpqrt'.charAt(Number(digit)))
