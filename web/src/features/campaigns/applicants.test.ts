import { expect, test } from 'vitest'
import { onTimeShare, sortApplicants, SORTS, type Sort } from './applicants.ts'
import type { WithCreator } from './queries.ts'

const one = (kol_id: string, status: string, price_minor: number, card?: object, record?: object) =>
  ({ kol_id, status, price_minor, card, applicant_record: record }) as unknown as WithCreator

const LIST = [
  one('answered', 'declined', 100, { rating: 5, follower_total: 9 }, { orders: 4, on_time: 4 }),
  one('hidden', 'sent', 300),
  one('new', 'sent', 200, { rating: null, follower_total: 500 }, { orders: null, on_time: null }),
  one('known', 'sent', 400, { rating: 4.5, follower_total: 20 }, { orders: 4, on_time: 3 }),
]

test.each<[Sort, string]>([
  ['first', 'hidden new known answered'],
  ['price', 'new hidden known answered'],
  ['rating', 'known hidden new answered'],
  ['followers', 'new known hidden answered'],
  ['on_time', 'known hidden new answered'],
])(
  'sorted by %s, unanswered applicants come first, and in each group those without a value last',
  (by, wanted) => {
    expect(sortApplicants(LIST, by).map(({ kol_id }) => kol_id)).toEqual(wanted.split(' '))
  },
)

test('all five sort orders are tested, and a creator with too few orders has no share of work on time', () => {
  expect(SORTS).toHaveLength(5)
  expect(LIST.map(onTimeShare)).toEqual([1, null, null, 0.75])
})
