import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { briefOf, hasOtherParts } from './brief.ts'
import { briefOfInput, briefShape, EMPTY_BRIEF, inputOfBrief } from './brief-form.ts'

const schema = z.object(briefShape)
const isFine = (input: Partial<typeof EMPTY_BRIEF>) =>
  schema.safeParse({ ...EMPTY_BRIEF, ...input }).success

test('each line of a list field is an entry, and links may also be separated by spaces', () => {
  const brief = briefOfInput({
    goal: ' Sign-ups. ',
    message: 'Say it\n\nsimply. ',
    dos: 'Show the app\n\n  Smile\tbroadly ',
    donts: '',
    links: 'https://a.example https://b.example\nhttps://a.example',
  })
  expect(brief).toEqual({
    goal: 'Sign-ups.',
    message: 'Say it\n\nsimply.',
    dos: ['Show the app', 'Smile broadly'],
    donts: [],
    links: ['https://a.example', 'https://b.example'],
  })
  expect(briefOfInput(inputOfBrief(brief))).toEqual(brief)
})

test('the form refuses values of a brief that the database would refuse', () => {
  expect(isFine({ dos: 'Smile\n'.repeat(20) })).toBe(true)
  expect(isFine({ dos: 'Smile\n'.repeat(21) })).toBe(false)
  expect(isFine({ donts: 'x'.repeat(301) })).toBe(false)
  expect(isFine({ goal: 'x'.repeat(501) })).toBe(false)
  expect(isFine({ message: 'x'.repeat(5001) })).toBe(false)
  expect(isFine({ links: 'javascript:alert(1)' })).toBe(false)
  expect(isFine({ links: 'https://bank.example@host.example' })).toBe(false)
  expect(
    isFine({ links: Array.from({ length: 21 }, (_, n) => `https://${n}.example`).join(' ') }),
  ).toBe(false)
})

test('a brief has other parts only if it contains more than its message', () => {
  const order = {
    brief: 'Please.',
    brief_goal: '',
    brief_dos: [],
    brief_donts: [],
    brief_links: [],
    brief_files: [],
  }
  expect(hasOtherParts(briefOf(order))).toBe(false)
  expect(hasOtherParts(briefOf({ ...order, brief_goal: 'Reach.' }))).toBe(true)
  expect(hasOtherParts(briefOf({ ...order, brief_links: ['https://a.example'] }))).toBe(true)
})
