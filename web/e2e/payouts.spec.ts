import { expect, test, type Page } from './support/test.ts'
import { newEarner } from './support/deals.ts'
import { demo, enrolFactor } from './support/members.ts'
import { dialog, expectNoSidewaysScroll } from './support/screen.ts'

const press = (place: Page | ReturnType<Page['getByRole']>, name: string) =>
  place.getByRole('button', { name, exact: true }).click()

async function request(page: Page, amount: string) {
  await press(page, 'Request payout')
  await dialog(page).getByLabel('Amount').fill(amount)
  await expect(
    dialog(page).getByText(`$${amount} goes to IBAN •••• 4300, Nina Imbus.`),
  ).toBeVisible()
  await press(dialog(page), 'Request payout')
  await expect(dialog(page)).toHaveCount(0)
}

test('an account is saved, a payout taken back, and another one sent by staff', async ({
  visit,
}) => {
  const creator = await newEarner()
  await enrolFactor(creator)
  const page = await visit(creator, { viewport: { width: 320, height: 700 } })
  await page.goto('/dashboard/payments')

  await test.step('an account is checked before it is saved', async () => {
    await press(page, 'Add')
    await dialog(page).getByLabel('Account holder').fill('Nina Imbus')
    await dialog(page).getByLabel('IBAN').fill('hello')
    await press(dialog(page), 'Save account')
    await expect(dialog(page).getByText('This is not a valid IBAN.')).toBeVisible()
    await expect(dialog(page).getByLabel('IBAN')).toBeFocused()
    await expectNoSidewaysScroll(page, 'adding an account')
    await dialog(page).getByLabel('IBAN').fill('nl91 abna 0417 1643 00')
    await page.keyboard.press('Enter')
    await expect(page.getByText('IBAN •••• 4300')).toBeVisible()
  })
  await test.step('a request is taken back', async () => {
    await request(page, '20.00')
    await press(page, 'Take back $20.00')
    await press(dialog(page), 'Take back $20.00')
    await expect(page.getByText('Taken back', { exact: true })).toBeVisible()
  })
  await request(page, '30.00')

  await test.step('staff read the number to send it, and record the reference', async () => {
    const desk = await visit(await demo('staff'))
    await desk.goto('/dashboard/staff/payouts')
    const row = desk.getByRole('listitem').filter({ hasText: creator.name })
    await expect(row).toContainText('IBAN •••• 4300')
    await press(row, 'Send')
    await press(dialog(desk), 'Send')
    await expect(dialog(desk).getByText('NL91ABNA0417164300')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Being sent')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Take back/ })).toHaveCount(0)
    await dialog(desk).getByLabel('Reference of the transfer').fill(`SEPA ${creator.id}`)
    await press(dialog(desk), 'It was sent')
    await expect(row).toHaveCount(0)
  })
  await page.reload()
  await expect(page.getByText(`Reference: SEPA ${creator.id}`)).toBeVisible()
  await expectNoSidewaysScroll(page, 'payments')

  await press(page, 'Remove IBAN •••• 4300')
  await press(dialog(page), 'Remove')
  await expect(page.getByText('No account yet')).toBeVisible()
})
