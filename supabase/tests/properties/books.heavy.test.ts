// The accountants' journal is added up by an independent program, hledger. If it is not installed, Debian's package
// is downloaded.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { accountOf, hledgerJournal, type JournalLine } from '../../../web/src/domain/money/books.ts'
import { toDecimalString } from '../../functions/_shared/money.ts'
import { inSession, testDatabase } from '../support/race.ts'

const ENDS = ['completed', 'declined', 'settled', 'funded', 'delivered', 'disputed']
const folder = mkdtempSync(join(tmpdir(), 'hledger-'))
const db = testDatabase(1)
afterAll(() => rmSync(folder, { recursive: true }))

/** The installed hledger, or the one of Debian's package, which runs without installation. */
function hledger(): string {
  if (spawnSync('hledger', ['--version']).status === 0) return 'hledger'
  execFileSync('apt-get', ['download', 'hledger'], { cwd: folder })
  const [file = ''] = readdirSync(folder)
  execFileSync('dpkg', ['-x', file, 'unpacked'], { cwd: folder })
  return join(folder, 'unpacked/usr/bin/hledger')
}

test('hledger finds the journal balanced and computes the balances of the ledger', async () => {
  const staff = await db.sql.begin(async (tx) => {
    for (const [nr, end] of ENDS.entries())
      await tx`select tests.make_order(tests.make_member(${`b${nr}`}, 'brand'), tests.make_member(${`k${nr}`}, 'kol'), ${end}, ${10_001 + nr})`
    return (await tx<{ id: string }[]>`select tests.make_staff('sam') as id`)[0]!.id
  })
  const month = new Date().toISOString().slice(0, 10)
  const [lines, balances] = await inSession(db.sql, { profile: staff, aal: 'aal2' }, async (tx) => [
    await tx<JournalLine[]>`
      select transfer_id::float8 as transfer_id, created_at::text as created_at, event, order_number, currency, kind, amount_minor::float8 as amount_minor
      from public.journal(${month}, null, 1000)`,
    await tx<{ kind: string; closing: string }[]>`
      select kind, closing_minor::text as closing from public.trial_balance(${month}) where closing_minor <> 0`,
  ])
  const run = (input: string, ...args: string[]) =>
    spawnSync(program, ['-f', '-', ...args], {
      input,
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
  const program = hledger()
  const journal = hledgerJournal(lines)
  expect(run(journal, 'check').stderr).toBe('')
  const sums = run(journal, 'balance', '--flat', '-N', '-O', 'csv').stdout
  const ours = balances.map(
    ({ kind, closing }) => `"${accountOf(kind)}","${toDecimalString(-BigInt(closing), 2)} USD"`,
  )
  expect(sums.trim().split('\n').slice(1).toSorted()).toEqual(ours.toSorted())
  // hledger must find an amount that is one cent too high.
  const wrong = journal.replace(/(\d)\.(\d\d) USD/, '$1.$299 USD')
  expect(run(wrong, 'check').status).not.toBe(0)
})
