// Generates files of the client from the database that the chapters build: types
// (web/src/lib/database.types.ts), the default settings of a market (web/src/domain/terms.generated.json)
// and the closed lists (web/src/domain/vocabulary.generated.ts). The catalogues of words become types
// too (web/src/lib/words.generated.d.ts).
// Usage: npm run gen:types [-- --check]
import { preparePlatform } from 'local-supabase/database.ts'
import { startTemporaryPostgres } from 'local-supabase/postgres.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { applySchemas, projectRoot } from './project.ts'
import { clientFiles } from './tools/schema/client-files.ts'

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
  },
})
for (const [file, text] of await generate()) {
  if (!values.check) {
    writeFileSync(file, text)
    console.log(`Wrote ${file}`)
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${relative(projectRoot, file)} is out of date: npm run gen:types`)
    process.exitCode = 1
  }
}

async function generate(): Promise<[string, string][]> {
  const server = await startTemporaryPostgres()
  try {
    await preparePlatform(server)
    await applySchemas(server.url())
    return await clientFiles(server.url())
  } finally {
    await server.stop()
  }
}
