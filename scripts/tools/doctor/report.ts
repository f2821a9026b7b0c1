import type { Result } from './examine.ts'

/** A line for each check, and under it what to do. */
export function report(results: Result[]): string {
  const lines = results.flatMap(({ name, findings, leftOut }) => {
    if (leftOut) return [`-  ${name}: left out, ${leftOut}`]
    if (findings.length === 0) return [`ok ${name}`]
    return findings.flatMap(({ problem, advice }) => [`!! ${name}: ${problem}`, `   → ${advice}`])
  })
  return [...lines, '', summary(results)].join('\n')
}

function summary(results: Result[]): string {
  const wrong = results.reduce((sum, { findings }) => sum + findings.length, 0)
  const leftOut = results.filter((result) => result.leftOut).length
  const counted = wrong === 0 ? 'Nothing found' : `${wrong} found`
  return leftOut > 0 ? `${counted}; ${leftOut} checks left out.` : `${counted}.`
}
