import assert from 'node:assert/strict'
import { createPublicClient, custom } from 'viem'
import { problemOf } from './calls.ts'
import type { Chain } from './chain.ts'
import type { ChainPayment } from './payment.ts'

const address = `0x${'11'.repeat(20)}` as const
const payment = {
  operator: address,
  payer: address,
  receiver: address,
  token: address,
  collector: address,
  max_amount_minor: '1',
  pre_approval_expiry: 1,
  authorization_expiry: 2,
  refund_expiry: 3,
  min_fee_bps: 0,
  max_fee_bps: 0,
  fee_receiver: address,
  salt: '1',
} as unknown as ChainPayment

function chainThatAnswers(answer: () => unknown): Chain {
  const request = async () => await answer()
  const node = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  return { escrow: address, nodes: [node] } as unknown as Chain
}
const act = { kind: 'void', amount_minor: '1', fee_bps: 0, payment } as const

Deno.test('the words of the escrow are the problem of an act', async () => {
  const refused = { code: 3, message: 'execution reverted: frozen' }
  assert.equal(
    await problemOf(
      chainThatAnswers(() => '0x'),
      act,
    ),
    null,
  )
  assert.match(
    String(
      await problemOf(
        chainThatAnswers(() => Promise.reject(refused)),
        act,
      ),
    ),
    /frozen/,
  )
})

Deno.test('a node that does not answer is no problem of the act', async () => {
  const lost = Object.assign(new Error('fetch failed'), { code: -32603 })
  await assert.rejects(
    problemOf(
      chainThatAnswers(() => Promise.reject(lost)),
      act,
    ),
  )
})
