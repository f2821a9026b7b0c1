import { expect, test } from 'vitest'
import { hledgerJournal, journalCsv, type JournalLine } from './books.ts'

const line = (kind: string, amount_minor: number): JournalLine => ({
  transfer_id: 7,
  created_at: '2026-11-01T00:00:01Z',
  event: 'payment',
  order_number: 'K-3NHGE',
  currency: 'USD',
  kind,
  amount_minor,
})
const PAYMENT = [line('cash', -75500), line('wallet', 75500)]

test('the journal as CSV has a line for each movement', () => {
  expect(journalCsv(PAYMENT)).toBe(
    'transfer,time,event,order,currency,account,amount\r\n' +
      '7,2026-11-01T00:00:01Z,payment,K-3NHGE,USD,cash,-755.00\r\n' +
      '7,2026-11-01T00:00:01Z,payment,K-3NHGE,USD,wallet,755.00\r\n',
  )
})

test('the journal for hledger has a balanced entry for each transfer, with positive assets', () => {
  expect(hledgerJournal(PAYMENT)).toBe(
    '2026-11-01 (7) payment K-3NHGE\n' +
      '    assets:providers  755.00 USD\n' +
      '    liabilities:wallet  -755.00 USD\n',
  )
})
