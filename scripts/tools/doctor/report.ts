import type { Result } from './examine.ts'

/** The report: a line for each check, followed by what to do. */
export function report(results: Result[]): string {
  const lines = results.flatMap(({ name, findings, leftOut, off }) => {
    if (leftOut) return [`-  ${name}: left out, ${leftOut}`]
    if (off) return [`-  ${name}: off, ${off}`]
    if (findings.length === 0) return [`ok ${name}`]
    return findings.flatMap(({ problem, advice }) => [`!! ${name}: ${problem}`, `   → ${advice}`])
  })
  return [...lines, '', summary(results)].join('\n')
}

const found = (results: Result[]) => results.reduce((sum, { findings }) => sum + findings.length, 0)
const left = (results: Result[]) => results.filter(({ leftOut }) => leftOut).length

function summary(results: Result[]): string {
  const counted = found(results) === 0 ? 'nothing found' : `${found(results)} found`
  if (left(results) > 0)
    return `${left(results)} of ${results.length} checks left out; otherwise ${counted}.`
  return `All ${results.length} checks made; ${counted}.`
}

/** The exit code: 1 if something was found, 2 if a check was skipped, so that a script does not count it as passed. */
export function exitCodeOf(results: Result[]): number {
  if (found(results) > 0) return 1
  return left(results) > 0 ? 2 : 0
}
