import { expect, test } from './support/test.ts'
import { presentCode, wrongCode } from '../../scripts/tools/testing/authenticator.ts'
import { code, setUp } from './support/authenticator.ts'
import { sql } from './support/database.ts'
import { enrolFactor, newMember } from './support/members.ts'
import { fillSignIn } from './support/person.ts'
import { button, dialog, toast } from './support/screen.ts'

test('a member sets up a second factor, signs in with it, and removes it with a code', async ({
  visit,
}) => {
  const member = await newMember('brand')
  const page = await visit(member)
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

  await test.step('the next sign-in asks for the code, and can be cancelled', async () => {
    const other = await visit(null)
    await other.goto('/login?returnTo=%2Fdashboard%2Forders')
    await fillSignIn(other, member.email)
    await expect(other.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await button(other, 'Sign out').click()
    await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible()

    await fillSignIn(other, member.email)
    await code(other).fill(await wrongCode(secret))
    await button(other, 'Confirm').click()
    await expect(other.getByRole('alert').first()).toContainText('That code is not right.')
    await code(other).fill(presentCode(secret))
    await button(other, 'Confirm').click()
    await other.waitForURL('**/dashboard/orders')
  })

  await test.step('no tab shows another page before the code, and there is help for a lost device', async () => {
    const first = await visit(null)
    await first.goto('/login')
    await fillSignIn(first, member.email)
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
  })

  await test.step('removing the second factor asks for a code again', async () => {
    await button(page, 'Remove Work phone').click()
    await code(dialog(page)).fill(await wrongCode(secret))
    await button(dialog(page), 'Remove').click()
    await expect(dialog(page).getByRole('alert')).toContainText('That code is not right.')
    await code(dialog(page)).fill(presentCode(secret))
    await button(dialog(page), 'Remove').click()
    await expect(page.getByText('You have no second factor yet.')).toBeVisible()
  })
})

test('an export of data asks for the code of the second factor again after a quarter of an hour @detail', async ({
  visit,
}) => {
  const member = await newMember('brand')
  const { secret } = await enrolFactor(member)
  await sql(
    `update auth.mfa_amr_claims c set updated_at = now() - interval '15 minutes'
     from auth.sessions s where s.id = c.session_id and s.user_id = $1`,
    [member.userId],
  )
  const page = await visit(member)
  await page.goto('/dashboard/settings/account')
  await button(page, 'Export').click()
  const ask = page.getByRole('dialog', { name: 'Your second factor' })
  await expect(code(ask)).toBeFocused()
  await code(ask).press('Escape')
  await expect(ask).toBeHidden()
  const file = page.waitForEvent('download')
  await button(page, 'Export').click()
  await code(ask).fill(presentCode(secret))
  await button(ask, 'Confirm').click()
  expect((await file).suggestedFilename()).toContain('.json')
})

test('staff without a second factor are asked to set one up instead of seeing empty lists @detail', async ({
  visit,
}) => {
  const member = await newMember('brand')
  await sql('select private.appoint_staff($1)', [member.id])
  const page = await visit(member)
  await page.goto('/dashboard/staff/members')
  await expect(page.getByText('every sign-in here needs a second factor')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  const secret = await setUp(page, 'Phone')
  await code(page).fill(presentCode(secret))
  await button(page, 'Turn on').click()
  await expect(page.getByRole('searchbox', { name: 'Find a member by name' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
})
