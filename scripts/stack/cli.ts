// Runs the supabase/ folder of a project until Ctrl-C.
// Usage: node scripts/stack/cli.ts <project folder>     (its data goes to <project folder>/.stack)
import { join, resolve } from 'node:path'
import { startStack } from './stack.ts'

const projectDir = resolve(process.argv[2] ?? '.')
const stateDir = join(projectDir, '.stack')
const stack = await startStack({ projectDir, stateDir, log: console.log })
const shown = { apiUrl: 'API', dbUrl: 'Database', mailUrl: 'Mailbox' } as const
for (const [name, label] of Object.entries(shown))
  console.log(`${label.padEnd(16)} ${stack[name as keyof typeof shown]}`)
console.log(`Publishable key  ${stack.publishableKey}\nSecret key       ${stack.secretKey}`)

const reason = await Promise.race([
  stack.failed,
  new Promise<undefined>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => done(undefined))
  }),
])
if (reason) console.error(reason)
await stack.stop()
process.exit(reason ? 1 : 0)
