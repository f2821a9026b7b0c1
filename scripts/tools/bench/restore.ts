// Backs up a market that is in use and restores it to another server, in two ways. Reports the time of each step,
// and ends with an error if any data differs.
// Usage: npm run drill
//        npm run drill -- --creators 20000   (with a year of trade of 20,000 creators, about a hundred rows each)
import { parseArgs } from 'node:util'
import { runDrill, type Report } from '../drill/drill.ts'
import { section } from './support/measure.ts'

/** The time of use before the backup. */
const WARM_UP_MS = 20_000

const { values } = parseArgs({ options: { creators: { type: 'string', default: '0' } } })
const creators = Number(values.creators)
const report = await runDrill({
  warmUpMs: WARM_UP_MS,
  creators,
  log: (line) => console.error(line),
})
print(report)
const faults = [report.physical, report.logical].flatMap((restored) =>
  Object.values(restored).flat(),
)
if (faults.length > 0 || report.failures.length > 0) {
  console.error([...faults, ...report.failures])
  process.exitCode = 1
}

function print({ rows, transfers, files, stillMs, load, movedOn, steps }: Report): void {
  const size = (bytes?: number) => (bytes === undefined ? '' : (bytes / 1e6).toFixed(1))
  section(
    creators > 0 ? 'The restore drill, at size' : 'The restore drill',
    `A market of ${rows} rows, ${transfers} transfers and ${files} files is backed up while two members trade without a pause (${load.orders} orders, ${load.messages} messages and ${load.files} files in all). At the chosen moment writers wait for ${stillMs.toFixed(0)} ms. Both restored databases equal the living one at that moment, row by row, and each file is there with its hash; the living one had moved on in ${movedOn} tables ([restore.md](restore.md)).`,
    ['step', 'seconds', 'MB'],
    steps.map(({ step, ms, bytes }) => [step, (ms / 1000).toFixed(1), size(bytes)]),
  )
}
