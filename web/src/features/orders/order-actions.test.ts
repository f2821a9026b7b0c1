import { describe, expect, it } from 'vitest'
import { ORDER_STATUSES } from '@/domain/orders/orders.ts'
import { actionsOf, waitsFor, type OrderAction, type OrderFacts } from './order-actions.ts'

const now = new Date('2025-06-10T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

const facts = (change: Partial<OrderFacts>): OrderFacts => ({
  status: 'funded',
  side: 'brand',
  revisionsAllowed: 2,
  revisionsUsed: 0,
  reviewExtended: false,
  cancelRequestedBy: null,
  dueAt: null,
  completedAt: null,
  isOffered: false,
  reviewed: false,
  ...change,
})
const may = (change: Partial<OrderFacts>) => actionsOf(facts(change), now)

describe('what each side may do', () => {
  it('only the brand pays, only the creator accepts', () => {
    expect(may({ status: 'pending_payment' })).toContain('pay')
    expect(may({ status: 'pending_payment', side: 'kol' })).toEqual([])
    expect(may({ side: 'kol' })).toEqual(['accept', 'decline'])
    expect(may({})).toEqual(['cancel'])
  })

  it('a revision is offered while some are left', () => {
    expect(may({ status: 'delivered', revisionsUsed: 1 })).toContain('request_revision')
    expect(may({ status: 'delivered', revisionsUsed: 2 })).not.toContain('request_revision')
  })

  it('the review is extended once', () => {
    expect(may({ status: 'delivered' })).toContain('extend')
    expect(may({ status: 'delivered', reviewExtended: true })).not.toContain('extend')
  })

  it('the brand cancels alone only 24 hours after the due time', () => {
    const at = (hours: number) => may({ status: 'in_progress', dueAt: hoursAgo(hours) })
    expect(at(23.9)).toEqual(['request_cancel', 'dispute'])
    expect(at(24)).toEqual(['cancel', 'dispute'])
    expect(may({ status: 'in_progress', side: 'kol', dueAt: hoursAgo(48) })).not.toContain('cancel')
  })

  it('a requested cancellation is agreed to by the other side only', () => {
    const asked = { status: 'in_progress', cancelRequestedBy: 'brand' } as const
    expect(may({ ...asked, side: 'kol' })).toContain('agree_cancel')
    expect(may({ ...asked, side: 'brand' })).toEqual(['dispute'])
  })

  it('a settlement is accepted when the other side proposed one', () => {
    expect(may({ status: 'disputed', isOffered: true })).toContain('accept_settlement')
    expect(may({ status: 'disputed', side: 'kol', isOffered: true })).toContain('accept_settlement')
    expect(may({ status: 'disputed' })).toEqual(['propose_settlement'])
  })

  it('a review is written once, within 14 days', () => {
    const done = { status: 'completed', completedAt: hoursAgo(14 * 24 - 1) } as const
    expect(may(done)).toEqual(['review'])
    expect(may({ ...done, reviewed: true })).toEqual([])
    expect(may({ ...done, completedAt: hoursAgo(14 * 24) })).toEqual([])
  })

  it('nothing moves money after the end', () => {
    const ends: OrderAction[] = []
    for (const status of ['declined', 'cancelled', 'expired'] as const)
      for (const side of ['brand', 'kol'] as const) ends.push(...may({ status, side }))
    expect(ends).toEqual([])
  })
})

describe('waitsFor', () => {
  it('names a side for every open state and none for the others', () => {
    const open = ORDER_STATUSES.filter((status) => waitsFor(status) !== null)
    expect(open).toEqual([
      'pending_payment',
      'funded',
      'in_progress',
      'delivered',
      'in_revision',
      'disputed',
    ])
  })
})
