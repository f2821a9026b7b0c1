import { expect, test } from 'vitest'
import { payoutSchema } from './payout-dialog.tsx'

test('a draft in a currency that has no money any more is a request in one that has', () => {
  const schema = payoutSchema([{ currency: 'USD', kind: 'available', amount_minor: 5000 }], 'en')
  const request = (amount: string) =>
    schema.safeParse({ currency: 'USDC', amount, method: '' }).success
  expect(request('50')).toBe(true)
  expect(request('50.01')).toBe(false)
})
