import { expect, test } from 'vitest'
import type { PaymentInfo } from './chain-payments.ts'
import { hashTypedData } from 'viem'
import {
  isThePayment,
  paymentHash,
  paymentsIn,
  reclaimData,
  signedNonce,
  textToSign,
} from './protocol.ts'

const PAYER = '0x2222222222222222222222222222222222222222'

const payment: PaymentInfo = {
  id: 'p1',
  order_id: 'o1',
  chain_id: 84532,
  escrow: '0xf96815976523e00e65be8f34ca5e64b4f41eb19c',
  token: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
  collector: '0x8612dfdc421f80336cd14e8ef9cb1e765db5ab88',
  operator: '0x1111111111111111111111111111111111111111',
  payer: PAYER,
  receiver: '0x3333333333333333333333333333333333333333',
  max_amount_minor: 250_000_000,
  max_fee_bps: 1_000,
  pre_approval_expiry: 1_800_000_000,
  authorization_expiry: 1_820_000_000,
  refund_expiry: 1_820_000_000,
  fee_receiver: '0x0000000000000000000000000000000000000000',
  salt: `0x${'ab'.repeat(32)}`,
  payment_hash: null,
  nonce: null,
  signed_at: null,
  closed_at: null,
  created_at: '2026-11-27T00:00:00Z',
}

const typed = {
  domain: { name: 'USDC', version: '2', chainId: 84532, verifyingContract: payment.token },
  primaryType: 'ReceiveWithAuthorization',
  message: {
    from: PAYER,
    to: payment.collector,
    value: '250000000',
    validAfter: '0',
    validBefore: '1800000000',
    nonce: signedNonce(payment),
  },
}
const meant = { payer: PAYER, amountMinor: 250_000_000 }

test('paymentHash computes the hash that the contract and the library of x402 compute', () => {
  expect(signedNonce(payment)).toBe(
    '0x176fb96bf83aebb2d42f138b182918eda12890d80cabcff91c3a2225d6d0a3b1',
  )
  expect(paymentHash(payment)).toBe(
    '0xb4d48bd3e6f73ca8122f21692e39e4086b5bc88953a86d7c19b0e05350e18922',
  )
})

test('isThePayment accepts a text to sign whose every part belongs to the payment', () => {
  expect(isThePayment(typed, payment, meant)).toBe(true)
  expect(
    isThePayment(typed, payment, { ...meant, payer: PAYER.toUpperCase().replace('X', 'x') }),
  ).toBe(true)
})

test('textToSign contains only our types and fields, even if a server sends others', () => {
  const sent = {
    ...typed,
    domain: { ...typed.domain, salt: '0x1' },
    types: { ReceiveWithAuthorization: [{ name: 'nonce', type: 'bytes32' }] },
    message: { ...typed.message, more: 1 },
  }
  const signed = JSON.parse(textToSign(sent)) as Parameters<typeof hashTypedData>[0]
  const { EIP712Domain, ReceiveWithAuthorization } = signed.types as Record<string, object[]>
  expect(EIP712Domain).toHaveLength(4)
  expect(ReceiveWithAuthorization).toHaveLength(6)
  expect(signed.message).toEqual(typed.message)
  expect(hashTypedData(signed)).toBe(
    '0x7da5ff0d6e56a743e3dcd92e02d677e387f36e0565927d24b0d4cc219fc825d6',
  )
})

test.each([
  ['another amount', { message: { ...typed.message, value: '250000001' } }],
  ['another receiver of the permission', { message: { ...typed.message, to: PAYER } }],
  ['another nonce', { message: { ...typed.message, nonce: `0x${'00'.repeat(32)}` } }],
  ['another time', { message: { ...typed.message, validBefore: '1900000000' } }],
  ['another token', { domain: { ...typed.domain, verifyingContract: PAYER } }],
  ['another chain', { domain: { ...typed.domain, chainId: 8453 } }],
  ['another kind of message', { primaryType: 'TransferWithAuthorization' }],
])('a text to sign is refused if it contains %s', (_what, change) => {
  expect(isThePayment({ ...typed, ...change }, payment, meant)).toBe(false)
})

test.each([
  ['another fee than the nonce', { max_fee_bps: 9_000 }],
  ['another creator than the nonce', { receiver: PAYER }],
  ['an escrow that the client does not know', { escrow: PAYER }],
  ['a chain that the client does not know', { chain_id: 1 }],
])('a payment is refused if it contains %s', (_what, change) => {
  const other = { ...payment, ...change }
  expect(isThePayment(typed, other, meant)).toBe(false)
  const domain = { ...typed.domain, chainId: other.chain_id }
  const message = { ...typed.message, nonce: signedNonce(other) }
  const isOfUnknown = 'escrow' in change || 'chain_id' in change
  expect(isThePayment({ ...typed, domain, message }, other, meant)).toBe(!isOfUnknown)
})

test('paymentsIn finds each payment once in a saved payment file and in the data export of a member', () => {
  expect(paymentsIn(JSON.stringify(payment))).toEqual([payment])
  const all = { orders: [{ chain_payments: [payment, { ...payment, salt: '7' }, payment] }] }
  expect(paymentsIn(JSON.stringify([all])).map(({ salt }) => salt)).toEqual([payment.salt, '7'])
})

test.each(['', 'hello', '{}', 'null', JSON.stringify({ ...payment, payer: 'me' })])(
  'paymentsIn finds no payment in the text %j',
  (text) => expect(paymentsIn(text)).toEqual([]),
)

test('the data of a reclaim transaction contains all twelve fields of the payment', () => {
  expect(reclaimData(payment)).toMatch(/^0x[0-9a-f]{8}(?:[0-9a-f]{64}){12}$/)
})
