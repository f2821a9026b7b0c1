import { expect, test, vi } from 'vitest'
import common from '@/locales/en/common.json'
import payments from '@/locales/en/payments.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { PayoutList } from './payout-list.tsx'
import { payoutsQuery } from './queries.ts'

vi.mock('@/shared/members/profile.tsx', () => ({ useProfile: () => ({ profile: { id: '1' } }) }))

giveWords({ common, payments })

test('a payout that ended because the member changed the account shows this reason', () => {
  const payout = { id: '1', amount_minor: 100, currency: 'USD', created_at: '2026-11-29T00:00:00Z' }
  const end = {
    status: 'failed',
    failure_reason: 'account_changed',
    method: 'STRIPE',
    method_id: '1',
  }
  const html = htmlOf(<PayoutList {...{ role: 'kol' }} />, [
    payoutsQuery('1'),
    [{ ...payout, ...end }],
  ])
  expect(html).toContain(payments.failed_account_changed)
})
