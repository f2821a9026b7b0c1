import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import payments from '@/locales/en/payments.json'
import {
  balanceTable,
  byTransfer,
  cutToWhole,
  eventKey,
  type BalanceKind,
  type LedgerLine,
} from './ledger.ts'

const line = (transfer_id: number, kind: BalanceKind, amount_minor: number): LedgerLine => ({
  transfer_id,
  created_at: '2025-06-10T12:00:00+00:00',
  event: 'clearing',
  order_id: null,
  order_number: null,
  currency: 'USD',
  kind,
  amount_minor,
  fee_minor: 0,
})
const lines = [
  line(3, 'escrow', 100),
  line(3, 'wallet', -100),
  line(2, 'wallet', 100),
  line(1, 'available', 5),
  line(1, 'pending', -5),
]

describe('pages of the ledger', () => {
  it('keep the lines of a transfer together and lose none', () => {
    const first = cutToWhole(lines.slice(0, 4), 4)
    expect(first.hasMore).toBe(true)
    expect(first.lines.at(-1)?.transfer_id).toBe(2)
    const next = cutToWhole(
      lines.filter((each) => each.transfer_id < 2),
      4,
    )
    expect([...first.lines, ...next.lines]).toEqual(lines)
    expect(next.hasMore).toBe(false)
  })

  it('keep a payment with the escrow that it filled', () => {
    const page = [
      { ...line(5, 'wallet', 1), event: 'tip' },
      { ...line(4, 'escrow', 755), event: 'escrow' },
      { ...line(3, 'wallet', 755), event: 'payment' },
    ]
    expect(cutToWhole(page, 3)).toEqual({ lines: page.slice(0, 1), hasMore: true })
  })

  it('end when there is nothing', () => {
    expect(cutToWhole([], 4)).toEqual({ lines: [], hasMore: false })
  })
})

describe('byTransfer', () => {
  const shown = (events: ReturnType<typeof byTransfer>) =>
    events.map(({ transfer_id, moved, changed }) => [
      transfer_id,
      ...moved.map(({ from, to, amount_minor }) => `${from} > ${to} ${amount_minor}`),
      ...changed.map(({ kind, amount_minor }) => `${kind} ${amount_minor}`),
    ])

  it('shows an event once, own money in another place as moved, and no zeros', () => {
    expect(shown(byTransfer([...lines, line(0, 'wallet', 0)]))).toEqual([
      [3, 'wallet > escrow 100'],
      [2, 'wallet 100'],
      [1, 'pending > available 5'],
    ])
  })

  it('shows what a settlement returned beside what it cost', () => {
    expect(shown(byTransfer([line(1, 'escrow', -755), line(1, 'wallet', 455)]))).toEqual([
      [1, 'escrow > wallet 455', 'escrow -300'],
    ])
  })

  it('shows a payment and the escrow that it filled as one, with the part of the wallet', () => {
    const payment = [
      { ...line(3, 'escrow', 755), event: 'escrow' },
      { ...line(3, 'wallet', -755), event: 'escrow' },
      { ...line(2, 'wallet', 530), event: 'payment' },
    ]
    expect(shown(byTransfer(payment))).toEqual([[3, 'wallet > escrow 225', 'card > escrow 530']])
    const later = payment.map((each) =>
      each.event === 'escrow' ? { ...each, created_at: '2025-06-11T12:00:00+00:00' } : each,
    )
    expect(shown(byTransfer(later))).toEqual([
      [3, 'wallet > escrow 755'],
      [2, 'card > wallet 530'],
    ])
  })

  it("shows the brand's fee with the price that it came with, and with a refund", () => {
    const paid = [
      { ...line(3, 'escrow', 1000), event: 'escrow' },
      { ...line(3, 'wallet', -1030), event: 'escrow', fee_minor: -30 },
      { ...line(2, 'wallet', 1030), event: 'payment' },
    ]
    expect(shown(byTransfer(paid))).toEqual([[3, 'card > escrow 1000', 'card > fee 30']])
    const back = [line(4, 'escrow', -1000), { ...line(4, 'wallet', 1030), fee_minor: 30 }]
    expect(shown(byTransfer(back))).toEqual([[4, 'escrow > wallet 1000', 'fee > wallet 30']])
  })

  it('shows the fee that came back with a part of the price apart from escrow', () => {
    const settled = [line(1, 'escrow', -10_000), { ...line(1, 'wallet', 7001), fee_minor: 334 }]
    expect(shown(byTransfer(settled))).toEqual([
      [1, 'escrow > wallet 6667', 'fee > wallet 334', 'escrow -3333'],
    ])
  })

  it('neither makes nor loses money: each place changes as the ledger says', () => {
    const part = fc.record({
      kind: fc.constantFrom<BalanceKind>('wallet', 'escrow', 'pending', 'available'),
      amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    })
    const someEvents = fc.array(
      fc.record({
        event: fc.constantFrom('payment', 'escrow', 'settlement', 'clearing'),
        parts: fc.array(part, { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(someEvents, (events) => {
        const all = events.flatMap(({ event, parts }, id) =>
          parts.map(({ kind, amount }) => ({ ...line(id, kind, amount), event })),
        )
        const found = byTransfer(all)
        for (const place of ['wallet', 'escrow', 'pending', 'available'] as const) {
          const booked = all.filter(({ kind }) => kind === place)
          const moves = found.flatMap(({ moved, changed }) => [
            ...moved.map((each) => (each.to === place ? each.amount_minor : 0)),
            ...moved.map((each) => (each.from === place ? -each.amount_minor : 0)),
            ...changed.map((each) => (each.kind === place ? each.amount_minor : 0)),
          ])
          expect(moves.reduce((sum, each) => sum + each, 0)).toBe(
            booked.reduce((sum, each) => sum + each.amount_minor, 0),
          )
        }
      }),
    )
  })
})

describe('balanceTable', () => {
  it('shows each role its places, and anything else that holds money', () => {
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

test('money that leaves a wallet is returned to a brand, and is no payout', () => {
  const words = (event: string) => payments[eventKey(event, 'brand').slice(9) as 'event_refund']
  const events = Object.keys(payments).flatMap(
    (key) => /^event_(payout_[a-z]+)$/.exec(key)?.[1] ?? [],
  )
  expect(events.length).toBeGreaterThan(4)
  for (const event of events) expect(words(event)).toMatch(/^Return/)
  expect(words('refund')).toBe(payments.event_refund)
  expect(eventKey('payout_sent', 'kol')).toBe('payments:event_payout_sent')
})
