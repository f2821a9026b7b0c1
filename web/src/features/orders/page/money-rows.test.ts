import { expect, test } from 'vitest'
import type { OrderMoney } from '@/domain/money/split.ts'
import type { OrderStatus } from '@/domain/orders/orders.ts'
import { moneyRows } from './money-rows.ts'

// A price of 300.00 in milestones, of which one of 100.00 is paid; each side pays a fee of 10 %.
const money: OrderMoney = {
  currency: 'USD',
  is_paid: true,
  total_minor: 33_000,
  held_fee_minor: 3_000,
  share_minor: 30_000,
  creator_minor: 27_000,
  creator_fee_minor: 3_000,
  brand_minor: 0,
  buyer_fee_minor: 3_000,
  wallet_minor: 3_000,
  provider_minor: 30_000,
  released_creator_minor: 9_000,
  released_fee_minor: 1_000,
  released_buyer_fee_minor: 1_000,
  later_minor: 0,
  disputed_minor: 0,
}
const order = (status: OrderStatus, released_minor: number) => ({
  status,
  currency: 'USD' as const,
  price_minor: 30_000,
  buyer_fee_minor: 3_000,
  released_minor,
  payment_disputed_at: null,
})
const shown = (rows: ReturnType<typeof moneyRows>) =>
  rows.map(({ label, minor }) => `${label.replace(/^.*[:.]/, '')} ${minor}`)

test('a creator reads only the price while the bank decides about the payment', () => {
  const disputed = { ...order('in_progress', 0), payment_disputed_at: '2026-01-01' }
  expect(shown(moneyRows(disputed, 'kol', money))).toEqual(['price 30000'])
})

test('a creator reads the pay of accepted milestones apart from the amount that is still to be earned', () => {
  const rows = moneyRows(order('in_progress', 10_000), 'kol', money)
  expect(shown(rows)).toEqual(['price 30000', 'fee -3000', 'you_earned 9000', 'you_earn 18000'])
  const before = { ...money, released_creator_minor: 0, released_fee_minor: 0 }
  expect(shown(moneyRows(order('in_progress', 0), 'kol', before))).toEqual([
    'price 30000',
    'fee -3000',
    'you_earn 27000',
  ])
})

test('in a dispute a creator reads the pay of accepted milestones, but no future earnings', () => {
  expect(shown(moneyRows(order('disputed', 10_000), 'kol', money))).toEqual([
    'price 30000',
    'you_earned 9000',
  ])
})

test("a brand reads accepted milestones with their part of the brand's fee apart from the held money", () => {
  const rows = moneyRows(order('in_progress', 10_000), 'brand', money)
  expect(shown(rows)).toEqual([
    'price 30000',
    'buyer_fee 3000',
    'total 33000',
    'paid_wallet 3000',
    'paid_card 30000',
    'milestone_accepted 11000',
    'escrow 20000',
    'held_fee 2000',
  ])
})

test('an order that is over shows its cost and no held money', () => {
  expect(
    shown(moneyRows(order('completed', 30_000), null, { ...money, wallet_minor: null })),
  ).toEqual(['price 30000', 'buyer_fee 3000', 'total 33000', 'paid_card 30000'])
})
