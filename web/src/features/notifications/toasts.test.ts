import { describe, expect, it } from 'vitest'
import { notificationPath } from '@/domain/notifications/notification-path.ts'
import words from '@/locales/en/notifications.json' with { type: 'json' }
import { messageToast, notificationToast, orderMoment, orderToast, viewedMember } from './toasts.ts'

const names = { brand: 'Acme', creator: 'Ada', pack: 'One thread' }
const say = (key: keyof typeof words, values: Record<string, string>) =>
  (words[key] as string).replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '')

describe('the words of the specification', () => {
  it('for messages and orders', () => {
    expect(say('new_message', { name: 'Ada' })).toBe('New message from Ada')
    expect(say('new_order', names)).toBe('New order from Acme for One thread')
    expect(say('completed_creator', names)).toBe('Project completed! One thread for Acme')
    expect(say('completed_brand', names)).toBe('Project completed by Ada!')
  })
})

describe('an order that changes', () => {
  const row = (status: string) => ({ status, is_completed: status === 'completed' })

  it('is news for the creator when it is paid, not for the brand', () => {
    expect(orderMoment('kol', row('pending_payment'), row('funded'))).toBe('new_order')
    expect(orderMoment('kol', undefined, row('funded'))).toBe('new_order')
    expect(orderMoment('kol', row('funded'), row('funded'))).toBeNull()
    expect(orderMoment('brand', row('pending_payment'), row('funded'))).toBeNull()
    expect(orderMoment('kol', undefined, row('pending_payment'))).toBeNull()
  })

  it('is news for both when it is completed, once', () => {
    expect(orderMoment('kol', row('delivered'), row('completed'))).toBe('completed_creator')
    expect(orderMoment('brand', row('delivered'), row('completed'))).toBe('completed_brand')
    expect(orderMoment('brand', row('completed'), row('completed'))).toBeNull()
  })
})

describe('times and targets', () => {
  it('follow the specification', () => {
    expect(messageToast('p1', 'Ada')).toMatchObject({
      duration: 5000,
      actionKey: 'view',
      path: '/dashboard/messages/p1',
    })
    expect(orderToast('new_order', 'o1', names)).toMatchObject({
      duration: 5000,
      actionKey: 'view_order',
      path: '/dashboard/orders/o1',
    })
    expect(orderToast('completed_brand', 'o1', names)).toMatchObject({
      duration: 7000,
      actionKey: 'review_project',
    })
  })

  const row = (type: string, data: object) => ({ type, title: 'T', message: 'M', data })

  it('of a match and a payment', () => {
    expect(notificationToast(row('new_kol_match', { profile_id: 'k' }), 'brand')).toMatchObject({
      duration: 7000,
      actionKey: 'view_profile',
      path: '/dashboard/kol-profile/k',
    })
    expect(notificationToast(row('payment_received', { order_id: 'o' }), 'kol')).toMatchObject({
      duration: 5000,
      path: '/dashboard/payments',
    })
  })

  it('say nothing twice: the order itself tells of its start and its end', () => {
    const update = (event: string) => row('order_update', { order_id: 'o', event })
    expect(notificationToast(update('funded'), 'kol')).toBeNull()
    expect(notificationToast(update('completed'), 'brand')).toBeNull()
    expect(notificationToast(update('delivered'), 'brand')?.path).toBe('/dashboard/orders/o')
  })

  it('lead somewhere even when the data is missing', () => {
    expect(notificationPath(row('new_kol_match', {}))).toBe('/dashboard/saved-searches')
    expect(notificationPath({ type: 'order_update', data: null })).toBe('/dashboard/orders')
    expect(notificationPath(row('campaign_match', { campaign_id: 'c' }))).toBe(
      '/dashboard/campaigns/c',
    )
  })
})

describe('viewedMember', () => {
  it('is nobody when the tab is hidden or another page is open', () => {
    expect(viewedMember('/dashboard/messages/p1', true)).toBe('p1')
    expect(viewedMember('/dashboard/messages/p1', false)).toBeNull()
    expect(viewedMember('/dashboard/messages', true)).toBeNull()
  })
})
