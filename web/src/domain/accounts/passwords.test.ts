import { expect, test } from 'vitest'
import { newPassword } from './passwords.ts'

test.each([
  ['short1', 'common:too_short'],
  ['only-letters-here', 'auth:field.password_digits'],
])('the password "%s" is refused with the reason %s', (password, reason) => {
  const { error } = newPassword.safeParse(password)
  expect(error?.issues.map(({ message }) => message.split('?')[0])).toContain(reason)
})

test('a password of ten characters with a letter and a digit is accepted', () => {
  expect(newPassword.safeParse('a-long-enough-1').success).toBe(true)
})
