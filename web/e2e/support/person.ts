import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { linkMailedTo } from './mailbox.ts'
import { newTestCard } from '../../../scripts/sandbox-pay/cards.ts'
import { presentCode } from '../../../scripts/tools/testing/authenticator.ts'

export const INVITE = 'WELCOME-KOLPACT'
export const DEMO_PASSWORD = 'kolpact-demo-1'
const NEW_PASSWORD = 'a-long-enough-1'

/** Somebody in a browser of their own. */
export type Person = { name: string; email: string; page: Page; context: BrowserContext }

let people = 0

export async function newPerson(browser: Browser, name: string, email?: string): Promise<Person> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const unique = `${Date.now().toString(36)}${(people += 1)}`
  return {
    name,
    email: email ?? `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${unique}@kolpact.test`,
    page,
    context,
  }
}

/** Secret that supabase/seed.sql enrols for the demo account of staff. */
export const STAFF_SECRET = 'KOLPACTDEMOSTAFFSECONDFACTOR2345'

/** Fills in the form of the page on which members sign in, and sends it. */
export async function fillSignIn(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in with both factors. */
export async function signIn({ page, email }: Person, secret: string) {
  await page.goto('/login')
  await fillSignIn(page, email)
  await page.getByLabel('Code of your authenticator app').fill(presentCode(secret))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.waitForURL('**/dashboard**')
}

/** Goes from the invite to the dashboard by the screens, as a person does. */
export async function joinAs(person: Person, role: 'brand' | 'kol') {
  const { page, name, email } = person
  await page.goto(`/signup?invite=${INVITE}`)
  await page.getByLabel('Invite code').fill(INVITE)
  await expect(page.getByRole('status').filter({ hasText: /invite/i })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(
    page.getByText('Account created successfully! Please check your email to verify your account.'),
  ).toBeVisible()

  await page.goto(await linkMailedTo(email, /confirm/i))
  await page.waitForURL('**/onboarding/**')
  await page
    .getByRole('radio', { name: role === 'brand' ? /I am a brand/ : /I am a creator/ })
    .check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: /English/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()

  await page
    .getByLabel(role === 'brand' ? 'Name of the brand' : 'Your name as a creator')
    .fill(name)
  if (role === 'kol') {
    await page.getByText('YouTube', { exact: true }).click()
    await page.getByLabel('Followers on YouTube').fill('42.5k')
    await page.getByText('DeFi', { exact: true }).click()
  }
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL(/\/dashboard/)
}

/** Pays by card on the pay page of the payment provider. */
export async function payByCard(page: Page, number = newTestCard()) {
  await page.waitForURL('**/pay/**')
  await page.getByLabel(/Card number/).fill(number)
  await page.getByLabel('Expiry').fill('12 / 40')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on card').fill('N. Imbus')
  await page.getByRole('button', { name: /^Pay/ }).click()
}
