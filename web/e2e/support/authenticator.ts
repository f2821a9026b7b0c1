import { expect, type Locator, type Page } from '@playwright/test'
import { button } from './screen.ts'

/** The field for the code of a second factor. */
export const code = (place: Page | Locator) => place.getByLabel('Code of your authenticator app')

/** From the name of the app to the first code; returns the secret that the app would keep. */
export async function setUp(place: Page | Locator, name: string): Promise<string> {
  await place.getByLabel('Name of this app').fill(name)
  await button(place, 'Set up').click()
  await expect(place.getByRole('img', { name: /Picture to scan/ })).toBeVisible()
  const secret = (await place.getByLabel('Secret to type in instead').textContent()) ?? ''
  expect(secret).toMatch(/^[A-Z2-7]{16,}$/)
  return secret
}
