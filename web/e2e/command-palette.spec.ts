import { expect, test, type Page } from './support/test.ts'
import { fund, newMember, newPack, newPair, placeOrder, write } from './support/members.ts'
import { answer, expectNoSidewaysScroll } from './support/screen.ts'

const PHONE = { viewport: { width: 320, height: 640 } }

async function ask(page: Page, words: string) {
  await expect(page.getByRole('button', { name: /^Search or go to/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('textbox').fill(words)
  return page.getByRole('dialog')
}

test('the command palette finds actions, people, orders and words of messages', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const pack = await newPack(creator, 'Launch week thread')
  await fund(await placeOrder(brand, pack.id))
  await write(brand, creator, 'Please send the zebra invoice on Friday')
  const page = await visit(creator)
  await page.goto('/dashboard')

  let palette = await ask(page, 'zebra')
  await expect(palette.getByRole('button', { name: /zebra invoice/ })).toBeVisible()
  await palette.getByRole('button', { name: /zebra invoice/ }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/messages/${brand.id}`))
  await expect(page.getByRole('log').getByText('zebra invoice')).toBeVisible()

  palette = await ask(page, brand.name)
  await expect(palette.getByRole('button', { name: brand.name, exact: true })).toBeVisible()
  await expect(palette.getByRole('button', { name: /^Launch week thread K-/ })).toBeVisible()

  // After a name is typed, Enter opens the member of that name; actions on their orders are listed but not selected.
  await expect(palette.getByRole('button', { name: /^Accept order/ })).toBeVisible()
  await expect(palette.locator('[data-selected]')).toHaveText(brand.name)

  // Letters that are typed before the field appears are not lost.
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zebra')
  await expect(palette.getByRole('textbox')).toHaveValue('zebra')

  palette = await ask(page, 'accept launch')
  await expect(palette.getByRole('button', { name: /^Accept order · K-/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Launch week thread' }).first()).toBeVisible()

  const stranger = await visit(await newMember('kol'), PHONE)
  await stranger.goto('/dashboard')
  palette = await ask(stranger, 'zebra')
  await expect(palette.getByText('Nothing found').first()).toBeVisible()
  await palette.getByRole('textbox').fill('W'.repeat(60))
  await expect(palette.getByText('Nothing found').first()).toBeVisible()
  await expectNoSidewaysScroll(stranger, 'the palette')
})

test('the command palette says when it cannot search, and still finds pages @detail', async ({
  visit,
}) => {
  const page = await visit(await newMember('brand'))
  await page.goto('/dashboard')
  await page.route('**/rpc/find_anything*', answer(422, { code: 'PT422', message: 'broken' }))
  const palette = await ask(page, 'set')
  await expect(palette.getByText('The search is not available right now.').first()).toBeVisible()
  await expect(palette.getByRole('button', { name: 'Settings', exact: true })).toBeVisible()
  await palette.getByRole('textbox').fill('ruling')
  await expect(palette.getByRole('button', { name: 'Orders · Published rulings' })).toBeVisible()
  await page.context().setOffline(true)
  await palette.getByRole('textbox').fill('sett')
  await expect(palette.getByText('You are offline.').first()).toBeVisible()
})
