import { expect, test } from 'vitest'
import { problemsOf } from './commit-message.ts'

test.each([
  ['orders: a draft is shown before delivery\n\nBrands want to see it first.', []],
  ['Fix it\n\nIt was broken.', ['the subject is no "area: what"']],
  ['orders: x\nIt was broken.', ['the second line is not empty', 'no body says why']],
  ['orders: x', ['no body says why']],
  ['docs: the figures of this release', []],
  [`orders: ${'x'.repeat(65)}\n\nWhy.`, ['the subject exceeds 72 characters']],
])('the commit message %j has the faults %j', (message, problems) => {
  expect(problemsOf(message)).toEqual(problems)
})
