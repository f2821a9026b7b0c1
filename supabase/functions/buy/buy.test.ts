import assert from 'node:assert/strict'
import { readWanted } from './buy.ts'

const id = '0a8f9c52-6c1c-4e6e-8f0a-2f3b6a3c1d10'
const wanted = { pack_id: id, brief: 'Please.', terms: 'x', idempotency_key: id }

Deno.test('the refusal of a request names the fields that are missing or that Postgres cannot store', () => {
  assert.deepEqual(readWanted(wanted), { ...wanted, tier: null, extras: [] })
  const fieldsOf = (body: Record<string, unknown>) => {
    try {
      return readWanted(body)
    } catch (error) {
      const { status, token, details } = error as { status: number; token: string; details: object }
      return { status, token, ...details }
    }
  }
  const refused = { status: 422, token: 'invalid_body' }
  assert.deepEqual(fieldsOf({ pack_id: id }), {
    ...refused,
    fields: ['brief', 'terms', 'idempotency_key'],
  })
  for (const text of ['a\u0000b', '\ud800', 7])
    assert.deepEqual(fieldsOf({ ...wanted, brief: text, tier: text, extras: ['a', text] }), {
      ...refused,
      fields: ['brief', 'tier', 'extras'],
    })
})
