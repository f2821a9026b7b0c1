// A reader meets a function or a table before its first use. plpgsql resolves names when it runs,
// so the database does not object to the exceptions; each is listed here.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot, schemasDir } from '../../../scripts/project.ts'
import { readChapters } from '../../../scripts/schema/chapters.ts'

/** Names that a chapter uses before the chapter that defines them. Lines are removed, not added. */
const USED_BEFORE = [
  '02_members/03_profiles: public.packs (06_packs/01_packs)',
  '02_members/03_profiles: public.pack_orders (07_orders/02_orders)',
  '02_members/03_profiles: private.accounts (04_money/01_ledger)',
  '02_members/03_profiles: private.new_referral_code (02_members/06_invites)',
  '02_members/03_profiles: private.role_is_fixed (02_members/06_invites)',
  '06_packs/03_addresses_and_files: private.file_inspections (13_messages/08_file_checks)',
  '06_packs/03_addresses_and_files: public.conversations (13_messages/01_messages)',
  '07_orders/13_action_rules: private.require_offer (08_disputes/01_disputes)',
  '07_orders/13_action_rules: private.require_open_evidence (08_disputes/02_evidence)',
  '07_orders/13_action_rules: private.require_prepared (08_disputes/03_rulings)',
  '07_orders/13_action_rules: private.require_reviewable (10_trust/03_reviewing)',
  '07_orders/13_action_rules: private.require_tippable (09_payments/03_tips)',
  '08_disputes/02_evidence: public.messages (13_messages/01_messages)',
  '10_trust/02_reputation: private.sync_score (11_search/02_index)',
  '13_messages/07_attachments: private.file_inspections (13_messages/08_file_checks)',
]

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

test('a chapter uses only what stands before its end, apart from the listed exceptions', () => {
  const found = chapters.flatMap(({ name, sql }) =>
    [...new Set(sql.match(NAMED))].flatMap((used) => {
      const place = home.get(used)
      return place !== undefined && place > name ? [`${name}: ${used} (${place})`] : []
    }),
  )
  expect(found.toSorted()).toEqual(USED_BEFORE.toSorted())
})
