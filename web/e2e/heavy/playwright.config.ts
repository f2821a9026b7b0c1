import { defineConfig } from '@playwright/test'
import usual from '../playwright.config.ts'

/** Random clicks and blind main jobs, against the stack that the environment names. */
export default defineConfig({
  ...usual,
  testDir: '.',
  testIgnore: [],
  outputDir: '../../../test-results',
  workers: 1,
})
