import { expect, test } from 'vitest'
import { memberQuery } from '@/domain/members/members.ts'
import { htmlOf, type Answer } from '@/ui/testing.tsx'
import { inboxQuery } from './queries.ts'
import { useOther } from './use-other.ts'

const IsNamed = () => `isNamed: ${useOther('b').isNamed}`

test('a member is called unknown only when neither the market nor the inbox has a name', () => {
  const shown = (...answers: Answer[]) => htmlOf(<IsNamed />, ...answers)
  expect(shown()).toContain('isNamed: false')
  const nobody: Answer = [memberQuery('b'), null]
  expect(shown(nobody)).toContain('isNamed: false')
  expect(shown(nobody, [inboxQuery(), []], [inboxQuery({ with_id: 'b' }), []])).toContain(
    'isNamed: true',
  )
})
