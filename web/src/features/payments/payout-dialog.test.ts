import { expect, test } from 'vitest'
import { payoutSchema } from './payout-dialog.tsx'

test('a payout draft in a currency without money is checked against the first currency with money', () => {
  const schema = payoutSchema([{ currency: 'USD', kind: 'available', amount_minor: 5000 }], 'en', 1)
  const request = (amount: string) =>
    schema.safeParse({ currency: 'USDC', amount, method: '' }).success
  expect(request('50')).toBe(true)
  expect(request('50.01')).toBe(false)
})

test('a payout must be at least the amount of the setting, or all available money if that is less', () => {
  const isOffered = (amount: string, available: number) =>
    payoutSchema(
      [{ currency: 'USD', kind: 'available', amount_minor: available }],
      'en',
      1,
    ).safeParse({ currency: 'USD', amount, method: '' }).success
  expect(isOffered('0.99', 5000)).toBe(false)
  expect(isOffered('1', 5000)).toBe(true)
  expect(isOffered('0.40', 40)).toBe(true)
  expect(isOffered('0.39', 40)).toBe(false)
})
