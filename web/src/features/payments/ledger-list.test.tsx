import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import payments from '@/locales/en/payments.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { LedgerList } from './ledger-list.tsx'
import { ledgerQuery, unassignedQuery } from './queries.ts'

giveWords({ common, payments })

test('a list without moves says what becomes of money that is not assigned yet', () => {
  const client = new QueryClient()
  client.setQueryData(ledgerQuery({}).queryKey, { pages: [[]], pageParams: [null] } as never)
  const html = () => htmlOf(<LedgerList {...{ role: 'brand' }} />, client)
  expect(html()).toContain(payments.no_lines_text)
  const payment = { id: '1', currency: 'USD', suspense_minor: 100 } as const
  client.setQueryData(unassignedQuery().queryKey, [payment])
  expect(html()).toContain(payments.no_lines_text_unassigned)
})
