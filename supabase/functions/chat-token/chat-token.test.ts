import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { chatToken } from './chat-token.ts'

Deno.test('without a key of the chat service no token is issued', () => {
  for (const [key, secret] of [
    [undefined, undefined],
    ['key', undefined],
    [undefined, 'secret'],
  ]) {
    assert.throws(() => chatToken(key, secret, 'p1'), { status: 503, token: 'chat_not_configured' })
  }
})

Deno.test('the token is signed for one profile and ends in an hour', () => {
  const answer = chatToken('key', 'secret', 'p1', new Date('2030-01-01T00:00:00Z'))
  assert.equal(answer.apiKey, 'key')
  assert.equal(answer.userId, 'p1')
  assert.equal(answer.expiresAt, '2030-01-01T01:00:00.000Z')
  const [head = '', payload = '', signature] = answer.token.split('.')
  const claims = JSON.parse(atob(payload))
  assert.equal(claims.user_id, 'p1')
  assert.equal(claims.exp * 1000, Date.parse(answer.expiresAt))
  const expected = createHmac('sha256', 'secret').update(`${head}.${payload}`).digest('base64url')
  assert.equal(signature, expected)
})
