import { decimalsOf, toDecimalString } from '../_shared/money.ts'

/** The data of a seller or buyer on a paper. A member without company data has only a name. */
export type Party = {
  legal_name: string
  address?: string
  postal_code?: string
  city?: string
  country?: string
  vat_number?: string
  tax_number?: string
}

/** The columns of public.papers that are printed. */
export type Paper = {
  kind: 'invoice' | 'fee_invoice' | 'credit_note'
  number: string
  seller_id: string | null
  order_number: string
  corrects_number: string | null
  subject: 'order' | 'milestone' | 'tip' | 'fee' | 'buyer_fee' | 'taken_back' | 'given_back'
  title: string
  seller: Party
  buyer: Party
  currency: string
  total_minor: number
  vat_minor: number
  vat_category: 'S' | 'AE' | 'O'
  vat_percent: number
  issued_at: string
}

export const COLUMNS =
  'kind, number, seller_id, order_number, corrects_number, subject, title, seller, buyer, currency, total_minor, vat_minor, vat_category, vat_percent, issued_at'

export const decimal = (paper: Paper, minor: number) =>
  toDecimalString(minor, decimalsOf(paper.currency))
