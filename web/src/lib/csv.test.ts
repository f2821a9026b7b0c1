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

test.each(['Thread;=1+1;x', 'Thread\t@SUM(1)', 'Thread\n+1', '＝1+1'])(
  'no cell of %j is a formula, whatever a spreadsheet takes for the end of a cell',
  (title) => {
    const cells = csvOf([['K-1', title]]).split(/[,;\t\r\n]/)
    expect(cells.filter((cell) => /^"?[=+\-@＝＋－＠]/.test(cell))).toEqual([])
  },
)
