import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool, type Outcome } from './command.ts'

export type Result = { passed: number; failed: number; output: string }

/** Runs a tool that has no tests of its own; it counts as one test, by its exit code. */
export async function check(tool: string, args: string[]): Promise<Result> {
  // Less garbage collection for the compiler, which is written in Go and ends before it needs much memory.
  const { code, output } = await runTool(tool, args, { GOGC: '400' })
  return code === 0 ? { passed: 1, failed: 0, output: '' } : { passed: 0, failed: 1, output }
}

export function vitest(
  project: string,
  workers: number,
  env: NodeJS.ProcessEnv = {},
  filters: string[] = [],
): Promise<Result> {
  return withReport(async (report) => {
    const outcome = await runTool(
      'vitest',
      [
        'run',
        ...filters,
        `--project=${project}`,
        `--maxWorkers=${workers}`,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      { ...env, NO_COLOR: '1' },
    )
    return counted(outcome, () => {
      const json = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
      const skipped = json.numPendingTests + json.numTodoTests
      // A file that failed to load has no failed tests, so it counts itself; a skipped test has not passed.
      const broken = json.testResults.filter(
        (file) => file.status === 'failed' && file.assertionResults.length === 0,
      ).length
      return { passed: json.numPassedTests, failed: json.numFailedTests + broken + skipped }
    })
  })
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

export function playwright(
  env: NodeJS.ProcessEnv,
  filters: string[],
  config = 'web/e2e/playwright.config.ts',
): Promise<Result> {
  return withReport(async (report) => {
    const outcome = await runTool(
      'playwright',
      ['test', ...filters, `--config=${config}`, '--reporter=list,json'],
      { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, FORCE_COLOR: '0' },
    )
    return counted(outcome, () => {
      const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
        stats: { expected: number; unexpected: number; flaky: number; skipped: number }
      }
      return {
        passed: stats.expected,
        // A flaky test, which failed before it passed, counts as failed; so does a skipped one.
        failed: stats.unexpected + stats.flaky + stats.skipped,
      }
    })
  })
}

/** Runs a tool whose last line has the numbers of passed and failed tests, as pgTAP's runner and Deno print them. */
export async function countedByLine(tool: string, args: string[]): Promise<Result> {
  const outcome = await runTool(tool, args, { NO_COLOR: '1' })
  return counted(outcome, () => {
    const line = /(\d+) passed[^|\n]*?[,|] (\d+) failed/.exec(outcome.output)
    return { passed: Number(line?.[1] ?? 0), failed: Number(line?.[2] ?? 0) }
  })
}

function counted(outcome: Outcome, read: () => { passed: number; failed: number }): Result {
  let counts = { passed: 0, failed: 0 }
  try {
    counts = read()
  } catch {
    // There is no report, because the run failed before its first test.
  }
  const failed =
    counts.failed === 0 && (outcome.code !== 0 || counts.passed === 0) ? 1 : counts.failed
  return { passed: counts.passed, failed, output: failed > 0 ? outcome.output : '' }
}

async function withReport(work: (file: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'kolpact-report-'))
  try {
    return await work(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
