// Applies supabase/schemas to the database of the running stack, as `npm start` does after a save.
// Usage: npm run db:apply [-- --lose-data]
import type { Postgres } from 'local-supabase/postgres.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { KolpactInfo } from './local/start-kolpact.ts'
import { defaultStateDir, schemasDir } from './project.ts'
import { writeClientFiles } from './tools/schema/client-files.ts'
import { confirmLosses } from './tools/schema/confirm.ts'
import { createSync } from './tools/schema/sync.ts'
import { summary } from './tools/schema/watch.ts'

const { values } = parseArgs({ options: { 'lose-data': { type: 'boolean', default: false } } })
const file = join(defaultStateDir(), 'stack.json')
if (!existsSync(file)) {
  console.error('No stack runs: npm start')
  process.exit(1)
}
const { dbUrl } = JSON.parse(readFileSync(file, 'utf8')) as KolpactInfo

const url: Postgres['url'] = (database = 'postgres', role = 'postgres') => {
  const address = new URL(dbUrl)
  address.pathname = `/${database}`
  address.username = role
  return address.href
}
const sync = createSync({
  server: { url },
  folder: schemasDir,
  confirm: async (losses) => values['lose-data'] || confirmLosses(losses),
})
const begun = Date.now()
try {
  const outcome = await sync.run()
  if (outcome.kind === 'applied') {
    console.log(summary(schemasDir, outcome.steps, (Date.now() - begun) / 1000))
    for (const written of await writeClientFiles(await sync.built()))
      console.log(`  wrote ${written}`)
  } else {
    console.log(outcome.kind === 'declined' ? 'Not applied.' : 'Nothing to apply.')
    if (outcome.kind === 'declined') process.exitCode = 1
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await sync.stop()
}
