import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import payments from '@/locales/en/payments.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { LedgerList } from './ledger-list.tsx'
import { ledgerQuery, unassignedQuery } from './queries.ts'

giveWords({ common, payments })

test('an empty list of moves has another text if the brand has payments that are not assigned yet', () => {
  const html = (...unassigned: object[]) =>
    htmlOf(
      <LedgerList {...{ role: 'brand' }} />,
      [ledgerQuery({}), []],
      [unassignedQuery(), unassigned],
    )
  expect(html()).toContain(payments.no_lines_text)
  expect(html({ id: '1', currency: 'USD', suspense_minor: 100 })).toContain(
    payments.no_lines_text_unassigned,
  )
})
