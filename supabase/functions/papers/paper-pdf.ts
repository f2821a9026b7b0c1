import { embedFacturX, PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { CHAIN_CURRENCIES } from '../_shared/currencies.generated.ts'
import { formatMoney } from '../_shared/money.ts'
import { fontOfSite, fontsOf, type ReadFont } from './fonts.ts'
import { invoiceXml } from './invoice-xml.ts'
import type { Paper, Party } from './paper.ts'
import { directionOf, runsOf } from './runs.ts'
import { wordsOf, type Words } from './words.ts'

// Draws a paper as a PDF/A-3 page with the EN 16931 XML file attached (Factur-X). The file is left out if one
// side has no company data.

const [WIDTH, HEIGHT, MARGIN] = [595, 842, 56]
const RIGHT = WIDTH - MARGIN
const BLACK = rgb(0, 0, 0)
const GREY = rgb(0.38, 0.38, 0.38)
const countries = (locale: string) => new Intl.DisplayNames([locale], { type: 'region' })

/** The texts of a paper, in the order in which they are drawn. */
export function textsOf(paper: Paper, language: string) {
  const { locale, words } = wordsOf(language)
  const money = (minor: number) => formatMoney(minor, paper.currency, locale)
  const side = (party: Party) =>
    [
      party.legal_name,
      party.address,
      [party.postal_code, party.city].filter(Boolean).join(' '),
      party.country && countries(locale).of(party.country),
      party.vat_number && `${words.vat_number}: ${party.vat_number}`,
      party.tax_number && `${words.tax_number}: ${party.tax_number}`,
    ].filter((line): line is string => Boolean(line))
  const rate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  return {
    title: `${words[paper.kind]} ${paper.number}`,
    facts: [
      `${words.date}: ${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(paper.issued_at))}`,
      `${words.order}: ${paper.order_number}`,
      ...(paper.corrects_number ? [`${words.corrects}: ${paper.corrects_number}`] : []),
    ],
    sides: [
      { name: words.from, lines: side(paper.seller) },
      { name: words.to, lines: side(paper.buyer) },
    ],
    line: [subjectOf(paper, words), paper.title],
    sums: [
      { name: words.net, amount: money(paper.total_minor - paper.vat_minor) },
      {
        name: `${words.vat} ${rate.format(paper.vat_percent / 100)}`,
        amount: money(paper.vat_minor),
      },
      { name: words.total, amount: money(paper.total_minor) },
    ],
    notes: [
      words[`vat_${paper.vat_category}`],
      ...(paper.kind === 'credit_note' ? [] : [isOnChain(paper) ? words.paid_chain : words.paid]),
      ...(paper.seller_id ? [words.on_behalf] : []),
    ].filter(Boolean),
  }
}

const isOnChain = ({ currency }: Paper) => CHAIN_CURRENCIES.includes(currency)

/** The subject line. On the chain `taken_back` has its own text, because no money was taken back from a creator. */
const subjectOf = (paper: Paper, words: Words) =>
  paper.subject === 'taken_back' && isOnChain(paper)
    ? words.subject_taken_back_chain
    : words[`subject_${paper.subject}`]

export async function paperPdf(
  paper: Paper,
  language: string,
  read: ReadFont = fontOfSite,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create()
  const texts = plain(JSON.stringify(textsOf(paper, language)))
  const { fontOf, drawable } = await fontsOf(document, texts, read)
  draw(document.addPage([WIDTH, HEIGHT]), fontOf, JSON.parse(drawable(texts)))
  const issued = new Date(paper.issued_at)
  document.setTitle(paper.number)
  document.setAuthor(paper.seller.legal_name)
  document.setCreationDate(issued)
  document.setModificationDate(issued)
  const xml = invoiceXml(paper)
  if (xml === null) document.convertToPDFA({ conformance: '3B' })
  else {
    await embedFacturX(document, new TextEncoder().encode(xml), {
      conformanceLevel: 'EN 16931',
      creationDate: issued,
      modificationDate: issued,
    })
  }
  return new Uint8Array(await document.save())
}

type FontOf = (sign: string) => PDFFont

function draw(page: PDFPage, fontOf: FontOf, texts: ReturnType<typeof textsOf>) {
  const pen = penFor(page, fontOf)
  let y = pen.column([texts.title], MARGIN, HEIGHT - 90, 20, RIGHT - MARGIN)
  y = pen.column(texts.facts, MARGIN, y - 8, 10, RIGHT - MARGIN, GREY) - 24
  const half = (RIGHT - MARGIN) / 2
  const ends = texts.sides.map(({ name, lines }, place) => {
    const below = pen.column([name], MARGIN + place * half, y, 9, half - 16, GREY)
    return pen.column(lines, MARGIN + place * half, below, 10.5, half - 16)
  })
  y = Math.min(...ends) - 30
  pen.rule(y + 16)
  const [net] = texts.sums
  pen.atRight(net?.amount ?? '', y, 10.5)
  y = pen.column(texts.line, MARGIN, y, 10.5, half + 80) - 6
  pen.rule(y + 12)
  for (const { name, amount } of texts.sums) {
    y -= 8
    pen.column([name], MARGIN + half, y, 10.5, half)
    pen.atRight(amount, y, 10.5)
    y -= 12
  }
  pen.column(texts.notes, MARGIN, y - 30, 9, RIGHT - MARGIN, GREY)
}

const plain = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/** Functions that draw text on a page. Amounts are separate texts, aligned to the right edge. */
function penFor(page: PDFPage, fontOf: FontOf) {
  const widthOf = (text: string, size: number) =>
    runsOf(text, 'ltr', fontOf).reduce(
      (sum, run) => sum + run.font.widthOfTextAtSize(run.text, size),
      0,
    )
  const write = (
    text: string,
    start: number,
    y: number,
    size: number,
    { color = BLACK, direction = directionOf(text) } = {},
  ) => {
    let x = start
    for (const run of runsOf(text, direction, fontOf)) {
      page.drawText(run.text, { x, y, size, font: run.font, color })
      x += run.font.widthOfTextAtSize(run.text, size)
    }
  }
  const lines = (text: string, size: number, most: number) => {
    const fitting: string[] = []
    for (const word of text.split(' ')) {
      for (const part of pieces(word, (it) => widthOf(it, size) <= most)) {
        const longer = [fitting.at(-1), part].filter(Boolean).join(' ')
        if (fitting.length > 0 && widthOf(longer, size) <= most)
          fitting[fitting.length - 1] = longer
        else fitting.push(part)
      }
    }
    return fitting
  }
  return {
    column(texts: string[], x: number, top: number, size: number, most: number, color = BLACK) {
      let y = top
      for (const text of texts.map(plain)) {
        const direction = directionOf(text)
        for (const line of lines(text, size, most)) {
          write(line, x, y, size, { color, direction })
          y -= size * 1.45
        }
      }
      return y
    },
    atRight(text: string, y: number, size: number) {
      const line = plain(text)
      write(line, RIGHT - widthOf(line, size), y, size)
    },
    rule: (y: number) =>
      page.drawLine({ start: { x: MARGIN, y }, end: { x: RIGHT, y }, thickness: 0.5, color: GREY }),
  }
}

/** Splits a word that is wider than its column. */
function pieces(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word]
  const parts = ['']
  for (const sign of word) {
    const longer = (parts.at(-1) ?? '') + sign
    if (longer.length === 1 || fits(longer)) parts[parts.length - 1] = longer
    else parts.push(sign)
  }
  return parts
}
