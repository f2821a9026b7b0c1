import { expect, test } from 'vitest'
import { companyChanges } from './company.ts'

const start = {
  legal_name: 'Kim GmbH',
  address: 'Weg 1',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
  vat_number: 'DE123456789',
  tax_number: '12/345',
  birth_date: '1990-02-28',
  tax_country: 'AT',
}
const changes = (input: object) => companyChanges(start, { ...start, ...input })

test('the form of company data sends only the changed fields', () => {
  expect(changes({})).toEqual({})
  expect(changes({ legal_name: 'Kim AG' })).toEqual({ legal_name: 'Kim AG' })
})

test('a changed address is sent with all its parts, and a changed country also with the VAT number', () => {
  const { address, postal_code, country, vat_number } = start
  expect(changes({ city: 'Bonn' })).toEqual({
    address,
    postal_code,
    city: 'Bonn',
    country,
  })
  expect(changes({ country: 'AT' })).toEqual({
    address,
    postal_code,
    city: 'Berlin',
    country: 'AT',
    vat_number,
  })
})

test('an emptied field is sent as the value that removes it', () => {
  expect(changes({ tax_number: '', birth_date: '', tax_country: null })).toEqual({
    tax_number: '',
    birth_date: '-infinity',
    tax_country: '',
  })
})
