// Checks a deployment from outside and inside, and says what to do about each finding.
// Usage: npm run doctor -- https://<ref>.supabase.co
// Other settings come from the environment or the file production.env (docs/operating.md): SITE_URL,
// SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, DATABASE_URL, and for orders in USDC CHAIN_ID, CHAIN_RPC_URLS, CHAIN_ESCROW,
// CHAIN_COLLECTOR, CHAIN_TOKEN, CHAIN_FEE_ADDRESS. A check without its settings is skipped.
import { join } from 'node:path'
import { SETTINGS, type Deployment } from './tools/doctor/check.ts'
import { examine } from './tools/doctor/examine.ts'
import { exitCodeOf, report } from './tools/doctor/report.ts'
import { readEnvironmentFile } from './environment.ts'
import { projectRoot } from './project.ts'

const address = process.argv[2] ?? ''
if (!URL.canParse(address)) {
  console.error('Usage: npm run doctor -- <address of the project, https://<ref>.supabase.co>')
  process.exit(2)
}
const environment = { ...readEnvironmentFile(join(projectRoot, 'production.env')), ...process.env }
const facts = Object.entries(SETTINGS).map(([fact, name]) => [fact, environment[name]])
const deployment: Deployment = { apiUrl: new URL(address).origin, ...Object.fromEntries(facts) }

const results = await examine(deployment)
console.log(report(results))
process.exitCode = exitCodeOf(results)
