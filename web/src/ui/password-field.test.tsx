import { expect, test } from 'vitest'
import { giveWords, htmlOf } from './testing.tsx'
import { PasswordField } from './password-field.tsx'

giveWords({ auth: { field: { password_show: 'Show {{label}}' } } })

test('a password that is refused is marked as invalid for screen readers', () => {
  expect(htmlOf(<PasswordField label="Password" />)).not.toContain('aria-invalid')
  expect(htmlOf(<PasswordField label="Password" error="Too short" />)).toContain(
    'aria-invalid="true"',
  )
})
