// Tests that generated files, and no others, are marked as generated in their first line and in .gitattributes.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../project.ts'

const generated = [
  'docs/benchmarks.md',
  'supabase/functions/_shared/currencies.generated.ts',
  'supabase/migrations/20261123000000_baseline.sql',
  'supabase/schemas/01_base/03_confusables_generated.sql',
  'supabase/schemas/03_notices/01_words_generated.sql',
  'supabase/tests/schema/catalogue.txt',
  'web/src/domain/vocabulary.generated.ts',
  'web/src/lib/database.types.ts',
  'web/src/lib/words.generated.d.ts',
]
// Generated files without a mark in the first line: their format has no comments, or they are sent as mails.
const silent = [
  'package-lock.json',
  'web/src/domain/terms.generated.json',
  'docs/pictures/*.png',
  'supabase/templates/*.html',
]

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')
const files = (pattern: string | string[]) =>
  globSync(pattern, {
    cwd: projectRoot,
    exclude: (path) => /(^|\/)(node_modules|dist|test-results)$/.test(path),
  }).toSorted()

test('each generated file says so in its first line', () => {
  const sources = files('{docs,scripts,supabase,web}/**/*.{md,sql,ts,tsx,txt}')
  const found = sources.filter((file) => /^\W*Generated\b/.test(read(file)))
  // docs/schema.md is left out, because it is not in git.
  expect(found.filter((file) => file !== 'docs/schema.md')).toEqual(generated)
})

test('.gitattributes marks each generated file', () => {
  const patterns = read('.gitattributes').matchAll(/^(\S+) linguist-generated(?:=false)?$/gm)
  const marked = [...patterns].flatMap(([, pattern = '']) => files(pattern))
  expect(marked.toSorted()).toEqual([...generated, ...files(silent)].toSorted())
})
