import assert from 'node:assert/strict'
import { PDFDocument } from '@cantoo/pdf-lib'
import { invoiceXml } from './invoice-xml.ts'
import type { Paper } from './paper.ts'
import { paperPdf, textsOf } from './paper-pdf.ts'

const paper: Paper = {
  kind: 'invoice',
  number: 'I-2026-000001',
  seller_id: '00000000-0000-0000-0000-000000000001',
  order_number: 'K-7F3Q9',
  corrects_number: null,
  subject: 'order',
  title: 'One thread & more',
  seller: {
    legal_name: 'Çağrı Şimşek GmbH',
    address: 'Weg 1',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
    vat_number: 'DE123456789',
  },
  buyer: {
    legal_name: 'Brand SAS',
    address: 'Rue 1',
    city: 'Paris',
    country: 'FR',
    vat_number: 'FRAB123456789',
  },
  currency: 'USD',
  total_minor: 1_000_000,
  vat_minor: 159_664,
  vat_category: 'S',
  vat_percent: 19,
  issued_at: '2026-11-26T08:00:00+00:00',
}

/** The text of each element of that name. */
const values = (xml: string | null, name: string) =>
  [...(xml ?? '').matchAll(new RegExp(`<ram:${name}[^>]*>([^<]*)</ram:${name}>`, 'g'))].map(
    ([, value]) => value,
  )

Deno.test('the sums of the file are those of the paper', () => {
  const xml = invoiceXml(paper)
  assert.deepEqual(values(xml, 'LineTotalAmount'), ['8403.36', '8403.36'])
  assert.deepEqual(values(xml, 'TaxTotalAmount'), ['1596.64'])
  assert.deepEqual(values(xml, 'GrandTotalAmount'), ['10000.00'])
  assert.deepEqual(values(xml, 'DuePayableAmount'), ['0.00'])
  assert.deepEqual(values(xml, 'RateApplicablePercent'), ['19.00', '19.00'])
  assert.deepEqual(values(xml, 'Name'), ['One thread &amp; more', 'Çağrı Şimşek GmbH', 'Brand SAS'])
})

Deno.test('every element of the file is closed', () => {
  for (const given of [paper, { ...paper, corrects_number: 'C-1' }]) {
    const open: string[] = []
    for (const [, close, name] of (invoiceXml(given) ?? '').matchAll(/<(\/?)([a-z]+:\w+)/gi)) {
      if (close) assert.equal(open.pop(), name)
      else open.push(name ?? '')
    }
    assert.deepEqual(open, [])
  }
})

Deno.test('a service without VAT names no rate and no VAT number', () => {
  const xml = invoiceXml({ ...paper, vat_category: 'O', vat_percent: 0, vat_minor: 0 })
  assert.deepEqual(values(xml, 'RateApplicablePercent'), [])
  assert.doesNotMatch(xml ?? '', /DE123456789|FRAB123456789/)
  assert.deepEqual(values(xml, 'ExemptionReasonCode'), ['VATEX-EU-O'])
})

Deno.test('a credit note names the invoice', () => {
  const xml = invoiceXml({ ...paper, kind: 'credit_note', corrects_number: 'I-2026-000001' })
  assert.deepEqual(values(xml, 'TypeCode')[0], '381')
  assert.match(xml ?? '', /InvoiceReferencedDocument><ram:IssuerAssignedID>I-2026-000001</)
})

Deno.test('a side without an address, or a coin, has a page without a file', async () => {
  for (const given of [
    { ...paper, buyer: { legal_name: 'Brand' } },
    { ...paper, currency: 'USDC' },
  ]) {
    assert.equal(invoiceXml(given), null)
    const document = await PDFDocument.load(await paperPdf(given, 'en'))
    assert.equal(document.getAttachments().length, 0)
  }
})

Deno.test('the page has the file in it, as it is', async () => {
  const bytes = await paperPdf(paper, 'tr')
  const document = await PDFDocument.load(bytes)
  const [file] = document.getAttachments()
  assert.equal(file?.name, 'factur-x.xml')
  assert.equal(new TextDecoder().decode(file?.data), invoiceXml(paper))
  assert.match(new TextDecoder('latin1').decode(bytes), /<pdfaid:part>3</)
})

Deno.test('the page says the amounts in the language of its reader', () => {
  const amounts = (locale: string) => textsOf(paper, locale).sums.map(({ amount }) => amount)
  assert.deepEqual(amounts('en'), ['$8,403.36', '$1,596.64', '$10,000.00'])
  assert.deepEqual(textsOf(paper, 'tr').title, 'Fatura I-2026-000001')
  assert.deepEqual(textsOf(paper, 'es-MX').sums.at(-1)?.name, 'Total')
  assert.deepEqual(textsOf(paper, 'xx'), textsOf(paper, 'en'))
})

Deno.test('a sign that the font does not have stops the paper', async () => {
  const seller = { ...paper.seller, legal_name: '王小明' }
  await assert.rejects(paperPdf({ ...paper, seller }, 'en'), /paper_glyph_missing/)
})

Deno.test('the longest words stay on the page', async () => {
  const long = 'M'.repeat(120)
  const seller = { ...paper.seller, legal_name: long, address: long }
  assert.ok((await paperPdf({ ...paper, seller, title: long }, 'es')).length > 0)
})
