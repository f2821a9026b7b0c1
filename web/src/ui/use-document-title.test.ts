import { expect, test } from 'vitest'
import { titleOf } from './use-document-title.ts'

test('a right-to-left title is isolated, so that the name of the product keeps its direction', () => {
  expect(titleOf('Ann')).toBe('Ann · Kolpact')
  expect(titleOf('שרה')).toBe('\u2068שרה\u2069 · Kolpact')
})
