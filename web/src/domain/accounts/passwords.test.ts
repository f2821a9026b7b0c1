import { expect, test } from 'vitest'
import { newPassword } from './passwords.ts'

test.each([
  ['short1', 'common:too_short'],
  ['only-letters-here', 'auth:field.password_digits'],
])('"%s" is no new password, and says why', (password, reason) => {
  const { error } = newPassword.safeParse(password)
  expect(error?.issues.map(({ message }) => message.split('?')[0])).toContain(reason)
})

test('ten characters with a letter and a digit are a new password', () => {
  expect(newPassword.safeParse('a-long-enough-1').success).toBe(true)
})
