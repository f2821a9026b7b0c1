// The stand-in contracts of the local chain, tested by forge: units, fuzz, and an invariant over 100,000 calls
// with KOLPACT_HEAVY=1, a tenth of them otherwise.
import { execFile } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { foundryBinary } from './foundry.ts'

test('every unit that a payer signs is paid, returned or in the store', async () => {
  const { stdout } = await promisify(execFile)(
    foundryBinary('forge'),
    ['test', '--root', import.meta.dirname],
    {
      // The path of the compiler is relative to where forge runs.
      cwd: import.meta.dirname,
      env: {
        ...process.env,
        // The compiler is a script of Node.
        PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
        FOUNDRY_INVARIANT_RUNS: process.env['KOLPACT_HEAVY'] ? '200' : '20',
      },
    },
  )
  expect(stdout).toMatch(/invariant_everyUnit.*calls: \d0{4,5}/)
  expect(stdout).toMatch(/[1-9]\d* tests passed, 0 failed, 0 skipped/)
}, 600_000)
