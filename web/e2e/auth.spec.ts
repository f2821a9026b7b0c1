import { expect, test, type Page } from '@playwright/test'
import { follow, narrowInvite, newcomer, newMember, openAs, service } from './support/members.ts'
import { linkMailedTo } from './support/mailbox.ts'
import { DEMO_PASSWORD, INVITE } from './support/person.ts'
import { answer, hurryUntil, toast } from './support/screen.ts'

const alert = (page: Page) => page.getByRole('alert')

async function fillSignIn(page: Page, email: string, password: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function fillSignUp(page: Page, code: string, password: string) {
  await page.getByLabel('Invite code').fill(code)
  await page.getByLabel('E-mail').fill(`e2e-auth-${Date.now()}@kolpact.test`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

test('a weak password is refused with its reasons, by the form and by the server', async ({
  page,
}) => {
  await page.goto('/signup')
  await fillSignUp(page, INVITE, 'short')
  await expect(page.getByText('Please use at least 10 characters.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('only-letters-here')
  await expect(page.getByText('Please use at least one digit.')).toBeVisible()

  // A password that only the server refuses, with the server's own list of reasons.
  await page.route('**/auth/v1/signup*', (route) =>
    route.fulfill({
      status: 422,
      headers: { 'access-control-allow-origin': '*', 'x-supabase-api-version': '2024-01-01' },
      json: {
        code: 'weak_password',
        message: 'Password is known to be weak.',
        weak_password: { reasons: ['length', 'pwned'] },
      },
    }),
  )
  await page.getByLabel('Password', { exact: true }).fill('password-12345')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(alert(page).first()).toHaveText(
    'Please choose a stronger password. It is too short. It appears in a list of leaked passwords.',
  )
  await expect(page).toHaveURL(/\/signup/)
})

test('a wrong and a used-up invite are reported before and after the form is sent', async ({
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
  await fillSignUp(page, code, DEMO_PASSWORD)
  await expect(toast(page, 'This invite code is wrong, used up or expired.')).toBeVisible()
  await expect(page).toHaveURL(/\/signup/)
})

test('too many sign-ups have a message of their own', async ({ page }) => {
  await page.goto('/signup')
  await page.route(
    '**/auth/v1/signup*',
    answer(429, {
      code: 429,
      error_code: 'over_email_send_rate_limit',
      msg: 'email rate limit exceeded',
    }),
  )
  await page.clock.install()
  await fillSignUp(page, INVITE, DEMO_PASSWORD)
  await hurryUntil(
    page,
    toast(page, 'Too many sign-up attempts. Please wait a moment and try again.'),
  )
})

test('a wrong password is refused, the right one lets in, signing out leads to the start', async ({
  page,
}) => {
  const member = await newMember('brand')
  await page.goto('/login')
  await fillSignIn(page, member.email, 'not-the-password-1')
  await expect(alert(page)).toHaveText(
    'Authentication error. Please try again.That e-mail and password do not go together.',
  )
  await expect(page.locator('.Toastify__toast')).toHaveCount(0)
  await fillSignIn(page, member.email, DEMO_PASSWORD)
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  await follow(page, '/dashboard')
  await page.waitForURL('**/login')
})

test('a forgotten password is replaced through the mailed link, once', async ({ page }) => {
  const member = await newMember('brand')
  const password = 'a-fresh-start-2'
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail').fill(member.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(member.email)).toBeVisible()
  const link = await linkMailedTo(member.email, /password/i)
  await page.goto(link)
  await page.waitForURL('**/auth/reset-password**')
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password, once more').fill('a-fresh-start-3')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('The two passwords differ.')).toBeVisible()
  await page.getByLabel('New password, once more').fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(toast(page, 'Your password is changed.')).toBeVisible()
  await page.waitForURL('**/dashboard')

  await test.step('the link works once, the old password no more', async () => {
    await page.evaluate(() => localStorage.clear())
    await page.goto(link)
    await expect(
      page.getByRole('heading', { name: 'This link does not work any more' }),
    ).toBeVisible()
    await page.goto('/login')
    await fillSignIn(page, member.email, DEMO_PASSWORD)
    await expect(alert(page).first()).toContainText('That e-mail and password do not go')
    await fillSignIn(page, member.email, password)
    await page.waitForURL('**/dashboard')
  })
})

test('a sign-in that is lost leads to /login, says so, and comes back to where one was', async ({
  browser,
}) => {
  const member = await newMember('brand')
  const page = await openAs(browser, member)
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('heading', { name: 'No open orders' })).toBeVisible()
  await service().auth.admin.signOut(member.session.access_token, 'global')
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('kolpact-auth') ?? '{}') as object
    localStorage.setItem('kolpact-auth', JSON.stringify({ ...kept, expires_at: 1 }))
  })
  await follow(page, '/dashboard/payments')
  await expect(toast(page, 'Session expired. Please sign in again.')).toBeVisible()
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fdashboard%2Fpayments$/)
  await fillSignIn(page, member.email, DEMO_PASSWORD)
  await page.waitForURL('**/dashboard/payments')
  await page.context().close()
})
