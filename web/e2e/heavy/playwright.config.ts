import { defineConfig } from '@playwright/test'
import usual from '../playwright.config.ts'

/** Configuration of the random clicks and of the main jobs by keyboard, against the stack that the environment names. */
export default defineConfig({
  ...usual,
  testDir: '.',
  testIgnore: [],
  outputDir: '../../../test-results',
  workers: 1,
})
