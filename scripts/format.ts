// Formats every file and applies the linter's automatic fixes.
import { runTool } from './tools/testing/command.ts'

for (const [tool, args] of [
  ['oxfmt', ['.']],
  ['oxlint', ['--fix', '--type-aware']],
] as const) {
  const { output } = await runTool(tool, [...args])
  console.log(output.trim())
}
