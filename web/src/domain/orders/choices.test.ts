import { expect, test } from 'vitest'
import { basePrice, choiceOf, chosenTerms } from './choices.ts'

const long = { name: 'Long', price_minor: 20_000, delivery_days: 10, revisions: 4 }
const rush = { name: 'Rush', price_minor: 2_500, days: -3 }
const pin = { name: 'Pin', price_minor: 1_000, days: 1 }
const pack = {
  price_minor: 10_000,
  delivery_days: 7,
  revisions: 2,
  tiers: [long],
  extras: [rush, pin],
}

test('a chosen tier replaces the basic offer, and chosen extras add to it', () => {
  const chosen = chosenTerms(pack, { tier: 'Long', extras: ['Pin', 'Rush'] })
  expect(chosen).toMatchObject({ price_minor: 23_500, delivery_days: 8, revisions: 4, tier: long })
  expect(chosen.extras).toEqual([rush, pin])
  expect(basePrice(chosen)).toBe(20_000)
  expect(chosenTerms(pack, { tier: null, extras: ['Pin'] })).toMatchObject({
    price_minor: 11_000,
    delivery_days: 8,
    revisions: 2,
  })
})

test('if a chosen tier and extras are no longer offered, the basic offer without extras replaces them', () => {
  const { tiers: _tiers, extras: _extras, ...basic } = pack
  expect(chosenTerms(basic, { tier: 'Long', extras: ['Rush'] })).toEqual({
    ...basic,
    tier: undefined,
    extras: [],
  })
})

test('the choice of an earlier order keeps only the tier and extras that are still offered', () => {
  const bought = { tier: long, extras: [pin, { ...rush, name: 'Gone' }] }
  expect(choiceOf(chosenTerms(pack, choiceOf(bought)))).toEqual({ tier: 'Long', extras: ['Pin'] })
  expect(choiceOf({})).toEqual({ tier: null, extras: [] })
})
