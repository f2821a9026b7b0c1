// Checks the messages of commits: a subject `area: what it does now` of at most 72 characters, an
// empty line, and a body that says why.
// Usage: node scripts/commits.ts [range]     (default: what origin/main does not have)
import { execFileSync } from 'node:child_process'
import { problemsOf } from './tools/commits/commit-message.ts'

const range = process.argv[2] ?? 'origin/main..HEAD'
const log = execFileSync('git', ['log', '--no-merges', '--format=%h%x00%B%x01', range], {
  encoding: 'utf8',
})
for (const commit of log.split('\u0001').filter((text) => text.trim())) {
  const [id = '', message = ''] = commit.trimStart().split('\0')
  for (const problem of problemsOf(message)) {
    console.error(`${id} ${message.split('\n')[0]}: ${problem}`)
    process.exitCode = 1
  }
}
