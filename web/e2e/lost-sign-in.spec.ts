import { expect, test, type BrowserContext, type Page, type Route } from './support/test.ts'
import { rows } from './support/database.ts'
import { follow, newMember, newPack, newPair, service, type Member } from './support/members.ts'
import { DEMO_PASSWORD, fillSignIn } from './support/person.ts'
import { answer, content, toast } from './support/screen.ts'
import { stored } from './support/stores.ts'

// The access token of a member cannot be renewed, for a while or permanently.

const heading = (page: Page, name: string) => content(page).getByRole('heading', { level: 1, name })
const EXPIRED = 'Session expired. Please sign in again.'

/** Makes the stored session expire in this many seconds, as far as the browser knows. */
const endIn = (page: Page, seconds: number) =>
  page.evaluate((endsIn) => {
    const kept = JSON.parse(localStorage.getItem('kolpact-auth') ?? '{}') as object
    const expires_at = Math.floor(Date.now() / 1000) + endsIn
    localStorage.setItem('kolpact-auth', JSON.stringify({ ...kept, expires_at }))
  }, seconds)

/** Collects requests that carry the publishable key instead of the member's token. */
function asStranger(context: BrowserContext): string[] {
  const key = `Bearer ${process.env['SUPABASE_PUBLISHABLE_KEY']}`
  const found: string[] = []
  context.on('request', (request) => {
    const isOfMember = /\/(rest|storage|functions)\/v1\//.test(request.url())
    if (isOfMember && request.headers()['authorization'] === key) found.push(request.url())
  })
  return found
}

test('the link "This was not me" ends the session in this browser, too, and leads to a new password', async ({
  visit,
}) => {
  const member = await newMember('brand')
  const [link] = await rows<{ token: string }>(
    `select private.unsubscribe_token($1, 'not_me') as token`,
    [member.id],
  )
  const page = await visit(member)
  await page.goto(`/not-me?token=${link?.token}`)
  await expect(page.getByRole('button', { name: 'This was not me' })).toBeVisible()
  await expect(page).toHaveURL(/not-me$/)
  await rows(
    `with f as (insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now()) returning user_id)
     select user_id from f`,
    [member.userId],
  )
  await rows(
    `update private.second_factors set since = now() - interval '3 days' where user_id = $1 returning user_id`,
    [member.userId],
  )
  await page.getByRole('button', { name: 'This was not me' }).click()
  await expect(page.getByText('has had a second factor for longer')).toBeVisible()
  await page.getByRole('link', { name: 'Choose a new password' }).click()
  await expect(page).toHaveURL(/forgot-password$/)
  await expect(page.getByLabel('E-mail')).toBeVisible()
})

test('during an outage of Auth the client retries, on a loaded page and on one that still loads', async ({
  visit,
}) => {
  const page = await visit(await newMember('brand'))
  const stranger = asStranger(page.context())
  await page.goto('/dashboard/orders')
  await expect(heading(page, 'Orders')).toBeVisible()
  await page.waitForLoadState('networkidle')
  let refused = 0
  const away = (route: Route) => {
    refused += 1
    return answer(503, { message: 'upstream' })(route)
  }
  await page.route('**/auth/v1/**', away)
  await endIn(page, 1)
  await follow(page, '/dashboard/payments')
  await expect(heading(page, 'Payments')).toBeVisible()
  await expect(page.getByText(/We keep trying/).first()).toBeVisible()
  // More than four attempts show that the client retries; the library alone would wait for a minute.
  await expect.poll(() => refused).toBeGreaterThan(4)
  await expect(page).toHaveURL(/payments$/)
  await expect(page.getByText('You are not allowed to do this.')).toHaveCount(0)
  await page.unroute('**/auth/v1/**', away)
  await expect(page.getByText(/We keep trying/)).toHaveCount(0)
  await expect(content(page).getByText('Wallet').first()).toBeVisible()
  expect(stranger).toEqual([])

  await endIn(page, -5)
  await page.route('**/auth/v1/**', away)
  await page.reload()
  await expect(page.getByRole('status')).toContainText('We keep trying')
  refused = 0
  await expect.poll(() => refused).toBeGreaterThan(1)
  await page.unroute('**/auth/v1/**', away)
  await expect(heading(page, 'Payments')).toBeVisible()
})

test('a session that Auth refuses to renew ends in all tabs at once, and no typed text is lost', async ({
  visit,
}) => {
  const [creator, other] = await Promise.all([newMember('kol'), newMember('kol')])
  const page = await visit(creator)
  const context = page.context()
  const stranger = asStranger(context)
  await page.goto('/dashboard/settings')
  const about = page.getByRole('textbox', { name: 'About' })
  await about.fill('In the middle of a sentence')
  const second = await context.newPage()
  await second.goto('/dashboard/orders?tab=all#top')
  await expect(heading(second, 'Orders')).toBeVisible()
  await second.waitForLoadState('networkidle')
  await page.bringToFront()

  await service().auth.admin.signOut(creator.session.access_token, 'global')
  await endIn(page, 40)
  await follow(page, '/dashboard/payments')
  // Toasts disappear after a few seconds, so both tabs are checked at the same time.
  await Promise.all([page, second].map((tab) => expect(toast(tab, EXPIRED)).toBeVisible()))
  for (const [tab, back] of [
    [page, '%2Fdashboard%2Fpayments'],
    [second, '%2Fdashboard%2Forders%3Ftab%3Dall%23top'],
  ] as const) {
    await expect(tab).toHaveURL(new RegExp(`/login\\?returnTo=${back}$`))
    await expect(tab.getByText(/^Your session has ended/)).toBeVisible()
    await expect(tab.getByLabel('E-mail')).toHaveValue(creator.email)
  }
  expect(stranger).toEqual([])

  await fillSignIn(second, creator.email)
  await expect(second).toHaveURL(/\/dashboard\/orders\?tab=all#top$/)
  await follow(second, '/dashboard/settings')
  await expect(second.getByRole('textbox', { name: 'About' })).toHaveValue(
    'In the middle of a sentence',
  )

  // Stores a file of a draft; the second member must not find it.
  await second.evaluate(
    () =>
      new Promise<void>((done) => {
        const opening = indexedDB.open('kolpact')
        opening.addEventListener('success', () => {
          const change = opening.result.transaction('files', 'readwrite')
          change
            .objectStore('files')
            .put({ files: [new File(['x'], 'x.txt')], at: Date.now() }, 'x')
          change.addEventListener('complete', () => {
            opening.result.close()
            done()
          })
        })
      }),
  )
  await test.step('the next person who signs in finds no data of the first', async () => {
    const { data } = await creator.client.auth.signInWithPassword({
      email: creator.email,
      password: DEMO_PASSWORD,
    })
    await service().auth.admin.signOut(data.session?.access_token ?? '', 'global')
    await endIn(second, 40)
    await follow(second, '/dashboard/payments')
    await expect(second).toHaveURL(/\/login/)
    await fillSignIn(second, other.email)
    await expect(heading(second, 'Payments')).toBeVisible()
    const left = () => second.evaluate(() => JSON.stringify(Object.entries(localStorage)))
    expect(await left()).not.toContain('In the middle of a sentence')
    expect(await left()).not.toContain(creator.userId)
    await expect.poll(() => stored(second, 'files')).toBe(0)
  })
})

test('a sign-out during an outage of Auth ends all tabs at once, and the session on the server afterwards', async ({
  visit,
}) => {
  const member = await newMember('brand')
  const page = await visit(member)
  const context = page.context()
  const second = await context.newPage()
  for (const tab of [page, second]) {
    await tab.goto('/dashboard/orders')
    await expect(heading(tab, 'Orders')).toBeVisible()
    await tab.waitForLoadState('networkidle')
  }
  const away = answer(503, { message: 'upstream' })
  await context.route('**/auth/v1/**', away)
  await page.bringToFront()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL(/:\d+\/$/)
    await expect(toast(tab, EXPIRED)).toHaveCount(0)
  }
  expect(await page.evaluate(() => localStorage.getItem('kolpact-auth'))).toBeNull()
  expect((await member.client.auth.getUser()).error).toBeNull()
  await context.unroute('**/auth/v1/**', away)
  await expect
    .poll(async () => (await member.client.auth.getUser()).error?.name)
    .toBe('AuthSessionMissingError')
})

/** Ends the member's sessions on the server, waits for the sign-in page and signs in again. */
async function signInAgain(page: Page, member: Member) {
  await page.waitForLoadState('networkidle')
  await service().auth.admin.signOut(member.session.access_token, 'global')
  await endIn(page, 40)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page).toHaveURL(/\/login\?returnTo=/)
  await fillSignIn(page, member.email)
}

test('a dialog with a form is open again after a new sign-in @detail', async ({ visit }) => {
  const creator = await newMember('kol')
  const page = await visit(creator)
  await page.goto('/dashboard/packs')
  await page.getByRole('button', { name: 'New pack' }).first().click()
  const title = page.getByRole('dialog').getByLabel('Title')
  await title.fill('Ten posts about bridges')
  await signInAgain(page, creator)
  await expect(title).toHaveValue('Ten posts about bridges')
})

test('an order that is being written is restored at its step after a new sign-in', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const pack = await newPack(creator)
  const page = await visit(brand)
  await page.goto(`/dashboard/ordering/${pack.id}?step=brief`)
  const brief = page.getByLabel('Task')
  await brief.fill('Ten posts about bridges.')
  await signInAgain(page, brand)
  await expect(brief).toHaveValue('Ten posts about bridges.')
  await expect(page.getByText('What you typed before is here again.')).toBeVisible()
})
