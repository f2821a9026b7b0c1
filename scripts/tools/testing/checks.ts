import { check } from './suites.ts'

const node = process.execPath

/** Checks that do not run the product. */
export const checks = [
  { name: 'format (oxfmt)', run: () => check('oxfmt', ['--check', '.']) },
  {
    name: 'lint (oxlint)',
    run: () =>
      check('oxlint', ['--type-aware', '--report-unused-disable-directives-severity=error']),
  },
  { name: 'lint of SQL', run: () => check(node, ['scripts/sql-lint.ts']) },
  { name: 'types of scripts and tests', run: () => check('tsc', ['-p', 'tsconfig.json']) },
  { name: 'types of the client', run: () => check('tsc', ['-p', 'web/tsconfig.json']) },
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
