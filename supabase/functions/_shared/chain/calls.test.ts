import assert from 'node:assert/strict'
import { createPublicClient, custom, numberToHex } from 'viem'
import { MOST_GAS, problemOf } from './calls.ts'
import type { Chain } from './chain.ts'
import type { ChainPayment } from './payment.ts'

const address = `0x${'11'.repeat(20)}` as const
const token = `0x${'22'.repeat(20)}` as const
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
  max_fee_bps: 0,
  fee_receiver: address,
  salt: '1',
} as unknown as ChainPayment

type Answer = (to: string, gas?: string) => unknown

function chainThatAnswers(...answers: Answer[]): Chain {
  const nodes = answers.map((answer) => {
    const request = async ({ params }: { params?: { to?: string; gas?: string }[] }) =>
      await answer(params?.[0]?.to ?? '', params?.[0]?.gas)
    return createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  })
  return {
    escrow: address,
    token,
    nodes,
    operators: new Map([[address, null]]),
  } as unknown as Chain
}
const act = { kind: 'void', amount_minor: '1', fee_bps: 0, payment } as const
const refuse = () => Promise.reject({ code: 3, message: 'execution reverted: frozen' })

Deno.test('problemOf returns the error that the escrow would raise for an act, or null', async () => {
  const fine = chainThatAnswers(() => '0x')
  assert.equal(await problemOf(fine, act), null)
  assert.match(String(await problemOf(chainThatAnswers(refuse), act)), /frozen/)
})

Deno.test('no money enters the escrow for a receiver whom the token refuses', async () => {
  const chain = chainThatAnswers((to) => (to === token ? refuse() : '0x'))
  assert.equal(await problemOf(chain, act), null)
  const authorize = { ...act, kind: 'authorize' } as const
  assert.equal(await problemOf(chain, authorize), 'The receiver takes no token.')
})

Deno.test('an act that would use more gas than the limit has a problem', async () => {
  for (const message of ['EVM error OutOfGas', 'out of gas: gas exhausted: 1000000']) {
    const chain = chainThatAnswers((_, gas) =>
      gas === numberToHex(MOST_GAS) ? Promise.reject({ code: -32000, message }) : '0x',
    )
    assert.equal(await problemOf(chain, act), 'Too much gas.')
  }
})

const isLost = () => Promise.reject(Object.assign(new Error('fetch failed'), { code: -32603 }))

Deno.test('a node that does not answer causes a network error, not a refusal of the act', async () => {
  await assert.rejects(problemOf(chainThatAnswers(isLost), act), /fetch failed/)
})

Deno.test('an act is refused only if every node refuses it', async () => {
  const fine = () => '0x'
  assert.match(String(await problemOf(chainThatAnswers(refuse, refuse), act)), /frozen/)
  for (const other of [refuse, isLost]) {
    assert.equal(await problemOf(chainThatAnswers(other, fine), act), null)
    assert.equal(await problemOf(chainThatAnswers(fine, other), act), null)
  }
  await assert.rejects(problemOf(chainThatAnswers(refuse, isLost), act), /fetch failed/)
})
