import { expect, test } from 'vitest'
import { sellerYearsCsv, type SellerYear } from './seller-years.ts'

const none = { cons_q1: 0, cons_q3: 0, numb_q1: 0, numb_q3: 0, fees_q1: 0, fees_q3: 0 }
const year: SellerYear = {
  ...none,
  year: 2025,
  profile_id: 'p1',
  legal_name: '=Kim "K" Kol',
  address: 'Way 1, back',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
  tin: null,
  residence: 'AT',
  birth_date: '1990-02-28',
  vat_number: 'DE123456789',
  account: 'IBAN •••• 3000',
  currency: 'USD',
  cons_q2: 27_005,
  cons_q4: -100,
  numb_q2: 2,
  numb_q4: 1,
  fees_q2: 3000,
  fees_q4: 0,
}

test('a closed year has the columns of DAC7, exact amounts, and an apostrophe before texts like formulas', () => {
  const [head, line, ...rest] = sellerYearsCsv([year]).split('\r\n')
  expect(rest).toEqual([''])
  expect(head?.split(',').slice(-16).join(' ')).toBe(
    'ConsQ1 ConsQ2 ConsQ3 ConsQ4 NumbQ1 NumbQ2 NumbQ3 NumbQ4 FeesQ1 FeesQ2 FeesQ3 FeesQ4 TaxQ1 TaxQ2 TaxQ3 TaxQ4',
  )
  expect(line).toBe(
    '2025,"p1","\'=Kim ""K"" Kol","Way 1, back","10115","Berlin","DE","","AT","1990-02-28","DE123456789","IBAN •••• 3000","USD",' +
      '0.00,270.05,0.00,-1.00,0,2,0,1,0.00,30.00,0.00,0.00,0.00,0.00,0.00,0.00',
  )
})
