import { expect, test } from 'vitest'
import { runDrill } from './drill.ts'

test('a physical and a logical backup of a market in use each restore every row and file of one moment', async () => {
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
