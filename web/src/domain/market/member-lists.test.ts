import { expect, it } from 'vitest'
import words from '@/locales/en/common.json'
import { MEMBER_LISTS } from '../vocabulary.generated.ts'
import { OTHER_LISTS } from './member-lists.ts'

it.each(OTHER_LISTS)('every word of the list %s has an English text', (list) => {
  expect(Object.keys(words.lists[list].words)).toEqual([...MEMBER_LISTS[list]])
})
