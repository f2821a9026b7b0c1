import { describe, expect, it } from 'vitest'
import words from '@/locales/en/notifications.json' with { type: 'json' }
import {
  isShown,
  messageToast,
  notificationToast,
  orderMoment,
  orderToast,
  isViewed,
} from './toasts.ts'

it('the toast of a message contains the name of its sender', () => {
  expect(words.new_message.replace('{{name}}', 'Ada')).toBe('New message from Ada')
})

describe('an order that changes', () => {
  const row = (status: string) => ({ status, is_completed: status === 'completed' })

  it('an order that is paid is announced to the creator but not to the brand', () => {
    expect(orderMoment('kol', row('pending_payment'), row('funded'))).toBe('order_funded')
    expect(orderMoment('kol', undefined, row('funded'))).toBe('order_funded')
    expect(orderMoment('kol', row('funded'), row('funded'))).toBeNull()
    expect(orderMoment('brand', row('pending_payment'), row('funded'))).toBeNull()
    expect(orderMoment('kol', undefined, row('pending_payment'))).toBeNull()
  })

  it('an order that is completed is announced once to the creator but not to the brand', () => {
    expect(orderMoment('kol', row('delivered'), row('completed'))).toBe('order_completed_creator')
    expect(orderMoment('kol', row('completed'), row('completed'))).toBeNull()
    expect(orderMoment('brand', row('delivered'), row('completed'))).toBeNull()
  })
})

describe('toasts', () => {
  it('a toast is shown for 5 s, of a completed order for 7 s, and leads to the page of its event', () => {
    expect(messageToast('p1', 'T')).toMatchObject({
      duration: 5000,
      actionKey: 'view',
      path: '/dashboard/messages/p1',
    })
    expect(orderToast('order_funded', 'o1', 'T')).toMatchObject({
      duration: 5000,
      actionKey: 'view_order',
      path: '/dashboard/orders/o1',
    })
    expect(orderToast('order_completed_brand', 'o1', 'T')).toMatchObject({
      duration: 7000,
      actionKey: 'review_project',
    })
  })

  const row = (type: string, event: string | null, data: object) => ({
    id: 'n',
    type,
    event,
    title: 'T',
    message: 'M',
    data,
  })

  it('the toast of a match leads to the profile, and the toast of a payment to the payments', () => {
    const match = row('new_kol_match', 'creator_matched', { profile_id: 'k' })
    expect(notificationToast(match)).toMatchObject({
      kind: 'match',
      duration: 7000,
      actionKey: 'view_profile',
      path: '/dashboard/kol-profile/k',
    })
    const payment = row('payment_received', 'order_earned', { order_id: 'o' })
    expect(notificationToast(payment)).toMatchObject({
      kind: 'payment',
      duration: 5000,
      actionKey: 'view',
      path: '/dashboard/payments',
    })
  })

  it('the toast of any other notification leads to its page for 5 s, and without an event for 4 s', () => {
    expect(notificationToast(row('order_update', 'order_delivered', { order_id: 'o' }))).toEqual({
      id: 'notification-n',
      kind: 'update',
      title: 'T',
      text: 'M',
      duration: 5000,
      actionKey: 'view_order',
      path: '/dashboard/orders/o',
    })
    expect(notificationToast(row('file_removed', null, {}))).toMatchObject({
      kind: 'update',
      duration: 4000,
      actionKey: 'view',
      path: '/dashboard/notifications',
    })
  })

  it('the toast of a notification about a paid or completed order has the same id as that of the order', () => {
    const update = (event: string) =>
      notificationToast(row('order_update', event, { order_id: 'o' }))
    expect(update('order_funded')).toMatchObject({ id: 'order_funded-o', kind: 'order' })
    expect(update('order_completed_brand')).toMatchObject({
      id: 'order_completed_brand-o',
      kind: 'completion',
      duration: 7000,
    })
  })
})

describe('isShown', () => {
  const about = (kind: 'update' | 'completion') => ({ kind, path: '/dashboard/orders/o' })
  it('isShown is true if the page of the event is open and visible', () => {
    expect(isShown(about('update'), '/dashboard/orders/o', true)).toBe(true)
    expect(isShown(about('update'), '/dashboard/orders/o', false)).toBe(false)
    expect(isShown(about('update'), '/dashboard/orders', true)).toBe(false)
  })
  it('isShown is false for a completed order, which is announced on every page', () => {
    expect(isShown(about('completion'), '/dashboard/orders/o', true)).toBe(false)
  })
})

it('isViewed is true while the conversation or the order of a message is open and visible', () => {
  const message = { sender_id: 'p1', order_id: 'o1' }
  expect(isViewed(message, '/dashboard/messages/p1', true)).toBe(true)
  expect(isViewed(message, '/dashboard/messages/p1', false)).toBe(false)
  expect(isViewed(message, '/dashboard/messages', true)).toBe(false)
  expect(isViewed(message, '/dashboard/orders/o1', true)).toBe(true)
  expect(isViewed(message, '/dashboard/orders/o2', true)).toBe(false)
  expect(isViewed({ ...message, order_id: null }, '/dashboard/orders/o1', true)).toBe(false)
})
