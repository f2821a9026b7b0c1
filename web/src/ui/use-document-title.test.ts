import { expect, test } from 'vitest'
import { titleOf } from './use-document-title.ts'

test('a right-to-left title does not reverse the name of the product', () => {
  expect(titleOf('Ann')).toBe('Ann · Kolpact')
  expect(titleOf('שרה')).toBe('\u2068שרה\u2069 · Kolpact')
})
