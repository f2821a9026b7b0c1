import { defineConfig } from '@playwright/test'
import usual from '../playwright.config.ts'

/** Configuration of the tests of attacks on members who only look at pages, against the stack that the environment names. */
export default defineConfig({
  ...usual,
  testDir: '.',
  testIgnore: [],
  outputDir: '../../../test-results',
  timeout: 600_000,
  fullyParallel: false,
  workers: 1,
})
