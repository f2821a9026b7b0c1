import { defineConfig } from '@playwright/test'
import usual from '../playwright.config.ts'

/** Attacks on people who only look, against the stack that the environment names. */
export default defineConfig({
  ...usual,
  testDir: '.',
  testIgnore: [],
  outputDir: '../../../test-results',
  timeout: 600_000,
  fullyParallel: false,
  workers: 1,
})
