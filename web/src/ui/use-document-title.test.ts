import { expect, test } from 'vitest'
import { documentTitle } from './use-document-title.ts'

test('a right-to-left title is isolated, so that the name of the product keeps its direction', () => {
  expect(documentTitle('Ann')).toBe('Ann · Kolpact')
  expect(documentTitle('שרה')).toBe('\u2068שרה\u2069 · Kolpact')
})
