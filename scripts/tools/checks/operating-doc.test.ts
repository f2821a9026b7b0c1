// Tests that docs/operating.md names every setting that the product reads.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../project.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const page = read('docs/operating.md')
const sources = (pattern: string) =>
  globSync(pattern, { cwd: projectRoot })
    .filter((file) => !basename(file).includes('.test.'))
    .map(read)
    .join('\n')
const found = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted()
const unnamed = (names: string[]) => {
  expect(names.length).toBeGreaterThan(3)
  return names.filter((name) => !page.includes(name))
}

test('docs/operating.md names every setting of an edge function', () => {
  const names = found(sources('supabase/functions/**/*.ts'), /etting\('([A-Z_]+)'\)/g)
  // Names that the page may omit: the platform sets SUPABASE_*, and the others are only for the local stack.
  const given = /^(SUPABASE_|SANDBOX_|MAIL_TRANSPORT_URL$)/
  expect(unnamed(names.filter((name) => !given.test(name)))).toEqual([])
})

test('docs/operating.md names every setting of a build of the client', () => {
  expect(unnamed(found(read('.env.example'), /^(VITE_\w+)=/gm))).toEqual([])
})

test('the documented push of the configuration requires every variable that config.toml reads', () => {
  const [, production = ''] = read('supabase/config.toml').split('[remotes.production]')
  const wanted = found(production.replaceAll(/^#.*$/gm, ''), /env\((\w+)\)/g)
  const [guard = ''] = /^: .*&&$/m.exec(page) ?? []
  expect(found(guard, /\$\{(\w+):\?\}/g)).toEqual(wanted)
})

test('docs/operating.md names every event of Stripe that the webhook knows', () => {
  const events = found(read('supabase/functions/_shared/payments/stripe.ts'), /case '(\w+\..+)':/g)
  const [, listed = ''] = /^\*\*Stripe\.\*\*([^]*?)\n## /m.exec(page) ?? []
  expect(found(listed, /`((?:charge|checkout|refund|payout)\.[\w.]+)`/g)).toEqual(events)
})

test('docs/operating.md names every row of market_health, with what to do', () => {
  const health = read('supabase/schemas/15_operation/05_market_health.sql')
  const names = found(health, /\bselect '(\w+)', /g)
  const [, table = ''] = /## Every day: market_health([^]*?)\n## /.exec(page) ?? []
  expect(names).toContain('emails_given_up')
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})
