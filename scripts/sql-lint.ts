// Checks the style of the SQL chapters, except the generated ones.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project.ts'
import { faultsOf } from './tools/testing/sql-lint.ts'

const files = globSync('supabase/schemas/**/*.sql', { cwd: projectRoot }).toSorted()
const faults = files.flatMap((file) => {
  const sql = readFileSync(join(projectRoot, file), 'utf8')
  return sql.startsWith('-- Generated') ? [] : faultsOf(sql).map((fault) => `${file}:${fault}`)
})
console.log(faults.join('\n'))
process.exitCode = faults.length > 0 || files.length === 0 ? 1 : 0
