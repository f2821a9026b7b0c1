import { expect, test } from 'vitest'
import { levelOf } from './claims.ts'

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('the authentication level is read from an access token', () => {
  const token = `h.${base64url({ aal: 'aal2', name: 'Žižkov ✓?>' })}.s`
  expect(levelOf(token)).toBe('aal2')
})

test('a token that cannot be read has the level without a second factor', () => {
  for (const token of ['', 'a.b', 'h.%%%.s', `h.${base64url('text')}.s`, `h.${base64url({})}.s`])
    expect(levelOf(token)).toBe('aal1')
})
