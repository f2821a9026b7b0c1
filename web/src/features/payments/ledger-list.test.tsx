import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { i18n } from '@/lib/i18n/i18n.ts'
import common from '@/locales/en/common.json'
import payments from '@/locales/en/payments.json'
import { LedgerList } from './ledger-list.tsx'
import { ledgerQuery, unassignedQuery } from './queries.ts'

test('a list without moves says what becomes of money that is not assigned yet', async () => {
  const resources = { en: { common, payments } }
  await i18n.use(initReactI18next).init({ lng: 'en', defaultNS: 'common', resources })
  const client = new QueryClient()
  client.setQueryData(ledgerQuery({}).queryKey, { pages: [[]], pageParams: [null] } as never)
  const html = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <MantineProvider>
          <Router ssrPath="/">
            <LedgerList {...{ role: 'brand' }} />
          </Router>
        </MantineProvider>
      </QueryClientProvider>,
    )
  expect(html()).toContain(payments.no_lines_text)
  const payment = { id: '1', currency: 'USD', suspense_minor: 100 } as const
  client.setQueryData(unassignedQuery().queryKey, [payment])
  expect(html()).toContain(payments.no_lines_text_unassigned)
})
