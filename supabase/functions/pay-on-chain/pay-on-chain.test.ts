import assert from 'node:assert/strict'
import { ExecutionRevertedError } from 'viem'
import type { Chain } from '../_shared/chain/chain.ts'
import type { ChainPayment } from '../_shared/chain/payment.ts'
import { Refusal } from '../_shared/errors.ts'
import { readWanted, sign, start, type Book } from './pay-on-chain.ts'

const order_id = '0a8f9c52-6c1c-4e6e-8f0a-2f3b6a3c1d10'
const signature = `0x${'01'.repeat(65)}` as const
const wanted = { act: 'sign', order_id, signature } as const

/** A chain whose nodes never answer; `asked` lists the requests to them. */
function countedChain() {
  const asked: string[] = []
  const node = new Proxy(
    {},
    { get: (_, name) => () => (asked.push(String(name)), Promise.reject(Error('no node'))) },
  )
  return { asked, chain: { nodes: [node], escrow: '0x0' } as unknown as Chain }
}
const unasked = () => Promise.reject(new Error('not to be asked'))
const book: Book = { count: unasked, start: unasked, name: unasked, find: unasked, sign: unasked }
const limited = { count: () => Promise.reject(new Refusal(429, 'rate_limited')) }
const payment = { id: 'p', max_amount_minor: 1 } as ChainPayment

Deno.test('a signature of the wrong form is refused', () => {
  assert.deepEqual(readWanted({ order_id, signature }), wanted)
  assert.throws(() => readWanted({ order_id, signature, payment_id: 'x' }), {
    token: 'invalid_body',
  })
  for (const wrong of ['0x', '0x12', `${signature}0`, `${signature}zz`, `0x${'01'.repeat(10_001)}`])
    assert.throws(() => readWanted({ order_id, signature: wrong }), { token: 'invalid_body' })
})

Deno.test('no chain node is asked about an order without a payment, or about a payment that is already signed', async () => {
  const { asked, chain } = countedChain()
  const none = { ...book, find: () => Promise.resolve(null) }
  await assert.rejects(sign(chain, none, wanted), { token: 'chain_payment_unknown' })
  const signed = { ...payment, signature }
  const known = { ...book, find: () => Promise.resolve(signed) }
  assert.deepEqual(await sign(chain, known, wanted), { payment: signed })
  assert.deepEqual(asked, [])
})

Deno.test('a member above the rate limit is refused before a chain node is asked', async () => {
  const { asked, chain } = countedChain()
  const known = { ...book, ...limited, find: () => Promise.resolve(payment) }
  await assert.rejects(sign(chain, known, wanted), { token: 'rate_limited' })
  await assert.rejects(start(chain, known, order_id, '0x0'), { token: 'rate_limited' })
  assert.deepEqual(asked, [])
})

Deno.test('a signature for a payment that was replaced meanwhile is refused before a chain node is asked', async () => {
  const { asked, chain } = countedChain()
  const known = { ...book, find: () => Promise.resolve({ ...payment, pre_approval_expiry: 9e9 }) }
  await assert.rejects(sign(chain, known, { ...wanted, payment_id: order_id }), {
    token: 'chain_payment_expired',
  })
  assert.deepEqual(asked, [])
})

Deno.test('if the wallet of the creator was frozen meanwhile, the refusal names the wallet and not the signature', async () => {
  const receiver = `0x${'11'.repeat(20)}` as const
  const node = { call: () => Promise.reject(new ExecutionRevertedError({})) }
  const chain = { nodes: [node], operators: new Map([[receiver, null]]) } as unknown as Chain
  const prepared = { ...payment, receiver, pre_approval_expiry: 9e9 }
  const known = {
    ...book,
    count: () => Promise.resolve(),
    find: () => Promise.resolve(prepared),
  }
  await assert.rejects(sign(chain, known, wanted), { token: 'creator_wallet_refused' })
})
