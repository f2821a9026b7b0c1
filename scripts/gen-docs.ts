// Updates the line numbers of links in the documents, and writes docs/schema.md, which is not in git,
// from the chapters and from the comments in the database that they build.
// Usage: npm run gen:docs              (--check compares the links and needs no database)
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { linkedDocuments, withCurrentLines } from './tools/docs/links.ts'
import { schemaDocument } from './tools/docs/schema.ts'
import { preparePlatform, withClient } from 'local-supabase/database.ts'
import { applySchemas, projectRoot } from './project.ts'
import { startTemporaryPostgres } from 'local-supabase/postgres.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

if (!values.check) await writeSchema()
for (const file of linkedDocuments()) {
  const { text, missing } = withCurrentLines(readFileSync(join(projectRoot, file), 'utf8'))
  for (const link of missing) complain(`${file}: ${link}`)
  writeOrCompare(file, text)
}

async function writeSchema() {
  const server = await startTemporaryPostgres()
  try {
    await preparePlatform(server)
    await applySchemas(server.url())
    const text = await withClient(server.url(), schemaDocument)
    writeFileSync(join(projectRoot, 'docs', 'schema.md'), text)
  } finally {
    await server.stop()
  }
}

/** Writes the file; with --check, reports it as outdated if it would change. */
function writeOrCompare(file: string, text: string) {
  const path = join(projectRoot, file)
  if (!values.check) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) complain(`${file} is out of date: npm run gen:docs`)
}

function complain(message: string) {
  console.error(message)
  process.exitCode = 1
}
