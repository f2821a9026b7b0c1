import { expect, test } from 'vitest'
import { comparedFrom } from './compared.ts'

test('comparedFrom returns at most four creators of the shortlist, each once', () => {
  const listed = ['a', 'b', 'c', 'd', 'e']
  expect(comparedFrom(null, listed)).toEqual([])
  expect(comparedFrom('c,x,a,a', listed)).toEqual(['a', 'c'])
  expect(comparedFrom('e,d,c,b,a', listed)).toEqual(['a', 'b', 'c', 'd'])
})
