// A stack in a process of its own, on a market that was filled before, for as long as its parent lives: load-stack.ts <folder>
// [pooler]. Tells its parent where it is.
import { SUPERUSER } from 'local-supabase/postgres.ts'
import { FREE_PORTS } from '../../../local/ports.ts'
import { startKolpact } from '../../../local/start-kolpact.ts'
import { startPooler } from '../../testing/pooler.ts'
import { FOUR_GIGABYTES } from './filled-market.ts'

export type Started = { apiUrl: string; publishableKey: string; secretKey: string; dbUrl: string }

const [stateDir = '', mode] = process.argv.slice(2)
const market = await startKolpact({
  stateDir,
  ports: FREE_PORTS,
  webMode: 'none',
  seed: false,
  limitRates: false,
  databaseSettings: FOUR_GIGABYTES,
  ...(mode === 'pooler' && { pooler: startPooler }),
  log: (line) => /"level":"error"/.test(line) && console.error(line),
})
process.once('disconnect', () => void market.stop().then(() => process.exit(0)))
const { apiUrl, publishableKey, secretKey } = market
const dbUrl = market.databaseUrl('postgres', SUPERUSER)
process.send?.({ apiUrl, publishableKey, secretKey, dbUrl } satisfies Started)
