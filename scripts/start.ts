// Starts the local stack and runs it until Ctrl-C, or until one of its services ends unexpectedly.
// While it runs, each saved chapter of supabase/schemas is applied to the database.
import { join } from 'node:path'
import { readEnvironmentFile } from './environment.ts'
import { banner } from './local/banner.ts'
import { startKolpact } from './local/start-kolpact.ts'
import { projectRoot, schemasDir } from './project.ts'
import { writeClientFiles } from './tools/schema/client-files.ts'
import { confirmLosses } from './tools/schema/confirm.ts'
import { createSync } from './tools/schema/sync.ts'
import { watchSchemas } from './tools/schema/watch.ts'

const began = Date.now()
const parent = process.ppid

const signalled = interrupted()

const environment = {
  ...readEnvironmentFile(join(projectRoot, '.env')),
  ...readEnvironmentFile(join(projectRoot, 'supabase', 'functions', '.env')),
}
for (const [name, value] of Object.entries(environment)) {
  if (name.startsWith('KOLPACT_')) process.env[name] ??= value
}

const stack = await startKolpact({ environment, log: console.log }).catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
console.log(banner(stack, Date.now() - began))
const server = { url: stack.databaseUrl }
const watcher = watchSchemas({
  folder: schemasDir,
  sync: createSync({ server, folder: schemasDir, confirm: confirmLosses }),
  writeClientFiles,
  log: console.log,
})

const reason = await Promise.race([stack.failed, signalled, orphaned()])
if (reason) console.error(`\n${reason}\nThe stack stops.`)
else console.log('\nThe stack stops …')
watcher.stop()
await stack.stop()
process.exit(reason ? 1 : 0)

function interrupted(): Promise<undefined> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve(undefined))
  })
}

/** Resolves when the parent process has ended, because nobody can then press Ctrl-C. */
function orphaned(): Promise<undefined> {
  return new Promise((resolve) => {
    setInterval(() => process.ppid !== parent && resolve(undefined), 1000).unref()
  })
}
