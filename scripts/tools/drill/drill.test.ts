import { expect, test } from 'vitest'
import { runDrill } from './drill.ts'

test('a market in use is restored to one moment, row by row and file by file, in both ways', async () => {
  const report = await runDrill({ warmUpMs: 2000 })
  // The market was in use during the backup and after it.
  expect(report.failures).toEqual([])
  expect(report.transfers).toBeGreaterThan(10)
  expect(report.files).toBeGreaterThan(0)
  expect(report.movedOn).toBeGreaterThan(5)
  const asItWas = { differences: [], missingFiles: [], ledgerFaults: [] }
  expect(report.physical).toEqual(asItWas)
  expect(report.logical).toEqual(asItWas)
})
