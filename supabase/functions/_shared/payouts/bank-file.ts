import { decimalsOf, toDecimalString } from '../money.ts'
import { bankText } from './bank-text.ts'
import { isInSepa } from './sepa-area.ts'

export type BankPayout = {
  id: string
  holder: string
  account: string
  amount_minor: number
  currency: string
}
/** The operator's account, from which the bank takes the money. */
export type Debtor = { name: string; iban: string; bic: string }

/**
 * One file of credit transfers for the bank (pain.001.001.09). A payout in euro to the SEPA area is a
 * SEPA credit transfer; every other is an ordinary one, for which payer and payee each pay the fees of their bank.
 * The file has no addresses: banks refuse them as free text, and SEPA transfers do not need them.
 */
export function bankFile(payouts: BankPayout[], debtor: Debtor, id: string, now: Date): string {
  const groups = Map.groupBy(payouts, (each) => `${each.currency} ${isSepa(each) ? 'SEPA' : ''}`)
  const blocks = [...groups.values()].map((group, at) =>
    block(group, debtor, `${id}-${at + 1}`, now),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">',
    '<CstmrCdtTrfInitn>',
    `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${now.toISOString().slice(0, 19)}</CreDtTm>`,
    `<NbOfTxs>${payouts.length}</NbOfTxs>`,
    `<InitgPty><Nm>${xml(bankText(debtor.name, 70))}</Nm></InitgPty></GrpHdr>`,
    ...blocks,
    '</CstmrCdtTrfInitn>',
    '</Document>',
    '',
  ].join('\n')
}

/** How many payouts the file holds, and their sum, by currency. */
export const fileSums = (payouts: BankPayout[]) =>
  [...Map.groupBy(payouts, ({ currency }) => currency)].map(([currency, group]) => ({
    currency,
    payouts: group.length,
    amount_minor: group.reduce((sum, each) => sum + each.amount_minor, 0),
  }))

const isSepa = ({ currency, account }: BankPayout) => currency === 'EUR' && isInSepa(account)

function block(group: BankPayout[], debtor: Debtor, id: string, now: Date): string {
  const first = group[0]
  if (!first) return ''
  const sum = group.reduce((total, each) => total + BigInt(each.amount_minor), 0n)
  const sepa = isSepa(first)
  return [
    `<PmtInf><PmtInfId>${id}</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>${group.length}</NbOfTxs>`,
    `<CtrlSum>${toDecimalString(sum, decimals(first.currency))}</CtrlSum>`,
    sepa ? '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>' : '',
    `<ReqdExctnDt><Dt>${now.toISOString().slice(0, 10)}</Dt></ReqdExctnDt>`,
    `<Dbtr><Nm>${xml(bankText(debtor.name, 70))}</Nm></Dbtr>`,
    `<DbtrAcct><Id><IBAN>${debtor.iban}</IBAN></Id></DbtrAcct>`,
    `<DbtrAgt><FinInstnId><BICFI>${debtor.bic}</BICFI></FinInstnId></DbtrAgt>`,
    `<ChrgBr>${sepa ? 'SLEV' : 'SHAR'}</ChrgBr>`,
    ...group.map(transfer),
    '</PmtInf>',
  ]
    .filter(Boolean)
    .join('\n')
}

/** One transfer. Its reference is the payout's id without hyphens, which has 32 of the 35 allowed characters. */
function transfer({ id, holder, account, amount_minor, currency }: BankPayout): string {
  const amount = toDecimalString(amount_minor, decimals(currency))
  return [
    `<CdtTrfTxInf><PmtId><EndToEndId>${id.replaceAll('-', '')}</EndToEndId></PmtId>`,
    `<Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt>`,
    `<Cdtr><Nm>${xml(bankText(holder, 70))}</Nm></Cdtr>`,
    `<CdtrAcct><Id><IBAN>${account}</IBAN></Id></CdtrAcct>`,
    `<RmtInf><Ustrd>Payout ${id.slice(0, 8)}</Ustrd></RmtInf></CdtTrfTxInf>`,
  ].join('\n')
}

/** The decimals of a currency. The euro is listed here because payouts may be in euro when no price is. */
const decimals = (currency: string) => (currency === 'EUR' ? 2 : decimalsOf(currency))

const xml = (text: string) => text.replaceAll("'", '&apos;')
