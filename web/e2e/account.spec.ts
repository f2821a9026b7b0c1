import { expect, test, type Browser, type Page } from '@playwright/test'
import { codeMailedTo, linkMailedTo, mailTo } from './support/mailbox.ts'
import { newcomer, newMember, openAs, session, type Member } from './support/members.ts'
import { DEMO_PASSWORD, INVITE } from './support/person.ts'
import { toast } from './support/screen.ts'

const NEW_PASSWORD = 'a-fresh-start-2'
const button = (place: Page | ReturnType<Page['locator']>, name: string) =>
  place.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('kolpact-auth'))

async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  return context.newPage()
}

async function fillSignIn(page: Page, email: string, password: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
}

async function chooseNew(page: Page, password = NEW_PASSWORD) {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password, once more').fill(password)
  await button(page, 'Save password').click()
}

async function signUp(page: Page, email: string, password = DEMO_PASSWORD) {
  await page.goto(`/signup?invite=${INVITE}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Create account').click()
  await expect(heading(page, 'Check your e-mail')).toBeVisible()
}

const newAddress = () => `e2e-account-${crypto.randomUUID().slice(0, 13)}@kolpact.test`

async function askForReset(page: Page, email: string) {
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill(email)
  await button(page, 'Send the link').click()
  await expect(heading(page, 'Check your e-mail')).toBeVisible()
}

test('a session in the address does not sign in and is removed from it', async ({ browser }) => {
  const [attacker, victim] = [await newcomer(), await newMember('brand')]
  const { access_token, refresh_token } = attacker.session
  const hash = new URLSearchParams({
    access_token,
    refresh_token,
    expires_in: '3600',
    token_type: 'bearer',
    type: 'signup',
  })

  const page = await openAs(browser, victim)
  for (const path of ['/dashboard', '/auth/callback', '/auth/reset-password']) {
    await page.goto(`${path}#${hash}`)
    await expect(page).not.toHaveURL(/access_token/)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(await stored(page)).toContain(victim.userId)
    expect(await stored(page)).not.toContain(attacker.userId)
  }
  await page.context().close()

  const visitor = await freshPage(browser)
  await visitor.goto(`/dashboard#${hash}`)
  await visitor.waitForURL('**/login')
  await visitor.goto(`/pricing#${hash}`)
  await expect(visitor).not.toHaveURL(/access_token/)
  expect(await stored(visitor)).toBeNull()
  await visitor.context().close()
})

test('opening another person’s link does not sign in', async ({ browser }) => {
  const attacker = await newMember('brand')
  const [elsewhere, page] = [await freshPage(browser), await freshPage(browser)]
  await askForReset(elsewhere, attacker.email)
  await page.goto(await linkMailedTo(attacker.email, /password/i))
  await expect(page.getByText(`For the account ${attacker.email}.`)).toBeVisible()
  expect(await stored(page)).toBeNull()
  await elsewhere.context().close()
  await page.context().close()
})

test('a recovery link works in another browser, once', async ({ browser }) => {
  const member = await newMember('brand')
  const [asking, page] = [await freshPage(browser), await freshPage(browser)]
  await askForReset(asking, member.email)
  await asking.context().close()
  const link = await linkMailedTo(member.email, /password/i)
  await page.goto(link)
  await chooseNew(page)
  await expect(toast(page, 'Your password is changed.')).toBeVisible()
  await page.waitForURL('**/dashboard')

  await page.goto(link)
  await expect(heading(page, 'This link does not work any more')).toBeVisible()
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await page.context().close()
})

test('the digits of the mail do as well as its link', async ({ browser }) => {
  const member = await newMember('brand')
  const page = await freshPage(browser)
  await askForReset(page, member.email)
  const digits = await codeMailedTo(member.email, /password/i)
  const wrong = digits === '12345678' ? '87654321' : '12345678'
  await page.getByLabel('Code from the e-mail').fill(wrong)
  await button(page, 'Use the code').click()
  await expect(page.getByRole('alert').first()).toContainText('This code is wrong')
  await page.getByLabel('Code from the e-mail').fill(digits)
  await button(page, 'Use the code').click()
  await chooseNew(page)
  await page.waitForURL('**/dashboard')
  await page.context().close()

  await test.step('and of a sign-up too', async () => {
    const newcomerPage = await freshPage(browser)
    const email = newAddress()
    await signUp(newcomerPage, email)
    await newcomerPage
      .getByLabel('Code from the e-mail')
      .fill(await codeMailedTo(email, /confirm/i))
    await button(newcomerPage, 'Use the code').click()
    await newcomerPage.waitForURL('**/onboarding/**')
    await newcomerPage.context().close()
  })
})

test('who signs up with another’s address does not own the account once it is confirmed', async ({
  browser,
}) => {
  const email = newAddress()
  const [attacker, owner] = [await freshPage(browser), await freshPage(browser)]
  await signUp(attacker, email)
  await owner.goto(await linkMailedTo(email, /confirm/i))
  await expect(heading(owner, 'Choose a password to finish')).toBeVisible()
  expect(await stored(owner)).toBeNull()
  await chooseNew(owner)
  await owner.waitForURL('**/onboarding/**')

  await attacker.goto('/login')
  await fillSignIn(attacker, email, DEMO_PASSWORD)
  await expect(attacker.getByRole('alert').first()).toContainText(
    'That e-mail and password do not go together.',
  )
  await attacker.context().close()
  await owner.context().close()
})

test('a sign-up that was mailed twice asks for a password, also where it began', async ({
  page,
}) => {
  const email = newAddress()
  await signUp(page, email)
  await button(page, 'Send the link again').click()
  await expect(toast(page, 'Sent. Please check your e-mail.')).toBeVisible()
  await page.goto(await linkMailedTo(email, /confirm/i))
  await expect(page.getByText(`Your address ${email} is confirmed.`)).toBeVisible()
  await chooseNew(page)
  await page.waitForURL('**/onboarding/**')
})

test('pages for mailed links report a missing link', async ({ page }) => {
  for (const path of ['/auth/callback', '/auth/reset-password']) {
    await page.goto(path)
    await expect(heading(page, 'There is no link here')).toBeVisible()
    await expect(page.getByLabel('Code from the e-mail')).toBeVisible()
  }
  await page.goto('/auth/callback?error=access_denied&error_code=otp_expired')
  await expect(heading(page, 'This link does not work any more')).toBeVisible()
  await page.goto('/auth/callback?code=00000000-0000-4000-8000-000000000000')
  await expect(heading(page, 'Opened in another browser')).toBeVisible()
})

async function openSecurity(browser: Browser, member: Pick<Member, 'session'>): Promise<Page> {
  const page = await openAs(browser, member)
  await page.goto('/dashboard/settings/security')
  await expect(heading(page, 'Where you are signed in')).toBeVisible()
  return page
}

test('a new password needs the present one and ends the other sign-ins', async ({ browser }) => {
  const member = await newMember('brand')
  const other = await openAs(browser, { session: await session(member.email) })
  await other.goto('/dashboard/orders')
  await expect(heading(other, 'No open orders')).toBeVisible()

  const page = await openSecurity(browser, member)
  const form = page.getByRole('region', { name: 'Password', exact: true })
  await form.getByLabel('Present password').fill('not-the-password-1')
  await form.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await form.getByLabel('New password, once more').fill(NEW_PASSWORD)
  await button(form, 'Change password').click()
  await expect(form.getByRole('alert')).toHaveText('That is not your present password.')
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue(NEW_PASSWORD)
  await form.getByLabel('Present password').fill(DEMO_PASSWORD)
  await button(form, 'Change password').click()
  await expect(toast(page, 'You are signed out everywhere else.')).toBeVisible()

  await expectThrownOut(other)
  await page.context().close()
})

/** Expects a redirect to /login, although the access token is valid for another hour: the client asks Auth about its session. */
async function expectThrownOut(page: Page) {
  await page.goto('/dashboard/orders')
  await page.waitForURL('**/login**')
  await page.context().close()
}

test('sign-ins are listed; one of them, and all others, can be ended', async ({ browser }) => {
  const member = await newMember('brand')
  const phone = await openAs(browser, { session: await session(member.email) })
  await phone.goto('/dashboard/orders')
  await expect(heading(phone, 'No open orders')).toBeVisible()

  const page = await openSecurity(browser, member)
  const rows = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1)
  await rows
    .filter({ hasNotText: 'This device' })
    .getByRole('button', { name: /Sign out/ })
    .click()
  await expect(rows).toHaveCount(1)
  await expectThrownOut(phone)

  await session(member.email)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await button(page, 'Sign out everywhere else').click()
  await button(page.getByRole('dialog'), 'Sign out everywhere else').click()
  await expect(rows).toHaveCount(1)
  await page.context().close()
})

test('a new address is proved from both mailboxes, and asks for the password', async ({
  browser,
}) => {
  const member = await newMember('brand')
  const email = newAddress()
  const page = await openSecurity(browser, member)
  const form = page.getByRole('region', { name: 'E-mail address' })
  await form.getByLabel('New e-mail address').fill(email)
  await form.getByLabel('Present password').fill('not-the-password-1')
  await button(form, 'Change address').click()
  await expect(form.getByRole('alert')).toHaveText('That is not your present password.')
  await form.getByLabel('Present password').fill(DEMO_PASSWORD)
  await button(form, 'Change address').click()
  await expect(form.getByRole('status')).toContainText(`We sent a link to ${email}`)

  await page.goto(await linkMailedTo(email, /new e-mail/i))
  await expect(heading(page, 'One of two is confirmed')).toBeVisible()
  await page.goto(await linkMailedTo(member.email, /new e-mail/i))
  await expect(heading(page, 'Your e-mail address is changed')).toBeVisible()
  expect(await mailTo(member.email, /changed/i)).toContain(email)
  await page.goto('/dashboard/settings/account')
  await expect(page.getByText(email)).toBeVisible()
  await page.context().close()
})

test('without a configured captcha no third party is contacted', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).hostname))
  for (const path of ['/login', '/signup', '/forgot-password']) {
    await page.goto(path)
    await expect(page.getByLabel('E-mail')).toBeVisible()
  }
  expect(asked.filter((host) => host !== '127.0.0.1' && host !== 'localhost')).toEqual([])
})
