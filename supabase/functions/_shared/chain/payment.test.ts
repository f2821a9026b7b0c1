import assert from 'node:assert/strict'
import type { PublicClient } from 'viem'
import { openChain } from './chain.ts'
import { typedDataOf, type ChainPayment } from './payment.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const payment: ChainPayment = {
  id: '',
  order_id: '',
  operator: address('1'),
  payer: address('2'),
  receiver: address('3'),
  token: address('7'),
  collector: address('c'),
  fee_receiver: address('0'),
  max_amount_minor: 250_000_000,
  max_fee_bps: 1000,
  salt: '0x05',
  pre_approval_expiry: 1,
  authorization_expiry: 2,
  refund_expiry: 2,
  payment_hash: null,
  nonce: `0x${'9'.repeat(64)}`,
  signature: null,
  closed_at: null,
}

const namesOf = (fields: { name: string }[]) => fields.map(({ name }) => name)

Deno.test('the typed data that a wallet signs declare every field of the message and of the domain', async () => {
  const readContract = ({ functionName }: { functionName: string }) =>
    Promise.resolve(functionName === 'name' ? 'USDC' : '2')
  const chain = openChain(
    {
      chainId: 84_532,
      escrow: address('e'),
      collector: address('c'),
      token: address('7'),
      feeAddress: address('f'),
      keys: [],
      confirmations: null,
    },
    [{ readContract } as unknown as PublicClient],
  )
  const { domain, types, message, primaryType } = await typedDataOf(chain, payment)
  assert.deepEqual(namesOf(types.EIP712Domain), Object.keys(domain))
  assert.deepEqual(namesOf(types[primaryType]), Object.keys(message))
})
