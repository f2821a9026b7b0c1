import { expect, test, type Browser, type Page } from '@playwright/test'
import { sql } from './support/database.ts'
import {
  enrolFactor,
  must,
  newMember,
  newPack,
  fund,
  openAs,
  placeOrder,
  type Member,
} from './support/members.ts'
import { DEMO_PASSWORD } from './support/person.ts'
import { toast } from './support/screen.ts'
import { presentCode, wrongCode } from '../../scripts/tools/testing/authenticator.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const button = (place: Page | ReturnType<Page['locator']>, name: string) =>
  place.getByRole('button', { name, exact: true })
const code = (place: Page | ReturnType<Page['locator']>) =>
  place.getByLabel('Code of your authenticator app')

/** From the name of the app to the first code; returns the secret that the app would keep. */
async function setUp(place: Page | ReturnType<Page['locator']>, name: string): Promise<string> {
  await place.getByLabel('Name of this app').fill(name)
  await button(place, 'Set up').click()
  await expect(place.getByRole('img', { name: /Picture to scan/ })).toBeVisible()
  const secret = (await place.getByLabel('Secret to type in instead').textContent()) ?? ''
  expect(secret).toMatch(/^[A-Z2-7]{16,}$/)
  return secret
}

async function fillSignIn(page: Page, { email }: Member) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await button(page, 'Sign in').click()
}

async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  return context.newPage()
}

test('a member sets up a second factor, signs in with it, and removes it with a code', async ({
  browser,
}) => {
  const member = await newMember('brand')
  const page = await openAs(browser, member)
  await page.goto('/dashboard/settings/security')
  await expect(page.getByText('You have no second factor yet.')).toBeVisible()
  await button(page, 'Add an authenticator app').click()
  const secret = await setUp(dialog(page), 'Work phone')

  await code(dialog(page)).fill(await wrongCode(secret))
  await button(dialog(page), 'Turn on').click()
  await expect(dialog(page).getByRole('alert')).toContainText('That code is not right.')
  await code(dialog(page)).fill(presentCode(secret))
  await button(dialog(page), 'Turn on').click()
  await expect(toast(page, 'Your second factor is on.')).toBeVisible()
  const list = page.getByRole('list', { name: 'Your authenticator apps' })
  await expect(list.getByRole('listitem')).toHaveText(/Work phone.*Added on/)

  await test.step('the next sign-in asks for its code, with a way back', async () => {
    const other = await freshPage(browser)
    await other.goto('/login?returnTo=%2Fdashboard%2Forders')
    await fillSignIn(other, member)
    await expect(other.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await button(other, 'Sign out').click()
    await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible()

    await fillSignIn(other, member)
    await code(other).fill(await wrongCode(secret))
    await button(other, 'Confirm').click()
    await expect(other.getByRole('alert').first()).toContainText('That code is not right.')
    await code(other).fill(presentCode(secret))
    await button(other, 'Confirm').click()
    await other.waitForURL('**/dashboard/orders')
    await other.context().close()
  })

  await test.step('no other page is shown before it, in any tab, and a lost device has a way', async () => {
    const first = await freshPage(browser)
    await first.goto('/login')
    await fillSignIn(first, member)
    await expect(code(first)).toBeVisible()
    const second = await first.context().newPage()
    const asked: string[] = []
    second.on('request', (request) => {
      if (/rest\/v1\/(?!market_terms)/.test(request.url())) asked.push(request.url())
    })
    await second.goto('/dashboard/orders?tab=done')
    await expect(second.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await second.reload()
    await expect(code(second)).toBeVisible()
    await expect(second.getByRole('link', { name: 'write to us' })).toHaveAttribute(
      'href',
      '/contact',
    )
    expect(asked, 'nothing is asked of the database but what strangers read').toEqual([])
    await code(first).fill(presentCode(secret))
    await button(first, 'Confirm').click()
    await second.waitForURL('**/dashboard/orders?tab=done')
    await first.context().close()
  })

  await test.step('to remove it asks for a code again', async () => {
    await button(page, 'Remove Work phone').click()
    await code(dialog(page)).fill(await wrongCode(secret))
    await button(dialog(page), 'Remove').click()
    await expect(dialog(page).getByRole('alert')).toContainText('That code is not right.')
    await code(dialog(page)).fill(presentCode(secret))
    await button(dialog(page), 'Remove').click()
    await expect(page.getByText('You have no second factor yet.')).toBeVisible()
  })
  await page.context().close()
})

test('after too many wrong codes the form refuses the right one, and no sign-in ends', async ({
  browser,
}) => {
  const member = await newMember('brand')
  const { secret, factorId } = await enrolFactor(member)
  const page = await freshPage(browser)
  await page.goto('/login')
  await fillSignIn(page, member)
  await expect(code(page)).toBeVisible()
  for (let wrong = 0; wrong < 5; wrong += 1) {
    const guess = { factorId, code: await wrongCode(secret) }
    const { error } = await member.client.auth.mfa.challengeAndVerify(guess)
    expect(error?.code).toBe('mfa_verification_failed')
  }
  await code(page).fill(presentCode(secret))
  await button(page, 'Confirm').click()
  await expect(page.getByRole('alert')).toContainText('Too many wrong codes. Try again later')
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  expect((await member.client.auth.refreshSession()).error).toBeNull()
  await page.context().close()
})

/** A creator whose earnings are available now. */
async function earner(): Promise<Member> {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const order = await placeOrder(brand, (await newPack(creator)).id)
  await fund(order)
  await must(creator.client.rpc('accept_order', { order_id: order.id }))
  await must(
    creator.client.rpc('deliver_order', {
      order_id: order.id,
      note: 'Done.',
      links: ['https://kolpact.test/post'],
    }),
  )
  await must(brand.client.rpc('complete_order', { order_id: order.id }))
  await sql(
    `select private.clear_hold(h.id, now() + interval '60 days') from private.holds h where h.order_id = $1`,
    [order.id],
  )
  return creator
}

/** In the dialog of the first payout. */
async function saveAccount(page: Page) {
  await dialog(page).getByLabel('Account holder').fill('Kim Creator')
  await dialog(page).getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await button(dialog(page), 'Save account').click()
}

test('a payout asks for a second factor, which is set up on the way', async ({ browser }) => {
  const creator = await earner()
  const page = await openAs(browser, creator)
  await page.goto('/dashboard/payments')
  await button(page, 'Request payout').click()
  await expect(dialog(page).getByText('You have no second factor yet.')).toBeVisible()
  const secret = await setUp(dialog(page), 'Phone')
  await code(dialog(page)).fill(presentCode(secret))
  await button(dialog(page), 'Turn on').click()
  await saveAccount(page)
  await dialog(page).getByLabel('Amount').fill('20')
  await button(dialog(page), 'Request payout').click()
  await expect(page.getByText('20.00').first()).toBeVisible()
  await page.context().close()
})

test('an act that is refused for want of the code goes on once it is entered', async ({
  browser,
}) => {
  const creator = await earner()
  const { secret } = await enrolFactor(creator)
  const page = await openAs(browser, creator)
  await page.goto('/dashboard/payments')
  await button(page, 'Request payout').click()
  await saveAccount(page)
  await dialog(page).getByLabel('Amount').fill('30')
  // The first response is the one that a sign-in without the factor gets from the database.
  let refusals = 0
  await page.route('**/rest/v1/rpc/request_payout*', (route) => {
    refusals += 1
    return refusals > 1
      ? route.continue()
      : route.fulfill({
          status: 403,
          headers: { 'access-control-allow-origin': '*' },
          json: { code: 'PT403', message: 'mfa_required', details: null, hint: null },
        })
  })
  await button(dialog(page), 'Request payout').click()
  const ask = page.getByRole('dialog', { name: 'Your second factor' })
  await expect(code(ask)).toBeFocused()
  await code(ask).press('Escape')
  await expect(ask).toBeHidden()
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('30')

  refusals = 0
  await button(dialog(page), 'Request payout').click()
  await code(ask).fill(presentCode(secret))
  await button(ask, 'Confirm').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('30.00').first()).toBeVisible()
  await page.context().close()
})

test('an export asks for the code again after a quarter of an hour', async ({ browser }) => {
  const member = await newMember('brand')
  const { secret } = await enrolFactor(member)
  await sql(
    `update auth.mfa_amr_claims c set updated_at = now() - interval '15 minutes'
     from auth.sessions s where s.id = c.session_id and s.user_id = $1`,
    [member.userId],
  )
  const page = await openAs(browser, member)
  await page.goto('/dashboard/settings/account')
  const file = page.waitForEvent('download')
  await button(page, 'Export').click()
  const ask = page.getByRole('dialog', { name: 'Your second factor' })
  await code(ask).fill(presentCode(secret))
  await button(ask, 'Confirm').click()
  expect((await file).suggestedFilename()).toContain('.json')
  await page.context().close()
})

test('staff without a second factor see a question, not empty lists', async ({ browser }) => {
  const member = await newMember('brand')
  await sql('select private.appoint_staff($1)', [member.id])
  const page = await openAs(browser, member)
  await page.goto('/dashboard/staff/members')
  await expect(page.getByText('every sign-in here needs a second factor')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  const secret = await setUp(page, 'Phone')
  await code(page).fill(presentCode(secret))
  await button(page, 'Turn on').click()
  await expect(page.getByRole('searchbox', { name: 'Find a member by name' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await page.context().close()
})
