import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('text that a spreadsheet would run as a formula gets an apostrophe, and an amount stays a number', () => {
  expect(
    csvOf([
      ['=HYPERLINK("x")', 'Ann, "the first"', null],
      ['-1.50', '-1+2', 3],
    ]),
  ).toBe(`"'=HYPERLINK(""x"")","Ann, ""the first""",""\r\n-1.50,"'-1+2",3\r\n`)
})

test.each(['Thread;=1+1;x', 'Thread\t@SUM(1)', 'Thread\n+1', '＝1+1'])(
  'the text %j contains no formula, even if a spreadsheet splits it at a semicolon, tab or line end',
  (title) => {
    const cells = csvOf([['K-1', title]]).split(/[,;\t\r\n]/)
    expect(cells.filter((cell) => /^"?[=+\-@＝＋－＠]/.test(cell))).toEqual([])
  },
)
