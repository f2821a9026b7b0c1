import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { expect, test, vi } from 'vitest'
import { i18n } from '@/lib/i18n/i18n.ts'
import common from '@/locales/en/common.json'
import payments from '@/locales/en/payments.json'
import { PayoutList } from './payout-list.tsx'
import { payoutsQuery } from './queries.ts'

vi.mock('@/shared/members/profile.tsx', () => ({ useProfile: () => ({ profile: { id: '1' } }) }))

test('who changed the account reads why an older request ended', async () => {
  const resources = { en: { common, payments } }
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources })
  const client = new QueryClient()
  const payout = { id: '1', amount_minor: 100, currency: 'USD', created_at: '2026-11-29T00:00:00Z' }
  const end = {
    status: 'failed',
    failure_reason: 'account_changed',
    method: 'STRIPE',
    method_id: '1',
  }
  client.setQueryData(payoutsQuery('1').queryKey, {
    pages: [[{ ...payout, ...end } as never]],
    pageParams: [null],
  })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider>
        <PayoutList {...{ role: 'kol' }} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  expect(html).toContain(payments.failed_account_changed)
})
