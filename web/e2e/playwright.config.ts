import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { DETAIL, IS_DETAILS, IS_HEAVY, MATRIX } from './support/heavy.ts'

const executablePath = process.env['CHROMIUM_PATH']

/** Configuration of the browser tests, against the stack that the environment names (WEB_URL, SUPABASE_URL, …). */
export default defineConfig({
  testDir: '.',
  // Slow, and run by `npm run test:heavy`.
  testIgnore: ['attacks/**', 'heavy/**'],
  ...(IS_DETAILS && { grep: new RegExp(DETAIL) }),
  ...(!IS_HEAVY && { grepInvert: new RegExp(IS_DETAILS ? MATRIX : `${MATRIX}|${DETAIL}`) }),
  outputDir: '../../test-results',
  // The limit for a whole test; each of its steps has the shorter limits below.
  timeout: IS_HEAVY ? 600_000 : 240_000,
  expect: { timeout: 15_000 },
  // Tests of one file run in parallel too, or one worker would run the longest file alone. Files whose tests share data opt out.
  fullyParallel: true,
  workers: availableParallelism(),
  // No retries: a test that fails sometimes shows a fault of the product or of the test.
  retries: 0,
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env['WEB_URL'],
    locale: 'en-GB',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-quic',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
