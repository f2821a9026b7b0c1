// Tests that the linter refuses imports between layers of the client that are not allowed.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '../../project.ts'

const folder = mkdtempSync(join(tmpdir(), 'import-rules-'))
cpSync(join(projectRoot, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
afterAll(() => rmSync(folder, { recursive: true }))

const REFUSED = [
  ['features/orders/a.ts', '../campaigns/queries.ts'],
  ['features/orders/a.ts', './../campaigns/queries.ts'],
  ['features/orders/a.ts', './parts/../../campaigns/queries.ts'],
  ['features/orders/a.ts', '@/features/campaigns/queries.ts'],
  ['features/orders/page/a.ts', '../../campaigns/queries.ts'],
  ['features/orders/page/a.ts', '../list/../../campaigns/queries.ts'],
  ['features/orders/page/a.ts', '@/features/campaigns/queries.ts'],
  ['shared/orders/a.tsx', './../../features/orders/queries.ts'],
  ['domain/orders/a.ts', './../../features/orders/queries.ts'],
  ['domain/orders/a.ts', '@/shared/orders/status-badge.tsx'],
  ['domain/orders/a.ts', '../../ui/dialog.tsx'],
  ['domain/orders/a.ts', './row.tsx'],
  ['ui/a.ts', './../domain/paths.ts'],
  ['lib/a.ts', '.././ui/dialog.tsx'],
  ['lib/a.ts', './../ui/dialog.tsx'],
]
const ALLOWED = [
  ['features/orders/a.ts', './queries.ts'],
  ['features/orders/a.ts', '@/domain/paths.ts'],
  ['features/orders/page/a.ts', '../queries.ts'],
  ['features/orders/page/a.ts', '../actions/text-form.tsx'],
  ['shared/orders/a.tsx', '@/domain/orders/orders.ts'],
  ['domain/orders/a.ts', '../paths.ts'],
  ['domain/orders/a.ts', '@/lib/i18n/text.ts'],
]

/** The files for the linter, one for each pair of layers, so that it runs only once. */
const linted = [...REFUSED, ...ALLOWED].map(([file = '', path], nr) => {
  const target = join('web', 'src', file.replace('a.ts', `a${nr}.ts`))
  mkdirSync(join(folder, dirname(target)), { recursive: true })
  writeFileSync(join(folder, target), `export * from '${path}'\n`)
  return { file, may: nr < REFUSED.length ? 'may not' : 'may', path, target }
})
const linter = join(projectRoot, 'node_modules', '.bin', 'oxlint')
const { stdout } = spawnSync(linter, ['--format=unix', 'web'], { cwd: folder, encoding: 'utf8' })
const refused = stdout.split('\n').filter((line) => line.includes('no-restricted-imports'))

test.each(linted)('$file $may import $path', ({ may, target }) => {
  expect(refused.some((line) => line.startsWith(`${target}:`))).toBe(may === 'may not')
})

test('the domain has no components and no styles', () => {
  const files = readdirSync(join(projectRoot, 'web', 'src', 'domain'), { recursive: true })
  expect(files.filter((file) => /\.(tsx|css)$/.test(String(file)))).toEqual([])
})

test('only lib/i18n imports useTranslation and Trans from react-i18next', () => {
  const taken = /import (type )?\{[^}]*\b(useTranslation|Trans)\b[^}]*\} from 'react-i18next'/
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: projectRoot })
  const users = files.filter((file) => taken.test(readFileSync(join(projectRoot, file), 'utf8')))
  expect(users.toSorted()).toEqual(
    ['trans.ts', 'use-translation.ts'].map((own) => `web/src/lib/i18n/${own}`),
  )
})
