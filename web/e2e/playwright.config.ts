import { defineConfig, devices } from '@playwright/test'

const executablePath = process.env['CHROMIUM_PATH']

/** A person's journeys, against the stack that the environment names (WEB_URL, SUPABASE_URL, …). */
export default defineConfig({
  testDir: '.',
  // Slow, and run by `npm run test:heavy`.
  testIgnore: ['attacks/**', 'heavy/**'],
  outputDir: '../../test-results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 2,
  // A busy machine may miss a deadline once; what fails twice is broken.
  retries: 2,
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env['WEB_URL'],
    locale: 'en-GB',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    trace: { mode: 'on-first-retry', screenshots: false },
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
