// Starts a second stack: on free ports, and in a temporary folder or the one of --state.
// node scripts/local/second-stack.ts [--no-web | --preview] [--no-seed] [--limits] [--state <folder>]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { banner } from './banner.ts'
import { deleteCluster } from 'local-supabase/postgres.ts'
import { FREE_PORTS } from './ports.ts'
import { startKolpact } from './start-kolpact.ts'

const { values } = parseArgs({
  options: {
    'no-web': { type: 'boolean', default: false },
    'no-seed': { type: 'boolean', default: false },
    preview: { type: 'boolean', default: false },
    limits: { type: 'boolean', default: false },
    state: { type: 'string' },
  },
})
const began = Date.now()
const stateDir = values.state ?? mkdtempSync(join(tmpdir(), 'kolpact-stack-'))
const stack = await startKolpact({
  ports: FREE_PORTS,
  stateDir,
  webMode: values['no-web'] ? 'none' : values.preview ? 'preview' : 'dev',
  seed: !values['no-seed'],
  durable: false,
  limitRates: values.limits,
  log: console.log,
})
console.log(banner(stack, Date.now() - began))
const reason = await Promise.race([
  stack.failed,
  new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(signal))
  }),
])
console.log(reason)
await stack.stop()
if (!values.state) {
  await deleteCluster(join(stateDir, 'postgres'))
  rmSync(stateDir, { recursive: true, force: true })
}
process.exit()
