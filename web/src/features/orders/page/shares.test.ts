import { expect, test } from 'vitest'
import type { OrderMoney } from '@/domain/money/split.ts'
import { ORDER_STATUSES, isFinal, phaseOf, type OrderStatus } from '@/domain/orders/orders.ts'
import { sharesOf } from './shares.ts'

const money = (more: Partial<OrderMoney> = {}) =>
  ({
    is_paid: true,
    total_minor: 33_000,
    creator_minor: 27_000,
    brand_minor: 0,
    ...more,
  }) as OrderMoney
const shown = (
  status: OrderStatus,
  creator_share_minor: number | null = null,
  more: Partial<OrderMoney> = {},
  currency: 'USD' | 'USDC' = 'USD',
) =>
  sharesOf(
    { status, creator_share_minor, currency, payment_disputed_at: null },
    'brand',
    money(more),
  )?.map(({ side, does, minor }) => `${side} ${does} ${minor}`) ?? null

test('an open order shows what the brand pays and what the creator gets', () => {
  for (const status of ORDER_STATUSES.filter((each) => phaseOf(each) === 'open'))
    expect(shown(status)).toEqual(['brand pays 33000', 'kol gets 27000'])
})

test('a dispute shows no amounts before its ruling, and then those of the ruling', () => {
  for (const status of ORDER_STATUSES.filter((each) => phaseOf(each) === 'disputed')) {
    expect(shown(status)).toBeNull()
    expect(shown(status, 10_000, { creator_minor: 9_000, brand_minor: 23_000 })).toEqual([
      'brand gets_back 23000',
      'kol gets 9000',
    ])
  }
})

test('an order that is over shows where the money went, and no amounts if it was never paid', () => {
  for (const status of ORDER_STATUSES.filter(isFinal)) {
    expect(shown(status, null, { creator_minor: 0, brand_minor: 33_000 })).toEqual([
      'brand gets_back 33000',
      'kol gets 0',
    ])
    expect(shown(status, null, { is_paid: false })).toEqual([])
  }
  expect(shown('completed')).toEqual(['brand pays 33000', 'kol gets 27000'])
})

test('an open order shows no amounts while the bank decides about the payment', () => {
  const order = {
    creator_share_minor: null,
    currency: 'USD',
    payment_disputed_at: '2026-01-01',
  } as const
  expect(sharesOf({ ...order, status: 'delivered' }, 'kol', money())).toBeNull()
  expect(sharesOf({ ...order, status: 'completed' }, 'kol', money())).not.toBeNull()
})

test('the amount of the reader is listed before the amount of the other side', () => {
  const shares = sharesOf(
    { status: 'delivered', creator_share_minor: null, currency: 'USD', payment_disputed_at: null },
    'kol',
    money(),
  )
  expect(shares?.[0]?.side).toBe('kol')
})

test('if an escrow on a chain did not pay the creator, only the amount of the reader is shown', () => {
  const split = { creator_minor: 9_000, brand_minor: 10_000 }
  expect(shown('cancelled', null, { ...split, later_minor: 10_000 }, 'USDC')).toEqual([
    'brand gets_back 20000',
  ])
  // The change by a chargeback is listed separately, and does not change the shares with which the order ended.
  expect(shown('cancelled', null, { ...split, later_minor: 10_000 })).toHaveLength(2)
})
