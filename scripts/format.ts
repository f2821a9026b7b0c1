// Formats every file and mends what the linter can mend.
import { runTool } from './tools/testing/command.ts'

for (const [tool, args] of [
  ['oxfmt', ['.']],
  ['oxlint', ['--fix', '--type-aware']],
] as const) {
  const { output } = await runTool(tool, [...args])
  console.log(output.trim())
}
