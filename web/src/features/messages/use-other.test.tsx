import { expect, test } from 'vitest'
import { memberQuery } from '@/domain/members/members.ts'
import { htmlOf, type Answer } from '@/ui/testing.tsx'
import { inboxQuery } from './queries.ts'
import { useOther } from './use-other.ts'

const IsNamed = () => `isNamed: ${useOther('b').isNamed}`

test('the name of a member counts as known only once both the market and the inbox have been asked', () => {
  const shown = (...answers: Answer[]) => htmlOf(<IsNamed />, ...answers)
  expect(shown()).toContain('isNamed: false')
  const nobody: Answer = [memberQuery('b'), null]
  expect(shown(nobody)).toContain('isNamed: false')
  expect(shown(nobody, [inboxQuery(), []], [inboxQuery({ with_id: 'b' }), []])).toContain(
    'isNamed: true',
  )
})
