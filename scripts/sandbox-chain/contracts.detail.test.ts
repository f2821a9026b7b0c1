// Tests the local chain's substitute contracts with forge: unit tests, fuzzing, and an invariant over 10,000 calls
// (100,000 with KOLPACT_HEAVY=1).
import { execFile } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { foundryBinary } from './foundry.ts'

test('every token unit that a payer signs for is paid, taken as a fee, returned, or held in the token store of the escrow', async () => {
  const { stdout } = await promisify(execFile)(
    foundryBinary('forge'),
    ['test', '--root', import.meta.dirname],
    {
      // The path of the compiler in foundry.toml is relative to this folder.
      cwd: import.meta.dirname,
      env: {
        ...process.env,
        // The compiler is a Node script, so `node` has to be in PATH.
        PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
        FOUNDRY_INVARIANT_RUNS: process.env['KOLPACT_HEAVY'] ? '200' : '20',
      },
    },
  )
  expect(stdout).toMatch(/invariant_everyUnit.*calls: \d0{4,5}/)
  expect(stdout).toMatch(/[1-9]\d* tests passed, 0 failed, 0 skipped/)
}, 600_000)
