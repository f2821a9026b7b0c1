import { expect, test, type Page } from './support/test.ts'
import { presentCode } from '../../scripts/tools/testing/authenticator.ts'
import { code, setUp } from './support/authenticator.ts'
import { sql } from './support/database.ts'
import { newDeal, newEarner } from './support/deals.ts'
import { demo, enrolFactor, follow, must, type Member } from './support/members.ts'
import { payByCard } from './support/person.ts'
import { dialog, expectNoSidewaysScroll } from './support/screen.ts'

test.describe.configure({ mode: 'default' })

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

test('a creator saves a bank account and takes a payout back, and staff send another payout', async ({
  visit,
}) => {
  await sql("update private.settings set value = 48 where key = 'payout_method_wait'")
  const creator = await newEarner()
  const page = await visit(creator, { viewport: { width: 320, height: 700 } })
  await page.goto('/dashboard/payments')

  await test.step('the creator has to set up a second factor first', async () => {
    await press(page, 'Request payout')
    await expect(dialog(page).getByText('You have no second factor yet.')).toBeVisible()
    const secret = await setUp(dialog(page), 'Phone')
    await code(dialog(page)).fill(presentCode(secret))
    await press(dialog(page), 'Turn on')
    await expect(dialog(page).getByLabel('Account holder')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  })
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
  await test.step('the creator takes a request back', async () => {
    await request(page, '20.00')
    await expect(page.getByText(/^The account is new. It leaves on/)).toBeVisible()
    await press(page, 'Take back $20.00')
    await press(dialog(page), 'Take back $20.00')
    await expect(page.getByText('Taken back', { exact: true })).toBeVisible()
  })
  await sql("update private.settings set value = 0 where key = 'payout_method_wait'")
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

/** Waits until the newest payout has a value in the column, which takes a run of send-payouts and the webhook; then reloads. */
async function reloadWhen(page: Page, { client }: Member, column: string, text: string | RegExp) {
  const value = async () => {
    const payouts = client.from('payouts').select('*').order('created_at', { ascending: false })
    const [newest] = await must(payouts.limit(1))
    return (newest as Record<string, unknown> | undefined)?.[column]
  }
  await expect.poll(value, { timeout: 120_000 }).toBeTruthy()
  await page.reload()
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
}

const ask = async (page: Page, amount: string) => {
  await press(page, 'Request payout')
  await dialog(page).getByLabel('Amount').fill(amount)
  await expect(dialog(page).getByText(/^It leaves by itself within minutes/)).toBeVisible()
  await expectNoSidewaysScroll(page, 'requesting a payout')
  await press(dialog(page), 'Request payout')
  await expect(dialog(page)).toHaveCount(0)
}

test('a payout to an account at the provider fails, is requested again, stopped, released and paid @detail', async ({
  visit,
}) => {
  test.slow()
  await sql(
    "update private.settings set value = 0 where key in ('payout_grace', 'payout_method_wait')",
  )
  const creator = await newEarner()
  await enrolFactor(creator)
  const page = await visit(creator, { viewport: { width: 320, height: 700 } })
  await page.goto('/dashboard/payments')

  let pages = ''
  await test.step('the account is opened on the pages of the provider', async () => {
    await page.getByRole('combobox', { name: 'Country of your bank account' }).click()
    await page.getByRole('option', { name: 'Germany' }).click()
    await expectNoSidewaysScroll(page, 'opening an account')
    await press(page, 'Set up')
    await page.waitForURL('**/accounts/**')
    pages = new URL(page.url()).origin + new URL(page.url()).pathname
    await page.getByRole('button', { name: 'A document is missing' }).click()
    await expect(page.getByText('Something is missing', { exact: true })).toBeVisible()
    await expect(page.getByText('a document that proves who you are')).toBeVisible()
    await press(page, 'Go on at the provider')
    await page.getByRole('button', { name: /^The bank account is closed/ }).click()
    await expect(page.getByText('Ready', { exact: true })).toBeVisible()
  })
  const bankAnswers = () => fetch(`${pages}/payouts`, { method: 'POST' })

  await test.step('a payout that the bank sends back says why', async () => {
    await ask(page, '20.00')
    await reloadWhen(page, creator, 'expected_on', /^Expected at your bank on/)
    await bankAnswers()
    await reloadWhen(page, creator, 'failure_reason', 'Came back')
    await expect(page.getByText(/^The bank account is closed\./)).toBeVisible()
    await expectNoSidewaysScroll(page, 'a payout that came back')
  })

  await test.step('staff stop the next one and release it', async () => {
    const desk = await visit(await demo('staff'))
    await desk.goto('/dashboard/staff/payouts')
    await press(desk, 'Stop all payouts')
    await dialog(desk).getByLabel('Why').fill('The bank is down.')
    await press(dialog(desk), 'Stop all payouts')
    await expect(desk.getByText('All payouts are stopped: The bank is down.')).toBeVisible()
    await press(page, 'Change at the provider')
    await page.getByRole('button', { name: 'Everything is right' }).click()
    // A longer grace period keeps the sender from sending the payout during the test.
    await sql("update private.settings set value = 60 where key = 'payout_grace'")
    await ask(page, '30.00')
    await expect(page.getByText(/^It waits: for our staff/)).toBeVisible()
    const row = desk.getByRole('listitem').filter({ hasText: creator.name })
    await desk.reload()
    await expect(row.getByText('Stopped', { exact: true })).toBeVisible()
    await sql('update public.payout_halts set released_at = now() where payout_id is null')
    await desk.reload()
    await press(row.first(), 'Stop')
    await dialog(desk).getByLabel('Why').fill('Looks odd.')
    await press(dialog(desk), 'Stop')
    await expect(dialog(desk)).toHaveCount(0)
    await row.getByRole('button', { name: 'Release', exact: true }).first().click()
    await dialog(desk).getByLabel('Why').fill('It is fine.')
    await press(dialog(desk), 'Release')
    await expect(dialog(desk)).toHaveCount(0)
    await desk.getByRole('link', { name: 'Failed and late' }).click()
    await expect(row.getByText('Came back', { exact: true }).first()).toBeVisible()
    await sql("update private.settings set value = 0 where key = 'payout_grace'")
  })
  await reloadWhen(page, creator, 'expected_on', /^Expected at your bank on/)
  await bankAnswers()
  await reloadWhen(page, creator, 'trace', /^Trace number for your bank/)
})

test('a refund of a cancelled order that the card refuses is shown as owed to the brand @detail', async ({
  visit,
}) => {
  test.slow()
  await sql(
    "update private.settings set value = 0 where key in ('payout_grace', 'payout_method_wait')",
  )
  const { brand, order } = await newDeal('unpaid')
  const page = await visit(brand, { viewport: { width: 320, height: 700 } })
  const { url } = (await must(
    brand.client.functions.invoke('checkout', { body: { order_id: order.id } }),
  )) as { url: string }
  await page.goto(url)
  await payByCard(page, '4000 0000 0000 5126')
  await expect(page.getByRole('heading', { name: 'Paid into escrow' })).toBeVisible()
  await must(brand.client.rpc('cancel_order', { order_id: order.id, reason: 'Another day.' }))
  await follow(page, `/dashboard/orders/${order.id}`)
  await press(page, 'Refund $250.00 to the card')
  await expectNoSidewaysScroll(page, 'a refund to the card')
  await press(dialog(page), 'Refund $250.00 to the card')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Refund/ })).toHaveCount(0)
  await follow(page, '/dashboard/payments')
  await reloadWhen(page, brand, 'needs_other_way', 'Owed to you')
  await expect(page.getByText(/^\$250\.00 cannot go back to a card/)).toBeVisible()
  await expectNoSidewaysScroll(page, 'a refund that is owed')
})
