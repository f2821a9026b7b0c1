// Backs up a market in use and restores it beside itself, in two ways: what each step takes, and
// whether everything is as it was. Ends with an error when anything differs.
// Usage: npm run drill [-- --seconds 60]
import { parseArgs } from 'node:util'
import { runDrill, type Report } from '../drill/drill.ts'
import { table } from './support/measure.ts'

const { values } = parseArgs({
  options: { size: { type: 'string' }, seconds: { type: 'string', default: '20' } },
})

const report = await runDrill({
  warmUpMs: Number(values.seconds) * 1000,
  log: (line) => console.error(line),
})
console.log(section(report))
const faults = [report.physical, report.logical].flatMap((restored) =>
  Object.values(restored).flat(),
)
if (faults.length > 0 || report.failures.length > 0) {
  console.error([...faults, ...report.failures])
  process.exitCode = 1
}

function section({ rows, transfers, files, stillMs, load, movedOn, steps }: Report): string {
  const size = (bytes?: number) => (bytes === undefined ? '' : (bytes / 1e6).toFixed(1))
  return [
    '## The restore drill',
    '',
    `A market of ${rows} rows, ${transfers} transfers and ${files} files is backed up while two members trade without`,
    `a pause (${load.orders} orders from placing to completion, ${load.messages} messages and ${load.files} files in all). At the chosen`,
    `moment writers wait for ${stillMs.toFixed(0)} ms. Both restored databases equal the living one at that moment, row by row,`,
    `each file is there with its hash, and the ledger has no fault; the living one had moved on in ${movedOn} tables.`,
    'How, and what an operator does on a hosted project: [restore.md](restore.md).',
    '',
    table(
      ['step', 'seconds', 'MB'],
      steps.map(({ step, ms, bytes }) => [step, (ms / 1000).toFixed(1), size(bytes)]),
    ),
  ].join('\n')
}
