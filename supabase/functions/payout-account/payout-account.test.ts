import assert from 'node:assert/strict'
import { readWanted } from './payout-account.ts'

Deno.test('a request may look up a payout account or open an account in a supported country, and any other request is refused', () => {
  assert.deepEqual(readWanted({ act: 'look', country: 'XX' }), { act: 'look' })
  assert.deepEqual(readWanted({ act: 'open', country: 'DE' }), { act: 'open', country: 'DE' })
  for (const country of [undefined, 1, 'de', 'TR', 'DE '])
    assert.throws(() => readWanted({ act: 'open', country }), {
      token: 'payout_country_unsupported',
    })
  for (const act of [undefined, 'close', 1])
    assert.throws(() => readWanted({ act }), { token: 'invalid_body' })
})
