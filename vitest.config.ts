import { defineConfig } from 'vitest/config'

/** Test files that replace modules, timers or globals. Each runs with modules of its own. */
const REPLACING =
  'web/src/{lib/**/*,domain/orders/delivered-files,shared/members/traits,app/*-sender}.test.{ts,tsx}'

/** A test that needs a market with a delayed replica: `npm run test:cluster -- delayed`. */
const DELAYED = 'web/src/app/delayed-replica.test.ts'

/** Slow tests that are excluded, except in `npm test -- details`, which the workflow runs for each push. */
const DETAILS = process.env['KOLPACT_DETAILS'] ? [] : ['**/*.detail.test.ts']

/** Lets the test files of a thread share their modules: a process for each file would cost half a second. */
const SHARED = {
  isolate: false,
  pool: 'threads' as const,
  // A second, the default of a poll, is not enough for a database while other suites keep the processor busy.
  expect: { poll: { timeout: 15_000 } },
}

const unit = (
  name: string,
  test: { include: string[]; exclude?: string[]; isolate?: boolean; unstubGlobals?: boolean },
) => ({
  extends: './web/vite.config.ts' as const,
  root: '.',
  // A test that loads a module anew takes seconds while the processor is busy.
  test: { name, testTimeout: 30_000, ...test },
})

/**
 * Suites by what they need: nothing (unit), a temporary database (rules), a stack of their own (stack), a running stack
 * (api, crowd, attacks).
 */
export default defineConfig({
  test: {
    // Ignores that the driver writes to a session that a test has just killed (porsager/postgres, issue 1208). The
    // query has failed already.
    onUnhandledError: ({ message, stack }) =>
      !(message.includes("reading 'write'") && stack?.includes('postgres/src/connection.js')),
    projects: [
      unit('unit', {
        include: [
          'web/{src,build}/**/*.test.{ts,tsx}',
          'scripts/tools/{checks,cluster,commits,mails,notices}/*.test.ts',
          'scripts/tools/doctor/checks/*.test.ts',
          'scripts/tools/testing/*.test.ts',
        ],
        exclude: [REPLACING, DELAYED],
        // One set of modules for all files, which takes half of the time.
        isolate: false,
      }),
      unit('unit-replacing', { include: [REPLACING], unstubGlobals: true }),
      {
        test: {
          name: 'rules',
          ...SHARED,
          include: ['supabase/tests/{races,properties,schema}/**/*.test.ts'],
          exclude: process.env['KOLPACT_HEAVY'] ? [] : ['**/*.heavy.test.ts'],
          globalSetup: ['supabase/tests/support/server.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'stack',
          ...SHARED,
          include: [
            'scripts/{stack,local,sandbox-pay,sandbox-chain,tools/schema}/**/*.test.ts',
            'scripts/tools/doctor/*.test.ts',
          ],
          exclude: DETAILS,
          testTimeout: 60_000,
          // The first stack of a kind fills the cluster that the others wait for and copy.
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'api',
          ...SHARED,
          include: ['supabase/tests/{api,access}/**/*.test.ts'],
          exclude: DETAILS,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'drill',
          include: ['scripts/tools/drill/**/*.test.ts'],
          testTimeout: 300_000,
        },
      },
      unit('replica', { include: [DELAYED] }),
      {
        test: {
          name: 'crowd',
          include: ['supabase/tests/crowd/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'attacks',
          include: ['supabase/tests/attacks/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
