import { expect, test, type Page } from './support/test.ts'
import { codeMailedTo, linkMailedTo, mailTo } from './support/mailbox.ts'
import { newcomer, newMember, session } from './support/members.ts'
import { DEMO_PASSWORD, fillSignIn, INVITE } from './support/person.ts'
import { answer, button, toast } from './support/screen.ts'

const NEW_PASSWORD = 'a-fresh-start-2'
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('kolpact-auth'))

async function chooseNew(page: Page) {
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('New password, once more', { exact: true }).fill(NEW_PASSWORD)
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
  await page.getByLabel('E-mail').fill(email)
  await button(page, 'Send the link').click()
  await expect(heading(page, 'Check your e-mail')).toBeVisible()
}

test('a session in the address does not sign in and is removed from it @detail', async ({
  visit,
}) => {
  const [attacker, victim] = [await newcomer(), await newMember('brand')]
  const { access_token, refresh_token } = attacker.session
  const hash = new URLSearchParams({
    access_token,
    refresh_token,
    expires_in: '3600',
    token_type: 'bearer',
    type: 'signup',
  })

  const page = await visit(victim)
  for (const path of ['/dashboard', '/auth/callback', '/auth/reset-password']) {
    await page.goto(`${path}#${hash}`)
    await expect(page).not.toHaveURL(/access_token/)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(await stored(page)).toContain(victim.userId)
    expect(await stored(page)).not.toContain(attacker.userId)
  }

  const visitor = await visit(null)
  await visitor.goto(`/dashboard#${hash}`)
  await visitor.waitForURL('**/login')
  await visitor.goto(`/pricing#${hash}`)
  await expect(visitor).not.toHaveURL(/access_token/)
  expect(await stored(visitor)).toBeNull()
})

test('a recovery link works once, also in another browser, and does not sign the member in by itself', async ({
  visit,
}) => {
  const member = await newMember('brand')
  const [asking, page] = [await visit(null), await visit(null)]
  await asking.goto('/login')
  await asking.getByRole('link', { name: 'Forgot your password?' }).click()
  await askForReset(asking, member.email)
  const link = await linkMailedTo(member.email, /password/i)
  await page.goto(link)
  await expect(page.getByText(`For the account ${member.email}.`)).toBeVisible()
  // The link works only once. A phone may drop the page before the password is saved.
  await page.reload()
  await expect(page.getByText(`For the account ${member.email}.`)).toBeVisible()
  expect(await stored(page)).toBeNull()
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('New password, once more', { exact: true }).fill('a-fresh-start-3')
  await button(page, 'Save password').click()
  await expect(page.getByText('The two passwords differ.')).toBeVisible()
  await chooseNew(page)
  await expect(toast(page, 'Your password is changed.')).toBeVisible()
  await page.waitForURL('**/dashboard')
  expect(await page.evaluate(() => sessionStorage.getItem('kolpact-resetting'))).toBeNull()

  await page.goto(link)
  await expect(heading(page, 'This link does not work any more')).toBeVisible()
  await page.goto('/auth/callback?code=00000000-0000-4000-8000-000000000000')
  await expect(heading(page, 'Opened in another browser')).toBeVisible()
  await asking.goto('/login')
  await fillSignIn(asking, member.email)
  await expect(asking.getByRole('alert').first()).toContainText(
    'That e-mail and password do not go together.',
  )
})

test('after a visitor has left the page of a recovery link, the next person in that tab cannot use it @detail', async ({
  visit,
}) => {
  const member = await newMember('brand')
  const page = await visit(null)
  await page.goto('/forgot-password')
  await askForReset(page, member.email)
  await page.goto(await linkMailedTo(member.email, /password/i))
  await expect(page.getByText(`For the account ${member.email}.`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Kolpact' }).click()
  await page.waitForURL(/:\d+\/$/)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Choose a new password')
  expect(await page.evaluate(() => sessionStorage.getItem('kolpact-resetting'))).toBeNull()
  await page.goto('/auth/reset-password')
  await expect(heading(page, 'Enter the code of the mail')).toBeVisible()
})

test('after a code was accepted in a tab, the next person in that tab cannot use it @detail', async ({
  visit,
}) => {
  const member = await newMember('brand')
  const page = await visit(null)
  await page.goto('/forgot-password')
  await askForReset(page, member.email)
  await page.getByLabel('Code from the e-mail').fill(await codeMailedTo(member.email, /password/i))
  await button(page, 'Use the code').click()
  await expect(page.getByText(`For the account ${member.email}.`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`For the account ${member.email}.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to sign-in' })).toBeVisible()
  await page.goto('/auth/reset-password')
  await expect(heading(page, 'Enter the code of the mail')).toBeVisible()
  const email = newAddress()
  await signUp(page, email)
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText(member.email)).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('kolpact-resetting'))).toBeNull()
})

test('the code in a recovery mail lets a member choose a new password, like the link in the mail @detail', async ({
  visit,
}) => {
  const member = await newMember('brand')
  const page = await visit(null)
  await page.goto('/forgot-password')
  await askForReset(page, member.email)
  // A phone may drop the page while the member reads the mail.
  await page.reload()
  await expect(page.getByText(member.email)).toBeVisible()
  const digits = await codeMailedTo(member.email, /password/i)
  const wrong = digits === '12345678' ? '87654321' : '12345678'
  await page.getByLabel('Code from the e-mail').fill(wrong)
  await button(page, 'Use the code').click()
  await expect(page.getByRole('alert').first()).toContainText('This code is wrong')
  await page.getByLabel('Code from the e-mail').fill(digits)
  await button(page, 'Use the code').click()
  await chooseNew(page)
  await page.waitForURL('**/dashboard')

  await test.step('the code of a sign-up works, too', async () => {
    const newcomerPage = await visit(null)
    const email = newAddress()
    await signUp(newcomerPage, email)
    await newcomerPage.reload()
    await expect(newcomerPage.getByText(email)).toBeVisible()
    await newcomerPage
      .getByLabel('Code from the e-mail')
      .fill(await codeMailedTo(email, /confirm/i))
    await button(newcomerPage, 'Use the code').click()
    await newcomerPage.waitForURL('**/onboarding/**')
  })
})

test('a person who signs up with the address of another person does not own the account once the owner has confirmed it @detail', async ({
  visit,
}) => {
  const email = newAddress()
  const [attacker, owner] = [await visit(null), await visit(null)]
  await signUp(attacker, email)
  await owner.goto(await linkMailedTo(email, /confirm/i))
  await expect(heading(owner, 'Choose a password to finish')).toBeVisible()
  expect(await stored(owner)).toBeNull()

  await test.step('a password that could not be saved can still be chosen after a reload', async () => {
    const away = answer(503, { message: 'upstream' })
    await owner.route('**/auth/v1/user*', away)
    await chooseNew(owner)
    await expect(owner.getByRole('alert').first()).toBeVisible()
    await owner.unroute('**/auth/v1/user*', away)
    await owner.reload()
    await expect(owner.getByText(`Your address ${email} is confirmed.`)).toBeVisible()
  })
  await chooseNew(owner)
  await owner.waitForURL('**/onboarding/**')

  await attacker.goto('/login')
  await fillSignIn(attacker, email)
  await expect(attacker.getByRole('alert').first()).toContainText(
    'That e-mail and password do not go together.',
  )
})

test('after the confirmation of a sign-up was mailed twice, the code in the mail leads to the choice of a password @detail', async ({
  page,
}) => {
  const email = newAddress()
  await signUp(page, email)
  await button(page, 'Send the link again').click()
  await expect(toast(page, 'Sent. Please check your e-mail.')).toBeVisible()
  await page.goto('/login')
  await fillSignIn(page, email)
  await page.getByRole('link', { name: 'I have the code of the mail' }).click()
  await expect(heading(page, 'Enter the code of the mail')).toBeVisible()
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(email)
  await page.getByLabel('Code from the e-mail').fill(await codeMailedTo(email, /confirm/i))
  await button(page, 'Use the code').click()
  await expect(page.getByText('no longer works until you choose one here')).toBeVisible()
  // The code works only once. A phone may drop the page before the password is saved.
  await page.reload()
  await expect(page.getByText(`Your address ${email} is confirmed.`)).toBeVisible()
  await chooseNew(page)
  await page.waitForURL('**/onboarding/**')
})

async function openSecurity(page: Page): Promise<Page> {
  await page.goto('/dashboard/settings/security')
  await expect(heading(page, 'Where you are signed in')).toBeVisible()
  return page
}

test('a change of the password requires the present password and ends the other sign-ins', async ({
  visit,
}) => {
  const member = await newMember('brand')
  const other = await visit({ session: await session(member.email) })
  await other.goto('/dashboard/orders')
  await expect(heading(other, 'No open orders')).toBeVisible()

  const page = await openSecurity(await visit(member))
  const form = page.getByRole('region', { name: 'Password', exact: true })
  await page.getByLabel('Present password', { exact: true }).fill('not-the-password-1')
  await form.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await form.getByLabel('New password, once more', { exact: true }).fill(NEW_PASSWORD)
  await button(form, 'Change password').click()
  await expect(form.getByRole('alert')).toHaveText('That is not your present password.')
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue(NEW_PASSWORD)
  await page.getByLabel('Present password', { exact: true }).fill(DEMO_PASSWORD)
  await button(form, 'Change password').click()
  await expect(toast(page, 'You are signed out everywhere else.')).toBeVisible()

  await expectThrownOut(other)
})

/** Expects a redirect to /login. The access token is valid for another hour, but the client asks Auth whether its session still exists. */
async function expectThrownOut(page: Page) {
  await page.goto('/dashboard/orders')
  await page.waitForURL('**/login**')
}

test('a member sees the list of sign-ins, ends a single sign-in, and ends all sign-ins on other devices @detail', async ({
  visit,
}) => {
  const member = await newMember('brand')
  const phone = await visit({ session: await session(member.email) })
  await phone.goto('/dashboard/orders')
  await expect(heading(phone, 'No open orders')).toBeVisible()

  const page = await openSecurity(await visit(member))
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
})

test('a change of the address needs the password and a proof from both mailboxes', async ({
  visit,
}) => {
  const member = await newMember('brand')
  const email = newAddress()
  const page = await openSecurity(await visit(member))
  const form = page.getByRole('region', { name: 'E-mail address' })
  await form.getByLabel('New e-mail address').fill(email)
  await page
    .getByLabel('Present password for the new address', { exact: true })
    .fill('not-the-password-1')
  await button(form, 'Change address').click()
  await expect(form.getByRole('alert')).toHaveText('That is not your present password.')
  await page.getByLabel('Present password for the new address', { exact: true }).fill(DEMO_PASSWORD)
  await button(form, 'Change address').click()
  await expect(form.getByRole('status')).toContainText(`We sent a link to ${email}`)

  await page.goto(await linkMailedTo(email, /new e-mail/i))
  await expect(heading(page, 'One of two is confirmed')).toBeVisible()
  await page.goto(await linkMailedTo(member.email, /new e-mail/i))
  await expect(heading(page, 'Your e-mail address is changed')).toBeVisible()
  expect(await mailTo(member.email, /changed/i)).toContain(email)
  await page.goto('/dashboard/settings/account')
  await expect(page.getByText(email)).toBeVisible()
})

test('the page after the deletion of an account confirms the deletion @detail', async ({
  visit,
}) => {
  const member = await newMember('brand')
  const page = await visit(member)
  await page.goto('/dashboard/settings/account')
  await button(page, 'Delete').click()
  await page.getByRole('dialog').getByRole('textbox').fill(member.email)
  await button(page.getByRole('dialog'), 'Delete for good').click()
  await page.waitForURL('/')
  await expect(toast(page, 'Your account is deleted.')).toBeVisible()
})
