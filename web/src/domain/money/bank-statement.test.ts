import { expect, test } from 'vitest'
import { readStatements, StatementError } from './bank-statement.ts'

const OURS = '0123456789abcdef0123456789abcdef'
const DAY = 'DE89370400440532013000/2026-11-20'
const balance = (kind: string, amount: string, day: string, side = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
const entry = (amount: string, side: string, more = '', sts = '<Sts><Cd>BOOK</Cd></Sts>') =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${sts}<BookgDt><Dt>2026-11-20</Dt></BookgDt>${more}</Ntry>`
const detail = (id: string, more = '') =>
  `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${more}</TxDtls>`
const details = (...parts: string[]) => `<NtryDtls>${parts.join('')}</NtryDtls>`
const statement = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!-- a bank --><ns:Document xmlns:ns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><ns:BkToCstmrStmt><Stmt><Id>S1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${body}</Stmt></ns:BkToCstmrStmt></ns:Document>`

const amount = (text: string) => `<AmtDtls><TxAmt><Amt Ccy="USD">${text}</Amt></TxAmt></AmtDtls>`

test('each booked movement is a line, which names the payout if our file of transfers caused it', () => {
  const [read] = readStatements(
    statement(
      [
        balance('OPBD', '100.5', '2026-11-19'),
        entry(
          '8.29',
          'DBIT',
          `<AcctSvcrRef>A&amp;1</AcctSvcrRef>${details(detail(OURS.toUpperCase()))}`,
        ),
        entry(
          '20',
          'CRDT',
          `<NtryRef>N2</NtryRef>${details(detail('NOTPROVIDED'))}`,
          '<Sts>BOOK</Sts>',
        ),
        entry('8.29', 'CRDT', `<RvslInd>true</RvslInd>${details(detail(OURS, '<RtrInf/>'))}`),
        entry('3.00', 'CRDT', `<RvslInd>true</RvslInd>`),
        entry('1.5', 'DBIT'),
        entry('999', 'CRDT', '', '<Sts><Cd>PDNG</Cd></Sts>'),
        balance('CLBD', '122.00', '2026-11-20'),
      ].join(''),
    ),
  )
  expect(read).toMatchObject({
    currency: 'USD',
    closing_minor: 12200,
    begins_at: '2026-11-20T00:00:00.000Z',
    ends_at: '2026-11-20T23:59:59.000Z',
  })
  expect(read!.lines.map((line) => [line.ref, line.kind, line.subject, line.amount_minor])).toEqual(
    [
      [`${DAY}/A&1`, 'payout', OURS, -829],
      [`${DAY}/N2`, 'payment', null, 2000],
      [`${DAY}/S1-3`, 'payout_returned', OURS, 829],
      [`${DAY}/S1-4`, 'other', null, 300],
      [`${DAY}/S1-5`, 'other', null, -150],
    ],
  )
})

test('an entry for a whole file is split into its transfers if the bank states their amounts', () => {
  const body = (second: string) =>
    [
      balance('OPBD', '0', '2026-11-19'),
      entry(
        '3.00',
        'DBIT',
        `<AcctSvcrRef>B</AcctSvcrRef>${details(detail(OURS, amount('1.00')), detail(OURS.replace('0', 'f'), second))}`,
      ),
      balance('CLBD', '3.00', '2026-11-20', 'DBIT'),
    ].join('')
  expect(readStatements(statement(body(amount('2.00'))))[0]!.lines).toMatchObject([
    { ref: `${DAY}/B/1`, kind: 'payout', subject: OURS, amount_minor: -100 },
    { ref: `${DAY}/B/2`, kind: 'payout', amount_minor: -200 },
  ])
  for (const part of ['', amount('1.99')])
    expect(readStatements(statement(body(part)))[0]!.lines).toMatchObject([
      { ref: `${DAY}/B`, kind: 'other', subject: null, amount_minor: -300 },
    ])
})

test('every movement gets a different reference, even if the bank gives two movements the same one', () => {
  const day = (date: string) =>
    statement(
      [
        balance('OPBD', '9', '2026-11-19'),
        entry('8', 'DBIT', '<AcctSvcrRef>A</AcctSvcrRef>'),
        entry('1', 'DBIT', '<AcctSvcrRef>A</AcctSvcrRef>'),
        balance('CLBD', '0', '2026-11-20'),
      ].join(''),
    ).replaceAll('2026-11-20', date)
  const names = ['2026-11-20', '2026-11-23'].flatMap((date) =>
    readStatements(day(date))[0]!.lines.map(({ ref }) => ref),
  )
  expect(names).toEqual([
    `${DAY}/A`,
    `${DAY}/A#2`,
    `${DAY.replace(/20$/, '23')}/A`,
    `${DAY.replace(/20$/, '23')}/A#2`,
  ])
})

test('a booking date with a time counts as the whole day', () => {
  const [read] = readStatements(
    statement(`${balance('OPBD', '0', '2026-11-19')}${balance('CLBD', '0', '2026-11-20')}`).replace(
      '<Dt>2026-11-20</Dt>',
      '<DtTm>2026-11-20T23:59:59+03:00</DtTm>',
    ),
  )
  expect(read).toMatchObject({ ends_at: '2026-11-20T23:59:59.000Z' })
})

test('several statements in a file are returned from the oldest to the newest', () => {
  const day = (nr: number) =>
    `<Stmt><Id>${nr}</Id>${balance('OPBD', '0', `2026-11-0${nr}`)}${balance('CLBD', '0', `2026-11-0${nr}`)}</Stmt>`
  const file = statement('').replace(/<Stmt>.*<\/Stmt>/, day(3) + day(1) + day(2))
  expect(readStatements(file).map(({ ends_at }) => ends_at.slice(0, 10))).toEqual([
    '2026-11-01',
    '2026-11-02',
    '2026-11-03',
  ])
})

test('a file that is no statement, or whose amounts do not add up, is refused', () => {
  const whole = statement(
    `${balance('OPBD', '0', '2026-11-19')}${entry('1', 'CRDT')}${balance('CLBD', '1', '2026-11-20')}`,
  )
  expect(readStatements(whole)).toHaveLength(1)
  const broken = [
    whole.replace('>1</Amt>', '>2</Amt>'),
    whole.replace('BOOK', 'PDNG'),
    whole.replace('CLBD', 'ITAV'),
    whole.replace('Ccy="USD">1<', 'Ccy="EUR">1<'),
    whole.replace('>1</Amt>', '>1.005</Amt>'),
    whole.replace('>1</Amt>', '>1e0</Amt>'),
    whole.replace('2026-11-20', 'soon'),
    whole.replace('<Stmt>', '<Other>'),
    whole.slice(0, -1),
    whole.replace('<!-- a bank -->', '<!DOCTYPE x [<!ENTITY a "1">]>'),
    whole.replaceAll('Stmt>', 'Ntfctn>'),
    '',
    'PK\u0003',
  ]
  for (const text of broken) expect(() => readStatements(text), text).toThrow(StatementError)
})
