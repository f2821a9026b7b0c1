import assert from 'node:assert/strict'
import { PDFDocument } from '@cantoo/pdf-lib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { inflateSync } from 'node:zlib'
import { pngOf } from '../../../scripts/local/drawn-picture.ts'
import { fontFiles } from '../../../web/build/paper-fonts.ts'
import { fontsOf } from './fonts.ts'
import { invoiceXml } from './invoice-xml.ts'
import type { Paper } from './paper.ts'
import { paperPdf as pdfWith, textsOf } from './paper-pdf.ts'
import { directionOf, runsOf } from './runs.ts'

const site = fontFiles()
const paperPdf = (given: Paper, language: string) =>
  pdfWith(given, language, (file) => Promise.resolve(site.get(file)?.() ?? new Uint8Array()))

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

/** The texts of all XML elements with this name. */
const values = (xml: string | null, name: string) =>
  [...(xml ?? '').matchAll(new RegExp(`<ram:${name}[^>]*>([^<]*)</ram:${name}>`, 'g'))].map(
    ([, value]) => value,
  )

Deno.test('the sums in the XML file equal those of the invoice', () => {
  const xml = invoiceXml(paper)
  assert.deepEqual(values(xml, 'LineTotalAmount'), ['8403.36', '8403.36'])
  assert.deepEqual(values(xml, 'TaxTotalAmount'), ['1596.64'])
  assert.deepEqual(values(xml, 'GrandTotalAmount'), ['10000.00'])
  assert.deepEqual(values(xml, 'DuePayableAmount'), ['0.00'])
  assert.deepEqual(values(xml, 'RateApplicablePercent'), ['19.00', '19.00'])
  assert.deepEqual(values(xml, 'Name'), ['One thread &amp; more', 'Çağrı Şimşek GmbH', 'Brand SAS'])
})

Deno.test('every element of the XML file is closed', () => {
  for (const given of [paper, { ...paper, corrects_number: 'C-1' }]) {
    const open: string[] = []
    for (const [, close, name] of (invoiceXml(given) ?? '').matchAll(/<(\/?)([a-z]+:\w+)/gi)) {
      if (close) assert.equal(open.pop(), name)
      else open.push(name ?? '')
    }
    assert.deepEqual(open, [])
  }
})

Deno.test('the XML file of a service without VAT names no rate and no VAT number', () => {
  const xml = invoiceXml({ ...paper, vat_category: 'O', vat_percent: 0, vat_minor: 0 })
  assert.deepEqual(values(xml, 'RateApplicablePercent'), [])
  assert.doesNotMatch(xml ?? '', /DE123456789|FRAB123456789/)
  assert.deepEqual(values(xml, 'ExemptionReasonCode'), ['VATEX-EU-O'])
})

Deno.test('the XML file of a credit note names the invoice that it corrects', () => {
  const xml = invoiceXml({ ...paper, kind: 'credit_note', corrects_number: 'I-2026-000001' })
  assert.deepEqual(values(xml, 'TypeCode')[0], '381')
  assert.match(xml ?? '', /InvoiceReferencedDocument><ram:IssuerAssignedID>I-2026-000001</)
})

Deno.test('an invoice without the address of the buyer, or in USDC, has no XML file', async () => {
  for (const given of [
    { ...paper, buyer: { legal_name: 'Brand' } },
    { ...paper, currency: 'USDC' },
  ]) {
    assert.equal(invoiceXml(given), null)
    const document = await PDFDocument.load(await paperPdf(given, 'en'))
    assert.equal(document.getAttachments().length, 0)
  }
})

Deno.test('the PDF contains the XML file unchanged', async () => {
  const bytes = await paperPdf(paper, 'tr')
  const document = await PDFDocument.load(bytes)
  const [file] = document.getAttachments()
  assert.equal(file?.name, 'factur-x.xml')
  assert.equal(new TextDecoder().decode(file?.data), invoiceXml(paper))
  assert.match(new TextDecoder('latin1').decode(bytes), /<pdfaid:part>3</)
})

Deno.test('the PDF shows amounts in the language of its reader', () => {
  const amounts = (locale: string) => textsOf(paper, locale).sums.map(({ amount }) => amount)
  assert.deepEqual(amounts('en'), ['$8,403.36', '$1,596.64', '$10,000.00'])
  assert.deepEqual(textsOf(paper, 'tr').title, 'Fatura I-2026-000001')
  assert.deepEqual(textsOf(paper, 'es-MX').sums.at(-1)?.name, 'Total')
  assert.deepEqual(textsOf(paper, 'xx'), textsOf(paper, 'en'))
})

Deno.test('the invoice of an order on a chain says that the escrow pays', () => {
  const notes = (given: typeof paper) => textsOf(given, 'en').notes.join(' ')
  assert.match(notes(paper), /Paid through the market/)
  assert.match(notes({ ...paper, currency: 'USDC' }), /The escrow on the chain pays/)
  const credit = { ...paper, kind: 'credit_note', subject: 'taken_back' } as const
  assert.equal(textsOf(credit, 'en').line[0], 'Taken back with the payment')
  assert.equal(textsOf({ ...credit, currency: 'USDC' }, 'en').line[0], 'Not paid by the escrow')
})

Deno.test('a character that no font has is drawn as a box, and the PDF is still created', async () => {
  const read = (file: string) => Promise.resolve(site.get(file)?.() ?? new Uint8Array())
  const { drawable } = await fontsOf(await PDFDocument.create(), 'Luna 🚀👩‍🚀 मोहन 王', read)
  assert.equal(drawable('Luna 🚀👩‍🚀 मोहन 王'), 'Luna □□□ □□□□ 王')
  const seller = { ...paper.seller, legal_name: 'Luna 🚀' }
  const bytes = await paperPdf({ ...paper, seller, title: 'แปลไทย "👩‍🚀"' }, 'en')
  const [file] = (await PDFDocument.load(bytes)).getAttachments()
  assert.match(new TextDecoder().decode(file?.data), /<ram:Name>Luna 🚀</)
})

Deno.test('a PDF fetches a limited number of font files, and draws further characters as boxes', async () => {
  const fetched: string[] = []
  const read = (file: string) => {
    fetched.push(file)
    return Promise.resolve(site.get(file)?.() ?? new Uint8Array())
  }
  const index: { signs: string }[] = JSON.parse(new TextDecoder().decode(await read('index.json')))
  const firstOfEach = index.map(({ signs }) =>
    String.fromCodePoint(Number.parseInt(signs.slice(2), 16)),
  )
  const line = firstOfEach.join('')
  const { drawable } = await fontsOf(await PDFDocument.create(), line, read)
  // 40 slices, the list of slices twice, and the slice of the box character.
  assert.equal(fetched.length, 43)
  assert.match(drawable(line), /龃鸰鲂骀.*□{20}/)
})

Deno.test('a PDF in a script whose font cannot be fetched fails, and other PDFs are created', async () => {
  const seller = { ...paper.seller, legal_name: '王小明' }
  Deno.env.set('SITE_URL', 'http://127.0.0.1:9')
  await assert.rejects(pdfWith({ ...paper, seller }, 'en'), /paper_font_missing/)
  Deno.env.delete('SITE_URL')
  assert.ok((await pdfWith(paper, 'en')).length > 0)
})

Deno.test('digits and brackets beside words from right to left are drawn in reading order', () => {
  const drawn = (line: string) =>
    runsOf(line, directionOf(line), (sign) => /\p{scx=Arabic}/u.test(sign)).map(({ text }) => text)
  assert.deepEqual(drawn('شارع 123'), ['123', ' ', 'شارع'])
  assert.deepEqual(drawn('شركة (دبي)'), ['(', 'دبي', ')', ' ', 'شركة'])
  assert.deepEqual(drawn('رقم ۴۵'), ['۴', '۵', ' ', 'رقم'])
  assert.deepEqual(drawn('Brand علي 7'), ['Brand ', '7', ' ', 'علي'])
  assert.deepEqual(drawn('王小明 12'), ['王小明 12'])
})

/** The colours of the upper half of the page, in its original size. */
async function pictureOf(pdf: Uint8Array) {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const { data, width } = await document.getPage(0).render({ scale: 1.5, render: 'bitmap' })
  library.destroy()
  const height = 700
  const pixels = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) pixels.set(data.subarray(at * 4, at * 4 + 3), at * 3)
  return { width, height, pixels }
}

// To write the picture again after an intended change: UPDATE_PICTURES=1 npx deno test -A supabase/functions/papers
Deno.test('a PDF with names in Arabic, Chinese, Japanese and Korean looks like the stored picture', async () => {
  const seller = {
    legal_name: 'شركة محمد علي (دبي) ش.م.م 1204',
    address: 'شارع 123، برج B 45 — ١٢٣ ۴۵۶',
    city: 'دبي',
    country: 'AE',
  }
  const buyer = {
    legal_name: '株式会社ひらがなカタカナ 辻畑峠榊 東京',
    address: '서울특별시 강남구 152',
    city: '北京市朝陽區',
    country: 'CN',
  }
  const title = 'محتوى (Reels) 2026 & 短视频 12'
  const picture = await pictureOf(await paperPdf({ ...paper, seller, buyer, title }, 'tr'))
  const file = new URL('paper.png', import.meta.url)
  if (Deno.env.get('UPDATE_PICTURES')) Deno.writeFileSync(file, pngOf(picture))
  const rows = (png: Uint8Array) =>
    inflateSync(png.subarray(41, 41 + new DataView(png.buffer).getUint32(33)))
  assert.ok(rows(Deno.readFileSync(file)).equals(rows(Uint8Array.from(pngOf(picture)))))
})

Deno.test('a PDF with words of 120 letters is created', async () => {
  const long = 'M'.repeat(120)
  const seller = { ...paper.seller, legal_name: long, address: long }
  assert.ok((await paperPdf({ ...paper, seller, title: long }, 'es')).length > 0)
})
