// Formats nothing, changes nothing: says what is wrong. `npm run format` mends what it can.
import { checks } from './tools/testing/checks.ts'

let failed = false
for (const { name, run } of checks) {
  const result = await run()
  console.log(`${result.failed ? '✗' : '✓'} ${name}`)
  if (result.failed) console.log(result.output)
  failed ||= result.failed > 0
}
process.exitCode = failed ? 1 : 0
