const en = {
  invoice: 'Invoice',
  fee_invoice: 'Invoice',
  credit_note: 'Credit note',
  date: 'Date',
  order: 'Order',
  from: 'From',
  to: 'To',
  corrects: 'Corrects',
  vat_number: 'VAT number',
  tax_number: 'Tax number',
  net: 'Net',
  vat: 'VAT',
  total: 'Total',
  subject_order: 'Work of an order',
  subject_milestone: 'Milestone of an order',
  subject_tip: 'Tip',
  subject_fee: 'Fee of the market',
  subject_buyer_fee: 'Fee of the market',
  subject_taken_back: 'Taken back with the payment',
  subject_given_back: 'Given back with the payment',
  paid: 'Paid through the market. Nothing is left to pay to the seller.',
  on_behalf: 'Issued by the market in the name and on behalf of the seller.',
  vat_AE: 'Reverse charge: the buyer owes the VAT.',
  vat_O: 'No VAT is charged.',
  vat_S: '',
}

type Words = Record<keyof typeof en, string>

const es: Words = {
  invoice: 'Factura',
  fee_invoice: 'Factura',
  credit_note: 'Factura rectificativa',
  date: 'Fecha',
  order: 'Pedido',
  from: 'De',
  to: 'Para',
  corrects: 'Rectifica',
  vat_number: 'Número de IVA',
  tax_number: 'Número fiscal',
  net: 'Base',
  vat: 'IVA',
  total: 'Total',
  subject_order: 'Trabajo de un pedido',
  subject_milestone: 'Hito de un pedido',
  subject_tip: 'Propina',
  subject_fee: 'Comisión del mercado',
  subject_buyer_fee: 'Comisión del mercado',
  subject_taken_back: 'Retirado junto con el pago',
  subject_given_back: 'Devuelto junto con el pago',
  paid: 'Pagado a través del mercado. No queda nada por pagar al vendedor.',
  on_behalf: 'Emitida por el mercado en nombre y por cuenta del vendedor.',
  vat_AE: 'Inversión del sujeto pasivo: el comprador debe el IVA.',
  vat_O: 'No se aplica IVA.',
  vat_S: '',
}

const tr: Words = {
  invoice: 'Fatura',
  fee_invoice: 'Fatura',
  credit_note: 'İade faturası',
  date: 'Tarih',
  order: 'Sipariş',
  from: 'Satıcı',
  to: 'Alıcı',
  corrects: 'Düzelttiği belge',
  vat_number: 'KDV numarası',
  tax_number: 'Vergi numarası',
  net: 'KDV hariç',
  vat: 'KDV',
  total: 'Toplam',
  subject_order: 'Bir siparişin işi',
  subject_milestone: 'Bir siparişin aşaması',
  subject_tip: 'Bahşiş',
  subject_fee: 'Pazarın ücreti',
  subject_buyer_fee: 'Pazarın ücreti',
  subject_taken_back: 'Ödemeyle birlikte geri alındı',
  subject_given_back: 'Ödemeyle birlikte geri verildi',
  paid: 'Pazar üzerinden ödendi. Satıcıya ödenecek bir şey kalmadı.',
  on_behalf: 'Pazar tarafından satıcının adına ve hesabına düzenlendi.',
  vat_AE: 'Ters yükümlülük: KDV alıcı tarafından ödenir.',
  vat_O: 'KDV uygulanmaz.',
  vat_S: '',
}

const languages: Record<string, Words> = { en, es, tr }

/** The language and its words; English for one that we do not write. */
export function wordsOf(locale: string): { locale: string; words: Words } {
  const code = locale.split('-')[0] ?? ''
  const words = Object.hasOwn(languages, code) ? languages[code] : undefined
  return words ? { locale: code, words } : { locale: 'en', words: en }
}
