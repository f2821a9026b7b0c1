import { expect, test } from './support/test.ts'
import { follow, narrowInvite, newcomer, newMember } from './support/members.ts'
import { DEMO_PASSWORD, INVITE } from './support/person.ts'
import { toast } from './support/screen.ts'

test('a wrong and a used-up invite are reported before and after the form is sent @detail', async ({
  page,
}) => {
  const code = await narrowInvite()
  await newcomer(code)
  await page.goto('/signup?invite=NO-SUCH-CODE')
  const refusal = page.getByText('This invite code is not valid, or all its places are taken.')
  await expect(refusal).toBeVisible()
  await page.getByLabel('Invite code').fill(INVITE)
  await expect(page.getByText(/invited you\.|This invite is valid/)).toBeVisible()
  await expect(refusal).toBeHidden()
  await page.getByLabel('Invite code').fill(code)
  await expect(refusal).toBeVisible()
  await page.getByLabel('E-mail').fill(`e2e-auth-${Date.now()}@kolpact.test`)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(toast(page, 'This invite code is wrong, used up or expired.')).toBeVisible()
  await expect(page).toHaveURL(/\/signup/)
})

test('a visitor follows a deep link, signs in by keyboard after a wrong password, and signs out', async ({
  page,
}) => {
  const { email } = await newMember('brand')
  const password = page.getByLabel('Password', { exact: true })
  const here = () => page.evaluate(() => location.pathname + location.search)
  const discover = '/dashboard/discover?platforms=youtube&categories=defi'
  await page.goto(discover)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).last().click()
  await page.getByLabel('E-mail').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await expect(password).toBeFocused()
  await page.keyboard.type('not-the-password-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    'Authentication error. Please try again.That e-mail and password do not go together.',
  )
  await expect(page.locator('.Toastify__toast')).toHaveCount(0)
  await password.fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect.poll(here).toBe(discover)

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await follow(page, '/dashboard')
  await page.waitForURL('**/login')
  await follow(page, '/login?returnTo=https%3A%2F%2Fevil.example')
  await page.getByLabel('E-mail').fill(email)
  await password.fill(DEMO_PASSWORD)
  await password.press('Enter')
  await expect.poll(here).toBe('/dashboard')
})
