// Deletes all data of the local stack: database, files, mails, keys. The next start creates the demo market again.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockState } from 'local-supabase/lock.ts'
import { defaultStateDir } from './project.ts'
import { deleteCluster } from 'local-supabase/postgres.ts'

const stateDir = defaultStateDir()
try {
  lockState(stateDir)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
await deleteCluster(join(stateDir, 'postgres'))
rmSync(stateDir, { recursive: true, force: true })
console.log('Reset. "npm start" begins with an empty database and the seed.')
