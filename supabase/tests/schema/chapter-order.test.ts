// A reader meets a function or a table before its first use. plpgsql resolves names when it runs,
// so the database does not object.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot, schemasDir } from '../../../scripts/project.ts'
import { readChapters } from '../../../scripts/tools/schema/chapters.ts'

const DEFINED =
  /\bcreate (?:or replace )?(?:function|table|view|materialized view|type) ((?:private|public)\.\w+)/g
const NAMED = /\b(?:private|public)\.\w+/g

const chapters = readChapters(schemasDir).map(({ name, sql }) => ({
  name: name.replace(/\.sql$/, ''),
  sql: sql.replaceAll(/--.*$/gm, '').replaceAll(/^comment on [\s\S]*?;$/gm, ''),
}))
const home = new Map<string, string>()
for (const { name, sql } of chapters) {
  for (const [, defined = ''] of sql.matchAll(DEFINED)) {
    if (!home.has(defined)) home.set(defined, name)
  }
}

const foldersOf = (path: string) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )

test('the folders of pgTAP tests are those of the chapters', () => {
  const tests = join(projectRoot, 'supabase', 'tests', 'database')
  expect(foldersOf(tests).toSorted()).toEqual(foldersOf(schemasDir).toSorted())
})

test('a chapter or a folder of chapters that a text names exists', () => {
  const texts = globSync('{*.md,{docs,scripts,supabase,web}/**/*.{md,sql,ts,tsx}}', {
    cwd: projectRoot,
    exclude: (path) => /(^|\/)(node_modules|dist|migrations|schema\.md)$/.test(path),
  })
  const named = texts.flatMap((file) =>
    [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/\b\d\d_\w+\/\d\d_\w+/g)].map(
      ([path]) => `${path} in ${file}`,
    ),
  )
  const exist = new Set(chapters.map(({ name }) => name))
  expect(named.filter((each) => !exist.has(each.split(' in ')[0] ?? ''))).toEqual([])
  expect(named.length).toBeGreaterThan(0)
})

test('a chapter uses only functions and tables of itself or of earlier chapters', () => {
  const found = chapters.flatMap(({ name, sql }) =>
    [...new Set(sql.match(NAMED))].flatMap((used) => {
      const place = home.get(used)
      return place !== undefined && place > name ? [`${name}: ${used} (${place})`] : []
    }),
  )
  expect(found).toEqual([])
})
