import { parseMoney } from './money.ts'
import { elementsAt, elementAt, readXml, textAt, type XmlElement } from './xml.ts'

/** A movement as the SQL function import_statement takes it. */
export type StatementLine = {
  ref: string
  kind: 'payment' | 'payout' | 'payout_returned' | 'other'
  /** The id of the payout, if our file of transfers caused this movement. */
  subject: string | null
  amount_minor: number
  currency: string
  occurred_at: string
}
export type BankStatement = {
  currency: string
  closing_minor: number
  begins_at: string
  ends_at: string
  lines: StatementLine[]
}

/** An error to show about a file that is no statement, or whose amounts do not add up. */
export class StatementError extends Error {}

const DAY_MS = 86_400_000
/** A payout's id without hyphens, as our file of transfers writes it. */
const OURS = /^[0-9a-f]{32}$/

/** The booked movements of statements in the format camt.053, of any version, the oldest statement first. */
export function readStatements(source: string): BankStatement[] {
  let document: XmlElement
  try {
    document = readXml(source)
  } catch (error) {
    throw new StatementError('no XML', { cause: error })
  }
  const statements = elementsAt(elementAt(document, 'BkToCstmrStmt'), 'Stmt')
  if (statements.length === 0) throw new StatementError('no statement')
  return statements.map(statementOf).toSorted((a, b) => a.ends_at.localeCompare(b.ends_at))
}

function statementOf(statement: XmlElement): BankStatement {
  const id = textAt(statement, 'Id') ?? ''
  const opening = balanceOf(statement, ['OPBD', 'PRCD'])
  const closing = balanceOf(statement, ['CLBD'])
  const { currency } = closing
  // `Sts` is a text in older versions and a code in newer ones. Pending entries are left out, because they may still change.
  const booked = elementsAt(statement, 'Ntry').filter((entry) =>
    [textAt(entry, 'Sts'), textAt(entry, 'Sts', 'Cd')].includes('BOOK'),
  )
  const account =
    textAt(statement, 'Acct', 'Id', 'IBAN') ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id') ?? ''
  const lines = withUniqueReferences(
    account,
    booked.flatMap((entry, nr) => linesOf(entry, `${id}-${nr + 1}`)),
  )
  const sum = lines.reduce((before, line) => before + line.amount_minor, 0)
  if (lines.some((line) => line.currency !== currency) || opening.minor + sum !== closing.minor)
    throw new StatementError('it does not add up')
  const times = [...lines.map((line) => line.occurred_at), closing.at].toSorted()
  return {
    currency,
    closing_minor: closing.minor,
    begins_at: times[0]!,
    // A balance is valid at the end of its day.
    ends_at: new Date(Date.parse(closing.at) + DAY_MS - 1000).toISOString(),
    lines,
  }
}

function balanceOf(statement: XmlElement, kinds: string[]) {
  const balance = elementsAt(statement, 'Bal').find((each) =>
    kinds.includes(textAt(each, 'Tp', 'CdOrPrtry', 'Cd') ?? ''),
  )
  return { ...signedOf(balance), at: timeOf(elementAt(balance, 'Dt')) }
}

/** Makes references unique: a bank restarts its numbers each day or for each account, and an entry and its charge may share one. */
function withUniqueReferences(account: string, lines: StatementLine[]): StatementLine[] {
  const uses = new Map<string, number>()
  return lines.map((line) => {
    const name = `${account}/${line.occurred_at.slice(0, 10)}/${line.ref}`
    const nr = (uses.get(name) ?? 0) + 1
    uses.set(name, nr)
    return { ...line, ref: `${name}${nr > 1 ? `#${nr}` : ''}`.slice(-200) }
  })
}

/** The lines of an entry: one for each of its transfers if the bank states their amounts, otherwise one for all. */
function linesOf(entry: XmlElement, place: string): StatementLine[] {
  const ref = textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef') ?? place
  const occurred_at = timeOf(elementAt(entry, 'BookgDt'))
  const whole = signedOf(entry)
  const details = elementsAt(entry, 'NtryDtls').flatMap((part) => elementsAt(part, 'TxDtls'))
  const parts = details.map((detail) => {
    const amount = elementAt(detail, 'Amt') ?? elementAt(detail, 'AmtDtls', 'TxAmt', 'Amt')
    return amount ? { detail, ...signedOf(detail, amount, entry) } : null
  })
  const isSplit =
    parts.length > 1 &&
    parts.every((part) => part !== null && part.currency === whole.currency) &&
    parts.reduce((sum, part) => sum + (part?.minor ?? 0), 0) === whole.minor
  const pieces = isSplit ? parts.flatMap((part) => part ?? []) : [{ detail: details[0], ...whole }]
  return pieces.map(({ detail, minor, currency }, nr) => {
    const given = textAt(detail, 'Refs', 'EndToEndId')?.toLowerCase() ?? ''
    const subject = (isSplit || details.length === 1) && OURS.test(given) ? given : null
    const isReturn =
      textAt(entry, 'RvslInd') === 'true' || elementAt(detail, 'RtrInf') !== undefined
    return {
      ref: `${ref}${isSplit ? `/${nr + 1}` : ''}`,
      kind: kindOf(minor, subject, isReturn),
      subject,
      amount_minor: minor,
      currency,
      occurred_at,
    }
  })
}

function kindOf(minor: number, subject: string | null, isReturn: boolean): StatementLine['kind'] {
  if (minor < 0) return subject ? 'payout' : 'other'
  if (subject) return 'payout_returned'
  return isReturn ? 'other' : 'payment'
}

function signedOf(
  element: XmlElement | undefined,
  amount = elementAt(element, 'Amt'),
  entry = element,
) {
  const currency = amount?.attributes['Ccy'] ?? ''
  const minor = minorOf(amount?.text.trim() ?? '', currency)
  const side = textAt(element, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd')
  if (minor === null || (side !== 'CRDT' && side !== 'DBIT'))
    throw new StatementError('an amount cannot be read')
  return { minor: side === 'DBIT' ? -minor : minor, currency }
}

/** An amount in minor units; null for a text that is no amount, and for a currency that the market does not have. */
function minorOf(text: string, currency: string): number | null {
  if (!/^\d+(\.\d+)?$/.test(text)) return null
  try {
    return parseMoney(text.includes('.') ? text.replace(/0+$/, '') : text, currency)
  } catch {
    return null
  }
}

/** The start of the day in a date of the bank, which may also contain a time. */
function timeOf(date: XmlElement | undefined): string {
  const day = textAt(date, 'Dt') ?? textAt(date, 'DtTm')
  const time = Date.parse(day?.slice(0, 10) ?? '')
  if (Number.isNaN(time)) throw new StatementError('a day cannot be read')
  return new Date(time).toISOString()
}
