import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '@/domain/orders/orders.ts'
import type { Delivery } from '../queries.ts'
import {
  escrowContext,
  isRulingReplaced,
  workToJudge,
  spokenSides,
  turnInDispute,
  portfolioWorkFrom,
} from './order-view.ts'

test.each([
  ['in_progress', 'brand'],
  ['disputed', 'disputed'],
  ['awaiting_ruling', 'disputed'],
  ['ruled', 'ruled'],
  ['appealed', 'appealed'],
] as const)(
  'the text about escrow for an order in the state %s has the variant "%s"',
  (status, context) => {
    expect(escrowContext({ status, payment_disputed_at: null }, 'brand')).toBe(context)
  },
)

test.each(['funded', 'delivered', 'ruled'] as const)(
  'the text about escrow for an order in the state %s says so if the bank decides about its payment',
  (status) => {
    const order = { status, payment_disputed_at: '2026-01-01T00:00:00+00:00' }
    expect(escrowContext(order, 'kol')).toBe('payment_disputed')
  },
)

test.each([
  [null, false],
  [500, false],
  [600, true],
  [0, true],
])(
  'a ruling with a share of 500 is replaced on an order with the share %s: %s',
  (creator_share_minor, expected) => {
    expect(isRulingReplaced({ creator_share_minor: 500 }, { creator_share_minor })).toBe(expected)
  },
)

test('in a dispute a side without a statement or proposal has to act, and after both sides staff', () => {
  const order = { brand_id: 'b', kol_id: 'k' }
  const said = (author_id: string, created_at: string) => ({ author_id, created_at })
  const before = said('b', '2030-01-01')
  const withdrawn = [{ kind: 'dispute_withdrawn' as const, created_at: '2030-01-02' }]
  const turn = (...args: [Parameters<typeof spokenSides>[1], string[]]) =>
    turnInDispute(
      spokenSides(
        order,
        args[0],
        args[1].map((proposed_by) => ({ proposed_by })),
        withdrawn,
      ),
    )
  expect(turn([before], [])).toBe('both')
  expect(turn([before, said('b', '2030-01-03')], [])).toBe('kol')
  expect(turn([before], ['k'])).toBe('brand')
  expect(turn([said('b', '2030-01-03')], ['k'])).toBe('staff')
})

test('workToJudge returns the newest draft or delivery with its number while the brand has to answer it', () => {
  const work = (id: string, is_draft: boolean) => ({ id, is_draft }) as Delivery
  const deliveries = [work('c', false), work('b', true), work('a', true)]
  const judged = ORDER_STATUSES.filter((status) => workToJudge({ status }, deliveries))
  expect(judged).toEqual(['draft_review', 'delivered'])
  expect(workToJudge({ status: 'delivered' }, deliveries)).toEqual({
    delivery: deliveries[0],
    number: 1,
  })
  expect(workToJudge({ status: 'draft_review' }, deliveries.slice(1))?.number).toBe(2)
  expect(workToJudge({ status: 'delivered' }, [])).toBeUndefined()
})

test('portfolioWorkFrom returns the day, the first link and all pictures of the deliveries, but nothing of drafts', () => {
  const file = (name: string, type = 'image/png') => ({ path: name, name, type, size: 1 })
  const delivery = (day: string, links: string[], files: object[], is_draft = false) =>
    ({ created_at: `${day}T10:00:00+00:00`, links, files, is_draft }) as Delivery
  const deliveries = [
    delivery('2030-05-04', [], [file('a'), file('notes', 'text/plain'), file('b')]),
    delivery('2030-05-03', ['https://x.com/1', 'https://x.com/2'], [file('c')]),
    delivery('2030-05-02', ['https://x.com/draft'], [file('draft')], true),
  ]
  const { written, pictures } = portfolioWorkFrom(deliveries)
  expect(written).toEqual({ link: 'https://x.com/1', made_on: '2030-05-04' })
  expect(pictures.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(portfolioWorkFrom([])).toEqual({ written: {}, pictures: [] })
})
