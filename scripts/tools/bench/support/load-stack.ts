// Runs a stack in a process of its own, on a filled market, until its parent ends. It sends its addresses to the parent.
// Usage: load-stack.ts <folder> [pooler|replica]
import { freePort } from 'local-supabase/ports.ts'
import { SUPERUSER } from 'local-supabase/postgres.ts'
import { FREE_PORTS } from '../../../local/ports.ts'
import { startKolpact } from '../../../local/start-kolpact.ts'
import { PRIMARY, startReadApi, startReplica, untilReplayed } from '../../cluster/replica.ts'
import { startPooler } from '../../testing/pooler.ts'
import { FOUR_GIGABYTES } from './filled-market.ts'

/** Addresses of the stack. With a replica, `readUrl` is its Data API and `replicaPid` its postmaster. */
export type Started = {
  apiUrl: string
  publishableKey: string
  secretKey: string
  dbUrl: string
  readUrl?: string
  replicaPid?: number
}

const [stateDir = '', mode] = process.argv.slice(2)
const market = await startKolpact({
  stateDir,
  ports: FREE_PORTS,
  webMode: 'none',
  seed: false,
  limitRates: false,
  databaseSettings: [...FOUR_GIGABYTES, ...(mode === 'replica' ? PRIMARY : [])],
  ...(mode === 'pooler' && { pooler: startPooler }),
  log: (line) => /"level":"error"/.test(line) && console.error(line),
})
const undo = [() => market.stop()]
process.once('disconnect', async () => {
  for (const stop of undo.toReversed()) await stop()
  process.exit(0)
})
const { apiUrl, publishableKey, secretKey } = market
const dbUrl = market.databaseUrl('postgres', SUPERUSER)
const started: Started = { apiUrl, publishableKey, secretKey, dbUrl }
if (mode === 'replica') {
  const replica = await startReplica(market.databaseUrl, FOUR_GIGABYTES)
  const readPort = await freePort()
  const reads = await startReadApi(replica, stateDir, readPort)
  undo.push(replica.stop, reads.stop)
  await untilReplayed(market.databaseUrl, replica.url)
  Object.assign(started, { readUrl: `http://127.0.0.1:${readPort}`, replicaPid: replica.pid })
}
process.send?.(started)
