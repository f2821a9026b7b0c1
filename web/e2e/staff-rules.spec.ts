import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import pg from 'pg'
import { demo, must, newMember, openAs } from './support/members.ts'
import { toast } from './support/screen.ts'

// Actions that need two members of staff, and names that are refused.

const content = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')
const button = (place: Page | ReturnType<Page['locator']>, name: string) =>
  place.getByRole('button', { name, exact: true })

/** Runs SQL as the owner of the database, for steps without a screen: another member of staff. */
async function asOwner(text: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] })
  await client.connect()
  await client.query(text, values).finally(() => client.end())
}

test('a number of money is proposed by one member of staff and confirmed by another', async ({
  browser,
}) => {
  const page = await openAs(browser, await demo('staff'))
  await page.goto('/dashboard/staff/settings')
  const fee = content(page).getByRole('listitem').filter({ hasText: 'buyer_fee' })
  await expect(fee.getByText('Takes two members of staff')).toBeVisible()
  await fee.getByRole('textbox').fill('1')
  await button(fee, 'Save').click()
  await expect(toast(page, 'It waits for another one to confirm it.')).toBeVisible()
  await page.goto('/dashboard/staff/proposals')
  const mine = content(page).getByRole('article').filter({ hasText: 'buyer_fee' })
  await expect(button(mine, 'Confirm')).toHaveCount(0)
  await button(mine, 'Withdraw').click()
  await expect(mine).toHaveCount(0)

  const colleague = await newMember('brand')
  await asOwner('select private.appoint_staff($1)', [colleague.id])
  await asOwner(
    `insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
     values ('update_setting', 'referral_reward', '{"key": "referral_reward", "value": 9}', $1, now() + interval '1 day')`,
    [colleague.id],
  )
  await page.goto('/dashboard/staff/proposals')
  const theirs = content(page).getByRole('article').filter({ hasText: 'referral_reward' })
  await expect(theirs.getByText(`proposed by ${colleague.name}`)).toBeVisible()
  await button(theirs, 'Confirm').click()
  await button(dialog(page), 'Confirm').click()
  await expect(theirs).toHaveCount(0)
  await page.goto('/dashboard/staff/audit')
  await expect(content(page).getByText('Confirmed a proposal').first()).toBeVisible()
  await page.context().close()
})

test('a creator is rejected with a reason, and reads it', async ({ browser }) => {
  const creator = await newMember('kol', { approved: false })
  const page = await openAs(browser, await demo('staff'))
  await page.goto('/dashboard/staff')
  const card = content(page).getByRole('listitem').filter({ hasText: creator.name })
  await button(card, 'Reject').click()
  await dialog(page).getByLabel('Why; the member reads it').fill('These are not your channels.')
  await button(dialog(page), 'Reject').click()
  await expect(card).toHaveCount(0)
  await page.context().close()

  const theirs = await openAs(browser, creator)
  await theirs.goto('/dashboard')
  await expect(theirs.getByText('Our staff wrote: These are not your channels.')).toBeVisible()
  await theirs.context().close()
})

test('a verified member reads what a new name costs, and staff look again', async ({ browser }) => {
  const creator = await newMember('kol')
  const staff = (await demo('staff')).client
  const [shown] = await must(staff.rpc('find_profiles', { term: creator.name }))
  await must(
    staff
      .rpc('verify_profile', { profile_id: creator.id, shown_hash: shown?.shown_hash ?? '' })
      .select(),
  )
  const page = await openAs(browser, creator)
  await page.goto('/dashboard/settings')
  await expect(page.getByText('If you change your name or your picture')).toBeVisible()
  const name = page.getByLabel('Name')
  await name.fill('Kolpact Staff')
  await button(page, 'Save').click()
  await expect(
    page.getByText('This name could be taken for Kolpact or its staff.').first(),
  ).toBeVisible()
  const changed = `Other ${randomUUID().slice(0, 8)}`
  await name.fill(changed)
  await button(page, 'Save').click()
  await expect(page.getByText('Our staff look at your profile again')).toBeVisible()
  await page.context().close()

  const desk = await openAs(browser, await demo('staff'))
  await desk.goto('/dashboard/staff')
  const card = content(desk).getByRole('listitem').filter({ hasText: changed })
  await expect(card.getByText('Was verified and has changed name or picture since.')).toBeVisible()
  await button(card, 'Verify').click()
  await expect(card).toHaveCount(0)
  await desk.context().close()
})

test('staff reserve and release a name, and lift a ban', async ({ browser }) => {
  const word = `Quince ${randomUUID().slice(0, 8)}`
  const page = await openAs(browser, await demo('staff'))
  await page.goto('/dashboard/staff/names')
  await content(page).getByLabel('Name', { exact: true }).fill(word)
  await button(content(page), 'Reserve').click()
  await button(content(page), `Release ${word}`).click()
  await expect(content(page).getByText(word)).toHaveCount(0)
  await content(page).getByLabel('E-mail address').fill('nobody@kolpact.test')
  await button(content(page), 'Lift ban').click()
  await expect(toast(page, 'No deleted account is banned under this address.')).toBeVisible()
  await page.context().close()
})
