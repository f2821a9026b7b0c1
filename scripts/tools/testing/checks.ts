import { check } from './suites.ts'

const node = process.execPath
/** Folders with code for Deno, which checks their types. */
const DENO = ['supabase/functions', 'scripts/stack/example/supabase/functions']
const oxlint = (...args: string[]) =>
  check('oxlint', ['--type-aware', '--report-unused-disable-directives-severity=error', ...args])

/** The static checks. The linter reads the types anyway, so it also reports type errors. */
export const checks = [
  { name: 'format (oxfmt)', run: () => check('oxfmt', ['--check', '.']) },
  {
    name: 'lint and types (oxlint)',
    run: () => oxlint('--type-check', ...DENO.map((folder) => `--ignore-pattern=${folder}`)),
  },
  { name: 'lint of the edge functions (oxlint)', run: () => oxlint(...DENO) },
  { name: 'lint of SQL', run: () => check(node, ['scripts/sql-lint.ts']) },
  {
    name: 'types of the edge functions',
    run: () => check('deno', ['check', 'supabase/functions']),
  },
  { name: 'unused code and packages (knip)', run: () => check('knip', []) },
  {
    name: 'migrations build what the schemas say',
    run: () => check(node, ['scripts/db-diff.ts', '--check']),
  },
  {
    name: 'the chapter of notices is current',
    run: () => check(node, ['scripts/notices.ts', '--check']),
  },
  {
    name: 'the mails of Auth are current',
    run: () => check(node, ['scripts/mails.ts', '--check']),
  },
  {
    name: 'generated types are current',
    run: () => check(node, ['scripts/gen-types.ts', '--check']),
  },
  {
    name: 'generated documents are current',
    run: () => check(node, ['scripts/gen-docs.ts', '--check']),
  },
]
