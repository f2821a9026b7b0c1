import assert from 'node:assert/strict'
import { parseTransaction, type Hex } from 'viem'
import { MOST_GAS } from '../_shared/chain/calls.ts'
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

/** Runs settle-chain with one act; returns the transactions that it stored, and the faults. */
async function settle(nodes: object[], given: Partial<Act>) {
  const stored: Hex[] = []
  const faults: string[] = []
  const act: Act = {
    id: 1,
    kind: 'capture',
    amount_minor: '5000000',
    fee_bps: 0,
    state: 'decided',
    payment,
    may_replace: false,
    transactions: [],
    ...given,
  }
  const book: Book = {
    claim: () => Promise.resolve({ acts: [act], nonces: { [operator ?? '']: 0 } }),
    store: (_, bytes) => Promise.resolve(stored.push(bytes.raw) > 0),
    report: () => Promise.resolve(),
  }
  const log = (fault: string) => void faults.push(fault)
  await settleChain({ ...chain, nodes: nodes as never }, book, Date.now() + 10_000, log)
  return { stored: stored.map((raw) => parseTransaction(raw)), faults }
}

/** An act with a stored transaction that may be replaced. */
const before = (raw: Hex, fee_per_gas: string): Partial<Act> => ({
  state: 'signed',
  may_replace: true,
  transactions: [{ nonce: 0, raw, tx_hash: '0x01', fee_per_gas }],
})

Deno.test('an authorization whose gas every node refuses is replaced by one within the limit', async () => {
  const raw = await chain.operators.get(payment.operator)?.signTransaction({
    type: 'eip1559',
    chainId: 8453,
    nonce: 0,
    gas: 45_000_000n,
    maxFeePerGas: 2n,
  })
  const { stored, faults } = await settle([node], {
    kind: 'authorize',
    ...before(raw ?? '0x', '2'),
  })
  assert.deepEqual([stored.map(({ gas }) => gas), faults], [[MOST_GAS], []])
})

/** A node that accepts the act and asks for these fees. */
const nodeThatAsks = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => ({
  ...node,
  call: () => Promise.resolve({}),
  estimateFeesPerGas: () => Promise.resolve({ maxFeePerGas, maxPriorityFeePerGas }),
})
const gwei = 10n ** 9n
const absurd = nodeThatAsks(10n ** 16n, 10n ** 16n)

Deno.test('the lowest fee that a node asks for gas is paid', async () => {
  const { stored } = await settle([absurd, nodeThatAsks(2n * gwei, gwei)], {})
  assert.deepEqual(
    stored.map((each) => [each.maxFeePerGas, each.maxPriorityFeePerGas, each.gas]),
    [[2n * gwei, gwei, MOST_GAS]],
  )
})

Deno.test('no transaction is signed for more than 20 times the base fee', async () => {
  const { stored, faults } = await settle([absurd], {})
  assert.deepEqual([stored, faults], [[], ['The nodes ask too much for gas.']])
  const high = await settle([nodeThatAsks(2100n * gwei, 100n * gwei)], {})
  assert.equal(high.stored.length, 1)
})

Deno.test('a replacement above the fee limit is not signed, and the earlier transaction is sent again', async () => {
  const sent: Hex[] = []
  const sendRawTransaction = ({ serializedTransaction }: { serializedTransaction: Hex }) =>
    Promise.resolve(sent.push(serializedTransaction))
  const cheap = { ...nodeThatAsks(2n * gwei, gwei), sendRawTransaction }
  const { stored } = await settle([cheap], before('0x01', String(18n * gwei)))
  assert.deepEqual([stored, sent], [[], ['0x01']])
  const { stored: [next] = [] } = await settle([cheap], before('0x01', String(8n * gwei)))
  assert.deepEqual([next?.maxFeePerGas, next?.maxPriorityFeePerGas], [9n * gwei, 9n * gwei])
})
