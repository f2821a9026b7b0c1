import { createInterface } from 'node:readline/promises'

/** Asks on the terminal whether to lose data. Without a terminal the answer is no, and the command for yes is printed. */
export async function confirmLosses(losses: string[]): Promise<boolean> {
  console.log(`\nThis loses data:\n${losses.map((loss) => `  ${loss}`).join('\n')}`)
  if (!process.stdin.isTTY) {
    console.log('To apply it: npm run db:apply -- --lose-data')
    return false
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const interrupted = new AbortController()
  terminal.once('SIGINT', () => {
    interrupted.abort()
    process.kill(process.pid, 'SIGINT')
  })
  try {
    const answer = await terminal.question('Apply it? [y/N] ', { signal: interrupted.signal })
    return /^y(es)?$/i.test(answer.trim())
  } catch {
    return false
  } finally {
    terminal.close()
  }
}
