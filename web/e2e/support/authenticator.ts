import { expect, type Locator, type Page } from '@playwright/test'
import { button } from './screen.ts'

/** The field for the code of a second factor. */
export const code = (place: Page | Locator) => place.getByLabel('Code of your authenticator app')

/** Fills in the form that sets up an authenticator app, up to the first code; returns the secret. */
export async function setUp(place: Page | Locator, name: string): Promise<string> {
  await place.getByLabel('Name of this app').fill(name)
  await button(place, 'Set up').click()
  await expect(place.getByRole('img', { name: /Picture to scan/ })).toBeVisible()
  const secret = (await place.getByLabel('Secret to type in instead').textContent()) ?? ''
  expect(secret).toMatch(/^[A-Z2-7]{16,}$/)
  return secret
}
