import { expect, test } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import { ORDER_STATUSES, isFinal } from '@/domain/orders/orders.ts'
import { stateTexts } from './state-texts.ts'

const order = (status: (typeof ORDER_STATUSES)[number], currency: Order['currency'] = 'USD') => ({
  status,
  terms: null,
  payment_disputed_at: null,
  currency,
  starts_when_paid: false,
})
const facts = {
  isChargedBack: false,
  isUnpaid: false,
  lostMinor: 0,
  waitingMinor: 0,
  hasSpoken: false,
  hasTold: false,
  suspension: null,
}

test('an order whose money went back after its end does not say where the money was', () => {
  for (const status of ORDER_STATUSES.filter(isFinal)) {
    for (const side of ['brand', 'kol'] as const) {
      const texts = (lostMinor: number) => stateTexts(order(status), side, { ...facts, lostMinor })
      expect(texts(1)).toEqual([`order-states:${status}_${side}_title`, `later_${side}`])
      expect(texts(0)[1]).toBe(`order-states:${status}_${side}_text`)
      expect(texts(-1)[1]).toBe(`order-states:${status}_${side}_text`)
    }
  }
})

test('a brand reads that the escrow gave back what it could not pay', () => {
  const given = { ...facts, lostMinor: -1 }
  expect(stateTexts(order('completed', 'USDC'), 'brand', given)[1]).toBe('later_brand')
})

test('an order that was cancelled unpaid returns nothing', () => {
  for (const side of ['brand', 'kol'] as const) {
    const texts = (isUnpaid: boolean) =>
      stateTexts(order('cancelled'), side, { ...facts, isUnpaid })
    expect(texts(true)[1]).toBe('cancel_unpaid_text')
    expect(texts(false)[1]).toBe(`order-states:cancelled_${side}_text`)
  }
})

test('an order that a chargeback ended says so', () => {
  const ended = { ...facts, isChargedBack: true, lostMinor: 5 }
  expect(stateTexts(order('cancelled'), 'brand', ended)[1]).toBe('charged_back_brand')
})

test('an unpaid offer of the creator waits for nobody but the payment', () => {
  const unpaid = { ...order('pending_payment'), starts_when_paid: true }
  expect(stateTexts(unpaid, 'brand', facts)).toEqual([
    'order-states:pending_payment_offer_brand_title',
    'order-states:pending_payment_offer_brand_text',
  ])
})

test('a side that gave a statement in a dispute is not asked for one, unless it only proposed a split', () => {
  const texts = (hasSpoken: boolean, hasTold: boolean) =>
    stateTexts(order('disputed'), 'kol', { ...facts, hasSpoken, hasTold })
  expect(texts(true, true)).toEqual(['order-states:disputed_kol_title', 'dispute_spoken'])
  expect(texts(true, false)[1]).toBe('dispute_proposed')
  expect(texts(false, false)[1]).toBe('order-states:disputed_kol_text')
})

test('earnings that may be taken back are not promised', () => {
  for (const status of ORDER_STATUSES.filter(isFinal)) {
    const texts = stateTexts(order(status), 'kol', { ...facts, waitingMinor: 1 })
    expect(texts).toEqual([`order-states:${status}_kol_title`, 'waits_kol'])
  }
})

test('no payout is promised in a currency that is not paid out', () => {
  const done = { ...order('completed'), currency: 'EUR' as 'USD' }
  expect(stateTexts(done, 'kol', facts)[1]).toBe('completed_not_paid_out')
  expect(stateTexts(order('completed'), 'kol', facts)[1]).toBe('order-states:completed_kol_text')
  expect(stateTexts(order('completed', 'USDC'), 'kol', facts)[1]).toBe(
    'order-states:completed_kol_text',
  )
  expect(stateTexts(done, 'brand', facts)[1]).toBe('order-states:completed_brand_text')
})
