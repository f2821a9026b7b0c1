import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { DETAIL, IS_DETAILS, IS_HEAVY, MATRIX } from './support/heavy.ts'

const executablePath = process.env['CHROMIUM_PATH']

/** A person's journeys, against the stack that the environment names (WEB_URL, SUPABASE_URL, …). */
export default defineConfig({
  testDir: '.',
  // Slow, and run by `npm run test:heavy`.
  testIgnore: ['attacks/**', 'heavy/**'],
  ...(IS_DETAILS && { grep: new RegExp(DETAIL) }),
  ...(!IS_HEAVY && { grepInvert: new RegExp(IS_DETAILS ? MATRIX : `${MATRIX}|${DETAIL}`) }),
  outputDir: '../../test-results',
  // The limit of a whole journey; each of its steps has the limits below.
  timeout: IS_HEAVY ? 600_000 : 240_000,
  expect: { timeout: 15_000 },
  // Files whose tests share pages or settings say so; the longest file would be a worker's alone.
  fullyParallel: true,
  workers: availableParallelism(),
  // A test that fails sometimes is a fault, of the product or of the test.
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
