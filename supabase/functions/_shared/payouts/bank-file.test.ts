import assert from 'node:assert/strict'
import { bankFile, fileSums } from './bank-file.ts'
import { bankText } from './bank-text.ts'
import { isInSepa } from './sepa-area.ts'

const debtor = { name: 'Kolpact GmbH & Co', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }
const now = new Date('2026-11-25T10:11:12.345Z')
const payout = {
  id: '00000000-0000-4000-8000-00000000000a',
  holder: 'Şule Öz',
  account: 'NL91ABNA0417164300',
  amount_minor: 829,
  currency: 'EUR',
}
const all = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, 'g'))].map(([, text]) => text)

Deno.test('a bank file groups payouts into one block for each kind of transfer, with exact totals', () => {
  const xml = bankFile(
    [
      payout,
      { ...payout, amount_minor: 100_000_000_000_001 },
      { ...payout, currency: 'USD', amount_minor: 5 },
      { ...payout, account: 'TR330006100519786457841326' },
    ],
    debtor,
    'KP1',
    now,
  )
  assert.deepEqual(all(xml, 'InstdAmt'), ['8.29', '1000000000000.01', '0.05', '8.29'])
  assert.deepEqual(all(xml, 'CtrlSum'), ['1000000000008.30', '0.05', '8.29'])
  assert.deepEqual(all(xml, 'NbOfTxs'), ['4', '2', '1', '1'])
  // The payouts to Turkey, outside of the SEPA area, and in dollars are not SEPA transfers: payer and payee share fees.
  assert.deepEqual(all(xml, 'ChrgBr'), ['SLEV', 'SHAR', 'SHAR'])
  assert.equal(all(xml, 'Cd').length, 1)
  assert.deepEqual(all(xml, 'PmtInfId'), ['KP1-1', 'KP1-2', 'KP1-3'])
  assert.doesNotMatch(xml, /PstlAdr|AdrLine/)
  assert.match(xml, /<ReqdExctnDt><Dt>2026-11-25<\/Dt>/)
})

Deno.test('identifiers are no longer than banks allow, and names have only letters that banks accept', () => {
  const xml = bankFile([payout], debtor, 'KP20261125101112345', now)
  for (const tag of ['MsgId', 'PmtInfId', 'EndToEndId']) {
    for (const id of all(xml, tag)) assert.match(id ?? '', /^[A-Za-z0-9-]{1,35}$/)
  }
  assert.deepEqual(all(xml, 'Nm'), ['Kolpact GmbH + Co', 'Kolpact GmbH + Co', 'Sule Oz'])
})

Deno.test('a name is written in letters that every bank accepts', () => {
  const names: [string, string][] = [
    ['Çağrı Şimşek', 'Cagri Simsek'],
    ['Łukasz Żak', 'Lukasz Zak'],
    ['Straße / Øre', 'Strasse / Ore'],
    ['<script>"x"</script>', '.script..x../script.'],
    ['//a//b//', 'a/b'],
    ['王', '.'],
    ['', '.'],
  ]
  for (const [name, plain] of names) assert.equal(bankText(name, 70), plain, name)
  assert.equal(bankText('a'.repeat(200), 70).length, 70)
})

Deno.test('the SEPA area includes the countries that joined last, and no country outside it', () => {
  for (const country of ['AL', 'MD', 'ME', 'MK', 'RS', 'CH', 'GB', 'DE'])
    assert.equal(isInSepa(`${country}00`), true, country)
  for (const country of ['TR', 'UA', 'BR', 'AE', 'BA', 'XK'])
    assert.equal(isInSepa(`${country}00`), false, country)
})

Deno.test('a bank file states the number and the sum of its payouts by currency', () => {
  const one = { id: '1', holder: 'Kim', account: 'DE89370400440532013000' }
  assert.deepEqual(
    fileSums([
      { ...one, amount_minor: 22500, currency: 'USD' },
      { ...one, amount_minor: 100, currency: 'EUR' },
      { ...one, amount_minor: 52354, currency: 'USD' },
    ]),
    [
      { currency: 'USD', payouts: 2, amount_minor: 74854 },
      { currency: 'EUR', payouts: 1, amount_minor: 100 },
    ],
  )
})
