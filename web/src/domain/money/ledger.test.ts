import { describe, expect, it } from 'vitest'
import {
  balanceTable,
  byTransfer,
  cutToWhole,
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

  it('end when there is nothing', () => {
    expect(cutToWhole([], 4)).toEqual({ lines: [], hasMore: false })
  })
})

describe('byTransfer', () => {
  it('shows an event once with its parts, and no zeros', () => {
    const events = byTransfer([...lines, line(0, 'wallet', 0)])
    expect(events.map((event) => [event.transfer_id, event.parts.length])).toEqual([
      [3, 2],
      [2, 1],
      [1, 2],
    ])
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
