import { decimalsOf, toDecimalString } from '../../../../supabase/functions/_shared/money.ts'
import { csvText } from '@/lib/csv.ts'
import type { CompositeTypes } from '@/lib/database.types.ts'
import type { Filled } from '@/lib/rows.ts'

const TEXTS = [
  'profile_id',
  'legal_name',
  'address',
  'postal_code',
  'city',
  'country',
  'tin',
  'residence',
  'birth_date',
  'vat_number',
  'account',
  'currency',
] as const

/** A creator's credits in a closed year, by quarter, as the database returns them. */
export type SellerYear = Filled<
  CompositeTypes<'seller_year'>,
  Exclude<(typeof TEXTS)[number], 'profile_id' | 'currency'>
>

const QUARTERS = [1, 2, 3, 4] as const
/** Columns of the file: the names of the DAC7 format for the person's data and the amounts of each quarter. */
const COLUMNS = [
  'Year Seller Name Address PostCode City Country TIN ResCountryCode BirthDate VAT FinancialIdentifier Currency'.split(
    ' ',
  ),
  ['Cons', 'Numb', 'Fees', 'Tax'].flatMap((name) => QUARTERS.map((nr) => `${name}Q${nr}`)),
].flat()

/** Closed years as comma-separated values (RFC 4180), a line for each creator and currency. The tax columns are 0: none is withheld. */
export function sellerYearsCsv(rows: readonly SellerYear[]): string {
  const lines = rows.map((row) => {
    const money = (minor: number) => toDecimalString(minor, decimalsOf(row.currency))
    return [
      row.year,
      ...TEXTS.map((name) => csvText(row[name] ?? '')),
      ...QUARTERS.map((nr) => money(row[`cons_q${nr}`])),
      ...QUARTERS.map((nr) => row[`numb_q${nr}`]),
      ...QUARTERS.map((nr) => money(row[`fees_q${nr}`])),
      ...QUARTERS.map(() => money(0)),
    ]
  })
  return [COLUMNS, ...lines].map((line) => `${line.join(',')}\r\n`).join('')
}

export const sellerYearsFile = (rows: readonly SellerYear[]) =>
  new Blob([sellerYearsCsv(rows)], { type: 'text/csv;charset=utf-8' })
