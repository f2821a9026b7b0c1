import { expect, test, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from './support/person.ts'
import {
  follow,
  fund,
  must,
  newMember,
  newPack,
  openAs,
  placeOrder,
  write,
} from './support/members.ts'
import { answer, toast } from './support/screen.ts'

// Nothing typed is lost.

const dialog = (page: Page) => page.getByRole('dialog')
const asked = (page: Page) => page.getByRole('alertdialog')
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kolpact-draft:')))

test('a brief survives Esc, another page and a reload, and is gone once it is sent', async ({
  browser,
}) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  await newPack(creator)
  const page = await openAs(browser, brand)
  const profile = `/dashboard/kol-profile/${creator.id}`
  const brief = dialog(page).getByLabel('Message')
  const openForm = async () => {
    await page
      .getByRole('button', { name: /^(Order|Buy)/ })
      .first()
      .click()
    await expect(brief).toBeVisible()
  }
  await page.goto(profile)
  await openForm()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await openForm()
  await brief.fill('Ten posts about bridges.')
  await page.keyboard.press('Escape')
  await expect(asked(page)).toBeVisible()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(brief).toHaveValue('Ten posts about bridges.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave, keep the draft' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await follow(page, '/dashboard/orders')
  await follow(page, profile)
  await openForm()
  await expect(brief).toHaveValue('Ten posts about bridges.')
  await brief.pressSequentially(' And one more')
  await page.reload()
  await openForm()
  await expect(brief).toHaveValue('Ten posts about bridges. And one more')
  await page.getByRole('button', { name: /^Order and pay \$/ }).click()
  await page.waitForURL('**/pay/**')
  await page.goto(profile)
  await openForm()
  await expect(brief).toHaveValue('')
  expect(await drafts(page)).toEqual([])
  await page.context().close()
})

test('a delivery keeps its words and its file', async ({ browser }) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const order = await placeOrder(brand, (await newPack(creator)).id)
  await fund(order)
  await must(creator.client.rpc('accept_order', { order_id: order.id }))
  const page = await openAs(browser, creator)
  const openForm = () => page.getByRole('button', { name: 'Deliver work' }).first().click()
  await page.goto(`/dashboard/orders/${order.id}`)
  await openForm()
  await dialog(page).getByRole('textbox').first().fill('Here it is.')
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'report.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('All posts, with numbers.'),
    })
  await expect(dialog(page).getByText('report.txt')).toBeVisible()
  await page.reload()
  await openForm()
  await expect(dialog(page).getByRole('textbox').first()).toHaveValue('Here it is.')
  await expect(dialog(page).getByText('report.txt')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Deliver work' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const chip = page.getByRole('main').getByRole('button', { name: /report\.txt/ })
  // Its name contains what is written on it, so that it can be called by that.
  await expect(chip).toHaveAccessibleName(/^Download report\.txt/)
  expect(await drafts(page)).toEqual([])
  await page.context().close()
})

test('a form outlives its session, and a sign-out takes it along', async ({ browser }) => {
  const creator = await newMember('kol')
  const page = await openAs(browser, creator)
  await page.goto('/dashboard/settings')
  const about = page.getByRole('textbox', { name: 'About' })
  await about.fill('In the middle of a sentence')
  const lost = answer(400, { code: 'refresh_token_not_found', msg: 'Refresh Token Not Found' })
  await page.route('**/auth/v1/token?grant_type=refresh_token', lost)
  const expired = answer(401, { code: 'PGRST303', message: 'JWT expired' })
  await page.route('**/rest/v1/**', expired)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/login\?returnTo=%2Fdashboard%2Fsettings/)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByLabel('E-mail').fill(creator.email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/dashboard/settings')
  await expect(about).toHaveValue('In the middle of a sentence')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/:\d+\/$/)
  expect(await drafts(page)).toEqual([])
  await page.context().close()
})

test('what is typed while a form is sent is kept', async ({ browser }) => {
  const page = await openAs(browser, await newMember('kol'))
  await page.goto('/dashboard/settings')
  const about = page.getByRole('textbox', { name: 'About' })
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/rest/v1/profiles*', async (route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  })
  await about.fill('One sentence.')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Save' }).click()
  await about.fill('One sentence. And one more')
  go()
  await saved
  await expect(page.locator('.Toastify__toast')).toBeVisible()
  await expect(about).toHaveValue('One sentence. And one more')
  await page.reload()
  await expect(about).toHaveValue('One sentence. And one more')
  await page.context().close()
})

test('a pack is kept until it is discarded, a campaign until it is saved', async ({ browser }) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const mine = await openAs(browser, creator)
  await mine.goto('/dashboard/packs')
  const newPackForm = () => mine.getByRole('button', { name: 'New pack' }).first().click()
  await newPackForm()
  await dialog(mine).getByLabel('Title').fill('A podcast')
  await mine.keyboard.press('Escape')
  await mine.getByRole('button', { name: 'Leave, keep the draft' }).click()
  await newPackForm()
  await expect(dialog(mine).getByLabel('Title')).toHaveValue('A podcast')
  await mine.keyboard.press('Escape')
  await mine.getByRole('button', { name: 'Discard' }).click()
  await newPackForm()
  await expect(dialog(mine).getByLabel('Title')).toHaveValue('')
  await mine.context().close()

  const theirs = await openAs(browser, brand)
  await theirs.goto('/dashboard/campaigns')
  await theirs.getByRole('link', { name: 'New campaign' }).first().click()
  const title = theirs.getByRole('main').getByRole('textbox').first()
  await title.fill('Bridges of spring')
  await theirs.reload()
  await expect(title).toHaveValue('Bridges of spring')
  await theirs.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked(theirs)).toBeVisible()
  await theirs.getByRole('button', { name: 'Stay here' }).click()
  await expect(title).toHaveValue('Bridges of spring')
  await theirs.getByRole('button', { name: 'Cancel' }).click()
  await theirs.getByRole('button', { name: 'Leave, keep the draft' }).click()
  await theirs.getByRole('link', { name: 'New campaign' }).first().click()
  await expect(title).toHaveValue('Bridges of spring')
  await theirs.getByRole('button', { name: 'Cancel' }).click()
  await theirs.getByRole('button', { name: 'Discard' }).click()
  await theirs.getByRole('link', { name: 'New campaign' }).first().click()
  await expect(title).toHaveValue('')
  await theirs.getByRole('button', { name: 'Cancel' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible()
  await theirs.context().close()
})

test('a message that was not sent is there after a reload', async ({ browser }) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  await write(brand, creator, 'Hello')
  const page = await openAs(browser, brand)
  await page.goto(`/dashboard/messages/${creator.id}`)
  await page.getByLabel('Write a message').fill('Not yet')
  await page.reload()
  await expect(page.getByLabel('Write a message')).toHaveValue('Not yet')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('log').getByText('Not yet')).toBeVisible()
  await expect.poll(() => drafts(page)).toEqual([])
  await expect(toast(page, 'error')).toHaveCount(0)
  await page.context().close()
})

test('a file that was chosen for a message is there after a reload, and when it is taken back', async ({
  browser,
}) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  await write(brand, creator, 'Hello')
  const page = await openAs(browser, brand)
  await page.goto(`/dashboard/messages/${creator.id}`)
  const log = page.getByRole('log')
  await expect(log.getByText('Hello')).toBeVisible()
  const chosen = (name: string) => page.locator('form').getByText(name)
  const choose = async (name: string) => {
    const buffer = Buffer.from('Ten posts.')
    await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/plain', buffer })
    await expect(chosen(name)).toBeVisible()
  }
  await choose('plan.txt')
  await page.reload()
  await expect(chosen('plan.txt')).toBeVisible()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(chosen('plan.txt')).toHaveCount(0)
  await choose('prices.txt')
  await log.getByRole('button', { name: 'Take back' }).click()
  await expect(chosen('plan.txt')).toBeVisible()
  await expect(chosen('prices.txt')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Send' }).click()
  const sent = async () => {
    const mine = creator.client.from('messages').select('file_name').eq('sender_id', brand.id)
    const found = await must(mine.order('created_at').order('id'))
    return found.flatMap(({ file_name }) => (file_name as string | null) ?? [])
  }
  await expect.poll(sent).toEqual(['plan.txt', 'prices.txt'])
  await page.context().close()
})
