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

test('if the reader lost money after the end of an order, the text says that instead of where the money went', () => {
  for (const status of ORDER_STATUSES.filter(isFinal)) {
    for (const side of ['brand', 'kol'] as const) {
      const texts = (lostMinor: number) => stateTexts(order(status), side, { ...facts, lostMinor })
      expect(texts(1)).toEqual([`order-states:${status}_${side}_title`, `later_${side}`])
      expect(texts(0)[1]).toBe(`order-states:${status}_${side}_text`)
      expect(texts(-1)[1]).toBe(`order-states:${status}_${side}_text`)
    }
  }
})

test('a brand reads that the escrow on a chain returned money that it could not pay to the creator', () => {
  const given = { ...facts, lostMinor: -1 }
  expect(stateTexts(order('completed', 'USDC'), 'brand', given)[1]).toBe('later_brand')
})

test('the text for an order that was cancelled before it was paid mentions no refund', () => {
  for (const side of ['brand', 'kol'] as const) {
    const texts = (isUnpaid: boolean) =>
      stateTexts(order('cancelled'), side, { ...facts, isUnpaid })
    expect(texts(true)[1]).toBe('cancel_unpaid_text')
    expect(texts(false)[1]).toBe(`order-states:cancelled_${side}_text`)
  }
})

test('the text for an order that a chargeback ended mentions the chargeback', () => {
  const ended = { ...facts, isChargedBack: true, lostMinor: 5 }
  expect(stateTexts(order('cancelled'), 'brand', ended)[1]).toBe('charged_back_brand')
})

test("an unpaid order from the creator's offer has a text of its own, which mentions no acceptance", () => {
  const unpaid = { ...order('pending_payment'), starts_when_paid: true }
  expect(stateTexts(unpaid, 'brand', facts)).toEqual([
    'order-states:pending_payment_offer_brand_title',
    'order-states:pending_payment_offer_brand_text',
  ])
})

test('the text for a side of a dispute depends on whether it has made a statement, only a proposal, or neither', () => {
  const texts = (hasSpoken: boolean, hasTold: boolean) =>
    stateTexts(order('disputed'), 'kol', { ...facts, hasSpoken, hasTold })
  expect(texts(true, true)).toEqual(['order-states:disputed_kol_title', 'dispute_spoken'])
  expect(texts(true, false)[1]).toBe('dispute_proposed')
  expect(texts(false, false)[1]).toBe('order-states:disputed_kol_text')
})

test('the text for a creator says so if the earnings are on hold because the payment is disputed', () => {
  for (const status of ORDER_STATUSES.filter(isFinal)) {
    const texts = stateTexts(order(status), 'kol', { ...facts, waitingMinor: 1 })
    expect(texts).toEqual([`order-states:${status}_kol_title`, 'waits_kol'])
  }
})

test('the text for a creator promises no payout in a currency that is not paid out', () => {
  const done = { ...order('completed'), currency: 'EUR' as 'USD' }
  expect(stateTexts(done, 'kol', facts)[1]).toBe('completed_not_paid_out')
  expect(stateTexts(order('completed'), 'kol', facts)[1]).toBe('order-states:completed_kol_text')
  expect(stateTexts(order('completed', 'USDC'), 'kol', facts)[1]).toBe(
    'order-states:completed_kol_text',
  )
  expect(stateTexts(done, 'brand', facts)[1]).toBe('order-states:completed_brand_text')
})
