import assert from 'node:assert/strict'
import { parseTransaction, type Hex } from 'viem'
import { AUTHORIZE_GAS } from '../_shared/chain/calls.ts'
import { openChain } from '../_shared/chain/chain.ts'
import type { ChainPayment } from '../_shared/chain/payment.ts'
import { settleChain, type Act, type Book } from './settle-chain.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const node = {
  getBlockNumber: () => Promise.resolve(1n),
  estimateFeesPerGas: () => Promise.resolve({ maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }),
  sendRawTransaction: () => Promise.reject(new Error('exceeds block gas limit')),
  getTransactionReceipt: () =>
    Promise.reject(Object.assign(new Error(), { name: 'TransactionReceiptNotFoundError' })),
  getTransactionCount: () => Promise.resolve(0),
}
const settings = {
  chainId: 8453,
  escrow: address('1'),
  collector: address('2'),
  token: address('3'),
  feeAddress: address('4'),
  keys: [`0x${'1'.repeat(64)}` as const],
  confirmations: 1,
}
const chain = openChain(settings, [node] as never)
const [operator] = [...chain.operators.keys()]

Deno.test('an authorization that no node takes for its gas is replaced by one within the limit', async () => {
  const payment = {
    operator,
    payer: address('5'),
    receiver: address('6'),
    token: address('3'),
    collector: address('2'),
    max_amount_minor: 5_000_000,
    max_fee_bps: 1000,
    pre_approval_expiry: 1,
    authorization_expiry: 2,
    refund_expiry: 3,
    fee_receiver: address('0'),
    salt: '0x01',
    signature: '0x01',
  } as unknown as ChainPayment
  const raw = await chain.operators.get(payment.operator)?.signTransaction({
    type: 'eip1559',
    chainId: 8453,
    nonce: 0,
    gas: 45_000_000n,
    maxFeePerGas: 2n,
  })
  const last = { nonce: 0, raw: raw ?? '0x', tx_hash: '0x01', fee_per_gas: '2' } as const
  const act: Act = {
    id: 1,
    kind: 'authorize',
    amount_minor: '5000000',
    fee_bps: 0,
    state: 'signed',
    payment,
    may_replace: true,
    transactions: [last],
  }
  const stored: Hex[] = []
  const book: Book = {
    claim: () => Promise.resolve({ acts: [act], nonces: {} }),
    store: (_, bytes) => Promise.resolve(stored.push(bytes.raw) > 0),
    report: () => Promise.resolve(),
  }
  await settleChain(chain, book, Date.now() + 10_000, (fault) => assert.fail(fault))
  assert.deepEqual(
    stored.map((each) => parseTransaction(each).gas),
    [AUTHORIZE_GAS],
  )
})
