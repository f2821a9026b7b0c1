// Runs all static checks without changing files. `npm run format` fixes what can be fixed automatically.
import { checks } from './tools/testing/checks.ts'

let failed = false
for (const { name, run } of checks) {
  const result = await run()
  console.log(`${result.failed ? '✗' : '✓'} ${name}`)
  if (result.failed) console.log(result.output)
  failed ||= result.failed > 0
}
process.exitCode = failed ? 1 : 0
