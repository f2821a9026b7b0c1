import { expect, test } from 'vitest'
import { giveWords, htmlOf } from './testing.tsx'
import { Textarea } from './textarea.tsx'

giveWords({ common: { profile: { characters: '{{used}} of {{max}} characters' } } })

const shown = (letters: number) =>
  htmlOf(<Textarea description="Why?" maxLength={10} value={'x'.repeat(letters)} readOnly />)

test('a text field shows the number of characters near its limit', () => {
  expect(shown(7)).toContain('Why?')
  expect(shown(8)).toContain('8 of 10 characters')
})
