import { expect, test } from 'vitest'
import { actionRank, containsWords, pathOfFound, type FoundItem } from './found-items.ts'

const item = (part: Partial<FoundItem>): FoundItem => ({
  kind: 'order',
  id: 'i1',
  title: null,
  detail: null,
  other_id: 'o1',
  other_name: null,
  action: null,
  at: null,
  ...part,
})

test('a search result of each kind leads to the page of its object', () => {
  expect(pathOfFound(item({ kind: 'creator' }))).toBe('/dashboard/kol-profile/i1')
  expect(pathOfFound(item({ kind: 'order' }))).toBe('/dashboard/orders/i1')
  expect(pathOfFound(item({ kind: 'campaign' }))).toBe('/dashboard/campaigns/i1')
  expect(pathOfFound(item({ kind: 'conversation' }))).toBe('/dashboard/messages/o1')
  expect(pathOfFound(item({ kind: 'message' }))).toBe('/dashboard/messages/o1?message=i1')
  expect(pathOfFound(item({ kind: 'message', other_id: null }))).toBe(
    '/dashboard/messages?message=i1',
  )
})

test('the action to pay leads to the checkout page, any other action to the page of its order', () => {
  expect(pathOfFound(item({ kind: 'action', action: 'checkout' }))).toBe('/dashboard/checkout/i1')
  expect(pathOfFound(item({ kind: 'action', action: 'accept_order' }))).toBe('/dashboard/orders/i1')
})

test('a text is found by words in any order, compared without case by the rules of the language', () => {
  expect(containsWords('Accept order · K-7F3Q9', 'k-7f accept', 'en')).toBe(true)
  expect(containsWords('Accept order', 'accept pay', 'en')).toBe(false)
  expect(containsWords('İPTAL', 'iptal', 'tr')).toBe(true)
  expect(containsWords('Anything', '', 'en')).toBe(true)
})

test('an action ranks first if its own words were typed or the query is empty, and last if it is harmful', () => {
  expect(actionRank('Accept order', false, 'acc', 'en')).toBe(0)
  expect(actionRank('Accept order', false, 'maya acc', 'en')).toBe(0)
  expect(actionRank('Accept order', false, '', 'en')).toBe(0)
  expect(actionRank('Accept order', false, 'maya', 'en')).toBe(1)
  expect(actionRank('Open a dispute', true, 'maya', 'en')).toBe(2)
  expect(actionRank('Open a dispute', true, 'dispute', 'en')).toBe(2)
})
