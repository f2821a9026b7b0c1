import { expect, test } from './support/test.ts'
import { readFile } from 'node:fs/promises'
import { follow } from './support/members.ts'
import { joinAs, newPerson, payByCard, signIn, STAFF_SECRET } from './support/person.ts'
import { log } from './support/screen.ts'

const SCRIPT = {
  name: 'script.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Scene one: a lonely coin.'),
}

// The main job with three people in their own browsers: a brand, a creator and staff. Nobody reloads a page.
test('a brand and a creator join by invite, and an order leads from the payment to the accepted work', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36)
  const brand = await newPerson(browser, `Nimbus ${stamp}`)
  const creator = await newPerson(browser, `Ada ${stamp}`)
  const staff = await newPerson(browser, 'Staff', 'staff@kolpact.test')
  const pack = `Deep dive ${stamp}`

  await test.step('a brand joins and saves a search', async () => {
    await joinAs(brand, 'brand')
    await follow(brand.page, '/dashboard/discover?platforms=youtube&categories=defi')
    await brand.page.getByRole('button', { name: 'Save this search' }).first().click()
    const dialog = brand.page.getByRole('dialog')
    await dialog.getByLabel('Name of the search').fill('DeFi on YouTube')
    await dialog.getByRole('button', { name: 'Save search' }).click()
    await expect(brand.page.getByText('Search saved.', { exact: false })).toBeVisible()
  })

  await test.step('a creator joins and prepares a pack', async () => {
    await joinAs(creator, 'kol')
    await follow(creator.page, '/dashboard/packs')
    await creator.page.getByRole('button', { name: 'New pack' }).first().click()
    const dialog = creator.page.getByRole('dialog')
    await dialog.getByLabel('Title').fill(pack)
    await dialog
      .getByLabel('What the brand gets')
      .fill('One video of ten minutes, scripted and edited.')
    await dialog.getByLabel('Price').fill('250')
    await expect(dialog.getByText('You receive $225.00 after our fee of 10 %.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Create pack' }).click()
    await expect(creator.page.getByText(pack)).toBeVisible()
  })

  await test.step('staff approve the creator; the brand hears of the match at once', async () => {
    await signIn(staff, STAFF_SECRET)
    await follow(staff.page, '/dashboard/staff')
    const row = staff.page.getByRole('listitem').filter({ hasText: creator.name })
    await row.getByRole('button', { name: `Approve ${creator.name}` }).click()
    await expect(toast(brand.page, 'New KOL Match Found!')).toBeVisible()
    await toast(brand.page, 'New KOL Match Found!').getByText('View Profile').dispatchEvent('click')
    await expect(brand.page).toHaveURL(/\/dashboard\/kol-profile\//)
    await expect(brand.page.getByRole('heading', { name: creator.name })).toBeVisible()
  })

  await test.step('the brand buys the pack and pays on the pay page', async () => {
    await brand.page.getByRole('link', { name: `Buy this pack: ${pack}` }).click()
    const goOn = brand.page.getByRole('button', { name: 'Continue' })
    await goOn.click()
    await brand.page
      .getByLabel('Task')
      .fill('Explain our staking product to people who never staked.')
    await goOn.click()
    await expect(brand.page.getByText(`${creator.name} has 72 hours to accept`)).toBeVisible()
    await goOn.click()
    await brand.page.getByRole('button', { name: /^Order and pay \$/ }).click()
    await payByCard(brand.page)
    await brand.page.waitForURL('**/dashboard/checkout/**')
    await expect(brand.page.getByText('Paid into escrow')).toBeVisible()
    await expect(toast(creator.page, `New order from ${brand.name} for ${pack}`)).toBeVisible()
  })

  await test.step('the creator accepts the order', async () => {
    await toast(creator.page, 'New order from').getByText('View Order').dispatchEvent('click')
    await creator.page.getByRole('button', { name: 'Accept order' }).click()
    await confirm(creator.page)
    await expect(
      creator.page.getByRole('heading', { name: 'Your turn: do the work' }),
    ).toBeFocused()
    await brand.page.getByRole('link', { name: 'Go to the order' }).click()
    await expect(brand.page.getByText('The work is under way')).toBeVisible()
  })

  await test.step('both sides talk and send a file, live', async () => {
    await brand.page.getByRole('link', { name: 'Message', exact: true }).click()
    await brand.page.getByLabel('Write a message').fill('Hello! Tuesday works for us.')
    await brand.page.getByRole('button', { name: 'Send' }).click()
    const heard = toast(creator.page, `New message from ${brand.name}`)
    await expect(heard).toBeVisible()
    await heard.getByText('View', { exact: true }).dispatchEvent('click')
    await expect(log(creator.page).getByText('Hello! Tuesday works for us.')).toBeVisible()
    await creator.page.locator('input[type=file]').setInputFiles(SCRIPT)
    await creator.page.getByLabel('Write a message').fill('The script is attached.')
    await creator.page.getByRole('button', { name: 'Send' }).click()
    await expect(log(brand.page).getByText('The script is attached.')).toBeVisible()
    const saved = brand.page.waitForEvent('download')
    await brand.page.getByRole('button', { name: 'Download script.txt' }).click()
    expect(await readFile(await (await saved).path(), 'utf8')).toBe('Scene one: a lonely coin.')
  })

  await test.step('the creator delivers, the brand accepts the work', async () => {
    await openOrder(creator.page, pack)
    await creator.page.getByRole('button', { name: 'Deliver work' }).click()
    const dialog = creator.page.getByRole('dialog')
    await dialog.getByLabel('What did you make?').fill('The video is online.')
    await dialog.getByLabel('Links to the work').fill('https://videos.example/deep-dive')
    await dialog.locator('input[type=file]').setInputFiles(SCRIPT)
    await dialog.getByRole('button', { name: 'Deliver work' }).click()
    await openOrder(brand.page, pack)
    await expect(brand.page.getByRole('link', { name: /videos.example/ })).toBeVisible()
    // The accessible name of the button contains its visible text, so that voice control finds it.
    const file = brand.page.getByRole('main').getByRole('button', { name: /script\.txt/ })
    await expect(file.first()).toHaveAccessibleName(/^Download script\.txt/)
    await brand.page.getByRole('button', { name: 'Accept work' }).click()
    await confirm(brand.page)
    await expect(toast(creator.page, `Project completed! ${pack} for ${brand.name}`)).toBeVisible()
    // The brand accepted the work itself, so it gets no toast.
    await expect(brand.page.getByText(`Project completed by ${creator.name}!`)).toHaveCount(0)
  })

  await test.step('the money has moved, and everything survives a reload', async () => {
    await creator.page.goto('/dashboard/payments')
    await expect(creator.page.getByText('$225.00').first()).toBeVisible()
    await brand.page.reload()
    await expect(brand.page.getByText('Work accepted, order completed')).toBeVisible()
  })
})

type Page = import('@playwright/test').Page

// A toast is only shown for five seconds and moves, so the tests dispatch clicks on its buttons instead of clicking.
const toast = (page: Page, text: string) =>
  page.locator('.Toastify__toast').filter({ hasText: text }).last()

async function openOrder(page: Page, pack: string) {
  await follow(page, '/dashboard/orders')
  await page.getByRole('link').filter({ hasText: pack }).first().click()
}

/** Presses the confirm button of the dialog that an action opens first. */
async function confirm(page: Page) {
  await page.getByRole('dialog').getByRole('button').last().click()
}
