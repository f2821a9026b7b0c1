import { expect, test } from 'vitest'
import { framed, reportOf } from './pgtap.ts'

/** The result of a query for one column, as pg returns it. */
const answer = (name: string, ...values: string[]) => ({
  command: 'SELECT',
  rowCount: values.length,
  fields: [{ name }],
  rows: values.map((value) => ({ [name]: value })),
})
const begin = answer('no_plan')

test('a file whose tests all pass has passed', () => {
  const report = reportOf([begin, answer('is', 'ok 1', 'ok 2 - a name'), answer('finish', '1..2')])
  expect(report).toEqual({ passed: 2, failed: 0, output: [] })
})

test('a test that fails is counted and shown with what was expected', () => {
  const lines = 'not ok 1 - a name\n# have: 1\n# want: 2'
  const report = reportOf([begin, answer('is', lines), answer('finish', '1..1')])
  expect(report).toEqual({ passed: 0, failed: 1, output: lines.split('\n') })
})

test('a query of tests that returns no row fails', () => {
  const report = reportOf([begin, answer('is'), answer('ok', 'ok 1'), answer('finish', '1..1')])
  expect(report).toEqual({ passed: 1, failed: 1, output: ['is was asked of no row'] })
})

test('a file that states the number of its tests fails when one is missing', () => {
  const report = reportOf([answer('plan', '1..3'), answer('is', 'ok 1', 'ok 2'), answer('finish')])
  expect(report).toMatchObject({ passed: 2, failed: 1, output: ['planned 3, ran 2'] })
})

test('a file that ends before `finish` fails', () => {
  expect(reportOf([begin, answer('is', 'ok 1')])).toMatchObject({ failed: 1 })
})

test('the transaction and the members of the comment `cast` are added to the first line of a test file', () => {
  const [first, ...rest] = framed(
    '-- A header.\n-- cast: bob brand, cid kol unapproved, sam staff\nselect ok(true);\n',
  ).split('\n')
  expect(first).toBe(
    "begin; select no_plan(); select tests.make_member('bob', 'brand', true); " +
      "select tests.make_member('cid', 'kol', false); select tests.make_staff('sam'); -- A header.",
  )
  expect(rest.at(-1)).toBe('rollback;')
})

test('the ledger is checked at the end of a test file, unless a comment says that the file makes the ledger by hand', () => {
  expect(framed('select ok(true);\n')).toContain('private.ledger_faults()')
  expect(framed('-- ledger: made by hand\nselect ok(true);\n')).not.toContain('ledger_faults')
  const fault = answer('ledger', '("assets differ",1,2)')
  const report = reportOf([begin, answer('is', 'ok 1'), answer('finish', '1..1'), fault])
  expect(report).toMatchObject({ failed: 1, output: ['the ledger: ("assets differ",1,2)'] })
})

test('a test file that calls plan() gets no call of no_plan()', () => {
  expect(framed('select plan(2);\n')).not.toContain('no_plan')
})

test('a comment `cast` with a word other than brand, kol and staff is refused', () => {
  expect(() => framed('-- cast: bob judge\n')).toThrow('A cast has no "bob judge".')
})
