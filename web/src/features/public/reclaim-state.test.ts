import { expect, test } from 'vitest'
import { reclaimState } from './reclaim-state.ts'

const NOW = 2_000_000_000
const payment = { payer: '0xAb', chain_id: 8453, authorization_expiry: NOW - 1 }
const place = { address: '0xaB', chainId: 8453, isKnown: true }
const held = { wasPaid: true, capturable: 5n, at: NOW }

test('a payer can take back an expired payment if the escrow still holds money of it', () => {
  expect(reclaimState(payment, place, held)).toBe('ready')
})

test.each([
  ['wrong_payer', payment, { ...place, address: '0xcd' }, held],
  ['wrong_network', payment, { ...place, chainId: 1 }, null],
  ['unknown_network', payment, { ...place, chainId: 1, isKnown: false }, null],
  ['never_paid', payment, place, { ...held, wasPaid: false }],
  ['nothing_left', payment, place, { ...held, capturable: 0n }],
  ['too_early', { ...payment, authorization_expiry: NOW + 1 }, place, held],
] as const)('a payment that cannot be taken back has the state %s', (state, of, at, amounts) => {
  expect(reclaimState(of, at, amounts)).toBe(state)
})
