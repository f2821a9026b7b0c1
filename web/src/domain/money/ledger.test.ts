import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import payments from '@/locales/en/payments.json'
import {
  amountsOf,
  balanceTable,
  EVENT_GROUPS,
  eventKey,
  eventOf,
  eventGroupsOf,
  type MoneyMove,
  type MoneyPlace,
} from './ledger.ts'

const move = (parts: MoneyMove['parts']): MoneyMove => ({
  transfer_id: 1,
  created_at: '2025-06-10T12:00:00+00:00',
  event: 'clearing',
  order_id: null,
  order_number: null,
  pack_title: null,
  partner_name: null,
  currency: 'USD',
  parts,
  balance_minor: 0,
})
const part = (kind: MoneyPlace, amount_minor: number) => ({ kind, amount_minor })

describe('eventOf', () => {
  const shown = (...parts: MoneyMove['parts']) => {
    const { moved, changed } = eventOf(move(parts))
    return [
      ...moved.map(({ from, to, amount_minor }) => `${from} > ${to} ${amount_minor}`),
      ...changed.map(({ kind, amount_minor }) => `${kind} ${amount_minor}`),
    ]
  }

  it('eventOf shows money between accounts of the member as moved, and other money as gained or spent', () => {
    expect(shown(part('escrow', 100), part('wallet', -100))).toEqual(['wallet > escrow 100'])
    expect(shown(part('wallet', 100))).toEqual(['wallet 100'])
    expect(shown(part('escrow', -755), part('wallet', 455))).toEqual([
      'escrow > wallet 455',
      'escrow -300',
    ])
  })

  it('eventOf shows which parts of a payment into escrow came from the card and from the wallet', () => {
    const escrow = [part('escrow', 755), part('wallet', -755)]
    expect(shown(...escrow, part('card', -530), part('wallet', 530))).toEqual([
      'wallet > escrow 225',
      'card > escrow 530',
    ])
  })

  it("eventOf shows the brand's fee apart from the price, in a payment and in a refund", () => {
    const escrow = [part('escrow', 1000), part('fee', 30), part('wallet', -1030)]
    expect(shown(...escrow, part('card', -1030), part('wallet', 1030))).toEqual([
      'card > escrow 1000',
      'card > fee 30',
    ])
    expect(shown(part('escrow', -1000), part('fee', -30), part('wallet', 1030))).toEqual([
      'escrow > wallet 1000',
      'fee > wallet 30',
    ])
    expect(shown(part('escrow', -10_000), part('fee', -334), part('wallet', 7001))).toEqual([
      'escrow > wallet 6667',
      'fee > wallet 334',
      'escrow -3333',
    ])
  })

  it('eventOf changes each account by the same amount as the ledger', () => {
    const places = ['wallet', 'escrow', 'pending', 'available'] as const
    const some = fc.array(
      fc.record({
        kind: fc.constantFrom(...places),
        amount_minor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      }),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(some, (parts) => {
        const { moved, changed } = eventOf(move(parts))
        for (const place of places) {
          const moves = [
            ...moved.map((each) => (each.to === place ? each.amount_minor : 0)),
            ...moved.map((each) => (each.from === place ? -each.amount_minor : 0)),
            ...changed.map((each) => (each.kind === place ? each.amount_minor : 0)),
          ]
          const booked = parts.filter(({ kind }) => kind === place)
          expect(moves.reduce((sum, each) => sum + each, 0)).toBe(
            booked.reduce((sum, each) => sum + each.amount_minor, 0),
          )
        }
      }),
    )
  })
})

test('a kind of account without an amount is shown as zero dollars, even if the member has money on a chain', () => {
  const escrow = { currency: 'USDC', kind: 'escrow', amount_minor: 7 } as const
  expect(amountsOf('escrow', [escrow])).toEqual([escrow])
  expect(amountsOf('wallet', [escrow])).toEqual([{ currency: 'USD', amount_minor: 0 }])
})

describe('balanceTable', () => {
  it('balanceTable shows the main accounts of the role, and any other account that holds money', () => {
    expect(balanceTable('kol', [])).toEqual([
      {
        currency: 'USD',
        amounts: [
          { kind: 'available', amount: 0 },
          { kind: 'pending', amount: 0 },
          { kind: 'in_transit', amount: 0 },
        ],
      },
    ])
    const table = balanceTable('kol', [
      { currency: 'USDC', kind: 'pending', amount_minor: 7 },
      { currency: 'USDC', kind: 'wallet', amount_minor: 1 },
      { currency: 'USD', kind: 'escrow', amount_minor: 0 },
    ])
    expect(table.map((each) => each.currency)).toEqual(['USD', 'USDC'])
    expect(table[0]?.amounts.map((each) => each.kind)).toEqual([
      'available',
      'pending',
      'in_transit',
    ])
    expect(table[1]?.amounts.at(-1)).toEqual({ kind: 'wallet', amount: 1 })
  })
})

test('a payout from the wallet of a brand is called a return', () => {
  const words = (event: string) => payments[eventKey(event, 'brand').slice(9) as 'event_refund']
  const events = Object.keys(payments).flatMap(
    (key) => /^event_(payout_[a-z]+)$/.exec(key)?.[1] ?? [],
  )
  expect(events.length).toBeGreaterThan(4)
  for (const event of events) expect(words(event)).toMatch(/^Return/)
  expect(words('refund')).toBe(payments.event_refund)
  expect(eventKey('payout_sent', 'kol')).toBe('payments:event_payout_sent')
})

test('each event of the ledger is in exactly one group of the filter', () => {
  const named = Object.keys(payments).flatMap(
    (key) => /^event_(.+?)(?:_brand)?$/.exec(key)?.[1] ?? [],
  )
  const grouped = Object.values(EVENT_GROUPS).flat()
  expect(grouped.toSorted()).toEqual([...new Set(named)].toSorted())
  expect(new Set([...eventGroupsOf('brand'), ...eventGroupsOf('kol')]).size).toBe(
    Object.keys(EVENT_GROUPS).length,
  )
})
