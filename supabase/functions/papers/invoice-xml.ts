import { decimal, type Paper, type Party } from './paper.ts'

// Writes a paper as machine-readable XML by EN 16931 (Cross Industry Invoice). A paper has one line, and
// is already paid. The elements are in the order that the schema requires.

/** The XML; null for papers that the format does not allow: a side has no address, or the currency is not in ISO 4217. */
export function invoiceXml(paper: Paper): string | null {
  if (!paper.seller.country || !paper.buyer.country || paper.currency.length !== 3) return null
  const net = decimal(paper, paper.total_minor - paper.vat_minor)
  const day = date(paper.issued_at)
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice ${NAMESPACES}>
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter>${tag('ID', 'urn:cen.eu:en16931:2017')}</ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument>${tag('ID', paper.number)}${tag('TypeCode', paper.kind === 'credit_note' ? '381' : '380')}<ram:IssueDateTime>${day}</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
<ram:IncludedSupplyChainTradeLineItem>
<ram:AssociatedDocumentLineDocument>${tag('LineID', '1')}</ram:AssociatedDocumentLineDocument>
<ram:SpecifiedTradeProduct>${tag('Name', paper.title)}</ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice>${tag('ChargeAmount', net)}</ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement>
<ram:ApplicableTradeTax>${tag('TypeCode', 'VAT')}${tag('CategoryCode', paper.vat_category)}${percent(paper)}</ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementLineMonetarySummation>${tag('LineTotalAmount', net)}</ram:SpecifiedTradeSettlementLineMonetarySummation>
</ram:SpecifiedLineTradeSettlement>
</ram:IncludedSupplyChainTradeLineItem>
<ram:ApplicableHeaderTradeAgreement>
<ram:SellerTradeParty>${party(paper, paper.seller, paper.seller_id ?? 'market')}</ram:SellerTradeParty>
<ram:BuyerTradeParty>${party(paper, paper.buyer)}</ram:BuyerTradeParty>
<ram:BuyerOrderReferencedDocument>${tag('IssuerAssignedID', paper.order_number)}</ram:BuyerOrderReferencedDocument>
</ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery><ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime>${day}</ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent></ram:ApplicableHeaderTradeDelivery>
<ram:ApplicableHeaderTradeSettlement>
${tag('InvoiceCurrencyCode', paper.currency)}
<ram:ApplicableTradeTax>${tag('CalculatedAmount', decimal(paper, paper.vat_minor))}${tag('TypeCode', 'VAT')}${reason(paper)}${tag('BasisAmount', net)}${tag('CategoryCode', paper.vat_category)}${reasonCode(paper)}${percent(paper)}</ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation>
${tag('LineTotalAmount', net)}${tag('TaxBasisTotalAmount', net)}<ram:TaxTotalAmount currencyID="${paper.currency}">${decimal(paper, paper.vat_minor)}</ram:TaxTotalAmount>${tag('GrandTotalAmount', decimal(paper, paper.total_minor))}${tag('TotalPrepaidAmount', decimal(paper, paper.total_minor))}${tag('DuePayableAmount', decimal(paper, 0))}
</ram:SpecifiedTradeSettlementHeaderMonetarySummation>
${paper.corrects_number ? `<ram:InvoiceReferencedDocument>${tag('IssuerAssignedID', paper.corrects_number)}</ram:InvoiceReferencedDocument>` : ''}
</ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`
}

const URN = 'urn:un:unece:uncefact:data:standard'
const NAMESPACES = `xmlns:rsm="${URN}:CrossIndustryInvoice:100" xmlns:ram="${URN}:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${URN}:UnqualifiedDataType:100"`

const tag = (name: string, value: string) => `<ram:${name}>${escaped(value)}</ram:${name}>`

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

const date = (at: string) =>
  `<udt:DateTimeString format="102">${at.slice(0, 10).replaceAll('-', '')}</udt:DateTimeString>`

/** False for category `O` (outside the scope of VAT): the format then allows neither a rate nor VAT numbers. */
const hasVat = (paper: Paper) => paper.vat_category !== 'O'
const percent = (paper: Paper) =>
  hasVat(paper) ? tag('RateApplicablePercent', paper.vat_percent.toFixed(2)) : ''

const REASONS = { S: undefined, AE: 'Reverse charge', O: 'Not subject to VAT' }
const reason = ({ vat_category }: Paper) => {
  const text = REASONS[vat_category]
  return text ? tag('ExemptionReason', text) : ''
}
const reasonCode = ({ vat_category }: Paper) =>
  vat_category === 'S' ? '' : tag('ExemptionReasonCode', `VATEX-EU-${vat_category}`)

/** A seller or buyer. The format requires an identifier of a seller that has no VAT number. */
function party(paper: Paper, side: Party, id = ''): string {
  const registration = hasVat(paper) && side.vat_number
  return [
    id && !registration ? tag('ID', side.tax_number ?? id) : '',
    tag('Name', side.legal_name),
    '<ram:PostalTradeAddress>',
    side.postal_code ? tag('PostcodeCode', side.postal_code) : '',
    side.address ? tag('LineOne', side.address) : '',
    side.city ? tag('CityName', side.city) : '',
    tag('CountryID', side.country ?? ''),
    '</ram:PostalTradeAddress>',
    registration
      ? `<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${escaped(registration)}</ram:ID></ram:SpecifiedTaxRegistration>`
      : '',
  ].join('')
}
