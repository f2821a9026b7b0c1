import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a cell that a spreadsheet would run as a formula is text, an amount is a number', () => {
  expect(
    csvOf([
      ['=HYPERLINK("x")', 'Ann, "the first"', null],
      ['-1.50', '-1+2', 3],
    ]),
  ).toBe(`"'=HYPERLINK(""x"")","Ann, ""the first""",""\r\n-1.50,"'-1+2",3\r\n`)
})
