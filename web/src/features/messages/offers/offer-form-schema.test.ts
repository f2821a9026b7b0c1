import { expect, test } from 'vitest'
import { startOfBrief } from '@/domain/briefs/brief-form.ts'
import { offerSchema, readMilestones, startOfOffer, type OfferFields } from './offer-form-schema.ts'
import { offerStateOf } from './offer-state.ts'
import type { Offer } from './queries.ts'

const EMPTY = { goal: '', message: '', dos: [], donts: [], links: [], files: [] }

const fields = (change: Partial<OfferFields> = {}): OfferFields => ({
  title: 'Two threads',
  scope: 'Before the launch.',
  price: '200',
  currency: 'USD',
  days: '5',
  revisions: '1',
  validity: '7',
  milestones: [],
  needsDraft: false,
  ...startOfBrief(null),
  ...change,
})
const wrong = (change: Partial<OfferFields>) =>
  offerSchema('en', 30)
    .safeParse(fields(change))
    .error?.issues.map(({ path, message }) => `${String(path[0])} ${message.split('?')[0]}`) ?? []

test('an invalid value of each field of an offer is refused with the message of that field', () => {
  expect(wrong({})).toEqual([])
  expect(wrong({ title: 'Hi' })).toEqual(['title offers:title_needed'])
  expect(wrong({ scope: ' ' })).toEqual(['scope offers:scope_needed'])
  expect(wrong({ price: 'much' })).toEqual(['price offers:price_wrong'])
  expect(wrong({ days: '0' })).toEqual(['days offers:days_wrong'])
  expect(wrong({ days: '7.5' })).toEqual(['days offers:days_wrong'])
  expect(wrong({ revisions: '11' })).toEqual(['revisions offers:revisions_wrong'])
  expect(wrong({ validity: '31' })).toEqual(['validity offers:validity_wrong'])
})

test('milestones must be complete and add up to the price', () => {
  const parts = (...amounts: string[]) => amounts.map((amount) => ({ title: 'Part', amount }))
  expect(wrong({ milestones: parts('50', '150') })).toEqual([])
  expect(wrong({ milestones: parts('50', '149.99') })).toEqual([
    'milestones offers:milestones_wrong',
  ])
  expect(wrong({ milestones: [{ title: '', amount: '200' }] })).toEqual([
    'milestones offers:milestone_incomplete',
  ])
  expect(readMilestones(parts('50,5', '1'), 'USD', 'es')).toEqual([
    { title: 'Part', amount_minor: 5050 },
    { title: 'Part', amount_minor: 100 },
  ])
})

test('the form for a counter-offer starts with the terms of the former offer', () => {
  const former = {
    title: 'Two threads',
    scope: 'Both.',
    price_minor: 20_050,
    currency: 'USD',
    delivery_days: 5,
    revisions: 1,
    milestones: [{ title: 'Draft', amount_minor: 20_050 }],
    needs_draft: true,
  } as Offer
  expect(startOfOffer(former, { ...EMPTY, goal: 'Sign-ups.' }, 7, 'en')).toMatchObject({
    price: '200.50',
    days: '5',
    milestones: [{ title: 'Draft', amount: '200.50' }],
    needsDraft: true,
    goal: 'Sign-ups.',
  })
})

test('an open offer counts as expired from its time on', () => {
  const offer = { status: 'sent', expires_at: '2030-01-01T00:00:00Z' } as Offer
  const end = new Date(offer.expires_at).getTime()
  expect(offerStateOf(offer, end - 1)).toBe('sent')
  expect(offerStateOf(offer, end)).toBe('expired')
  expect(offerStateOf({ ...offer, status: 'accepted' }, end)).toBe('accepted')
})
