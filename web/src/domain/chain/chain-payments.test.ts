import { expect, test } from 'vitest'
import { walletsByState } from './creator-wallets.ts'
import { explorerPage, networkName, shortAddress } from './networks.ts'
import { failureOf, signedPayment, actStepOf, type ChainAct } from './chain-payments.ts'

const at = '2026-11-27T00:00:00Z'

test('signedPayment prefers an open payment to a closed one and ignores unsigned payments', () => {
  const prepared = { signed_at: null, closed_at: null }
  const lost = { signed_at: at, closed_at: at }
  const open = { signed_at: at, closed_at: null }
  expect(signedPayment([prepared, open, lost])).toBe(open)
  expect(signedPayment([lost, open])).toBe(open)
  expect(signedPayment([prepared, lost])).toBe(lost)
  expect(signedPayment([prepared])).toBeUndefined()
})

test('a payment is lost when its authorization failed, and returned when the escrow gives it back', () => {
  const acts = (...states: string[]) => ({
    acts: states.map((text) => {
      const [kind = '', state = ''] = text.split(' ')
      return { kind, state } as Pick<ChainAct, 'kind' | 'state'>
    }),
  })
  expect(failureOf(acts('authorize failed'))).toBe('lost')
  expect(failureOf(acts('authorize final', 'void decided'))).toBe('returned')
  expect(failureOf(acts('authorize final', 'void final'))).toBe('returned')
  expect(failureOf(acts('authorize broadcast'))).toBeNull()
})

test.each([
  ['decided', null, 'waiting'],
  ['decided', at, 'refused'],
  ['signed', null, 'waiting'],
  ['broadcast', null, 'sent'],
  ['failed', at, 'failed'],
  // A state in which staff have decided not to send the act again.
  ['given_up', at, 'given_up'],
] as const)(
  'an act on the chain in the state %s, refused since %s, has the step %s',
  (state, refused_since, step) => {
    expect(actStepOf({ kind: 'capture', state, problem: null, refused_since })).toBe(step)
  },
)

test('an act on the chain that failed because its money is not in the escrow has the step not_made', () => {
  const failed = { state: 'failed', refused_since: at } as const
  expect(actStepOf({ ...failed, kind: 'authorize', problem: 'too_late' })).toBe('not_made')
  expect(actStepOf({ ...failed, kind: 'void', problem: 'payment_lost' })).toBe('not_made')
  expect(actStepOf({ ...failed, kind: 'void', problem: 'reverted' })).toBe('failed')
})

test('an act is queued while an earlier act of its payment is refused or failed', () => {
  const next = { kind: 'capture', state: 'decided', problem: null, refused_since: null } as const
  const before = (state: ChainAct['state']) =>
    actStepOf(next, [{ ...next, state, refused_since: at }])
  expect(before('decided')).toBe('queued')
  expect(before('failed')).toBe('queued')
  expect(before('given_up')).toBe('waiting')
})

test('the newest wallet whose waiting period is over is the current one', () => {
  const wallet = (address: string, waits_until: string | null) => ({
    address,
    waits_until,
    created_at: at,
  })
  const { current, waiting } = walletsByState([
    wallet('c', at),
    wallet('b', null),
    wallet('a', null),
  ])
  expect(current?.address).toBe('b')
  expect(waiting.map(({ address }) => address)).toEqual(['c'])
})

test('a transaction on a known chain has an explorer page, and an unknown chain has neither page nor name', () => {
  expect(explorerPage(8453, 'tx', '0x1')).toBe('https://basescan.org/tx/0x1')
  expect(explorerPage(1, 'tx', '0x1')).toBeUndefined()
  expect(networkName(1)).toBe('#1')
  expect(shortAddress(`0x${'12'.repeat(20)}`)).toBe('0x1212…1212')
})
