import { expect, test } from './support/test.ts'
import { randomUUID } from 'node:crypto'
import { sql } from './support/database.ts'
import { demo, follow, must, newMember } from './support/members.ts'
import { answer, button, content, dialog, toast } from './support/screen.ts'

// Actions that two members of staff must confirm, and names that are refused.

test('a setting about money is proposed by one member of staff and confirmed by another @detail', async ({
  visit,
}) => {
  const page = await visit(await demo('staff'))
  await page.goto('/dashboard/staff/settings')
  const fee = content(page).getByRole('listitem').filter({ hasText: 'buyer_fee' })
  await expect(fee.getByText('Takes two members of staff')).toBeVisible()
  await fee.getByRole('textbox').fill('1')
  await fee.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'It waits for another one to confirm it.')).toBeVisible()
  const colleague = await newMember('brand')
  await sql('select private.appoint_staff($1)', [colleague.id])
  await sql(
    `insert into public.staff_proposals (action, subject, arguments, proposed_by, expires_at)
     values ('update_setting', 'referral_reward', '{"key": "referral_reward", "value": 9}', $1, now() + interval '1 day')`,
    [colleague.id],
  )
  await follow(page, '/dashboard/staff/proposals')
  const mine = content(page).getByRole('article').filter({ hasText: 'buyer_fee' })
  await expect(button(mine, 'Confirm')).toHaveCount(0)
  await button(mine, 'Withdraw').click()
  await button(dialog(page), 'Withdraw').click()
  await expect(mine).toHaveCount(0)
  const theirs = content(page).getByRole('article').filter({ hasText: 'referral_reward' })
  await expect(theirs.getByText(`proposed by ${colleague.name}`)).toBeVisible()
  await button(theirs, 'Confirm').click()
  await button(dialog(page), 'Confirm').click()
  await expect(theirs).toHaveCount(0)
  await follow(page, '/dashboard/staff/audit')
  await expect(
    content(page).getByRole('listitem').getByText('Confirmed a proposal').first(),
  ).toBeVisible()

  // A setting that another member of staff has changed is shown with its new value.
  await follow(page, '/dashboard/staff/settings')
  const reward = content(page)
    .getByRole('listitem')
    .filter({ hasText: /referral_reward(?!_)/ })
  await expect(reward.getByRole('textbox')).toHaveValue(/^9\b/)
  await follow(page, '/dashboard/staff/audit')
  await sql("update private.settings set value = 8 where key = 'referral_reward'")
  await follow(page, '/dashboard/staff/settings')
  await expect(reward.getByRole('textbox')).toHaveValue(/^8\b/)
  await expect(reward.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('the home page of staff lists waiting work, and a rejected creator reads the reason @detail', async ({
  visit,
}) => {
  const creator = await newMember('kol', { approved: false })
  const page = await visit(await demo('staff'))
  await page.goto('/dashboard')
  const toReview = content(page).getByRole('link', { name: /profiles? to review/ })
  await expect(toReview).toBeVisible()
  for (const text of ['Needs you now', 'Nothing waits for you', 'First steps']) {
    await expect(content(page).getByText(text)).toHaveCount(0)
  }
  await toReview.click()
  const card = content(page).getByRole('listitem').filter({ hasText: creator.name })
  await card.getByRole('link', { name: creator.name }).click()
  await expect(button(content(page), `Approve ${creator.name}`)).toBeVisible()
  await button(content(page), 'Reject').click()
  await dialog(page).getByLabel('Why; the member reads it').fill('These are not your channels.')
  await button(dialog(page), 'Reject').click()
  await expect(content(page).getByRole('button', { name: 'Approve after all' })).toBeVisible()

  const theirs = await visit(creator)
  await theirs.goto('/dashboard')
  await expect(
    theirs.getByRole('alert').getByText('Our staff wrote: These are not your channels.'),
  ).toBeVisible()
  await expect(theirs.getByText(/^Change in Settings what they ask for/)).toBeVisible()
  await expect(theirs.getByText('Give the addresses of your channels')).toBeVisible()
  await expect(theirs.getByText('Approval by our team')).toHaveCount(0)
})

test('a verified member reads that a new name ends the verification, and staff verify again @detail', async ({
  visit,
}) => {
  const creator = await newMember('kol')
  const staff = (await demo('staff')).client
  const found = await must(
    staff.rpc('staff_list', { list: 'members', search: { about: creator.id } }),
  )
  const [shown] = (found as { rows: { shown_hash: string }[] }).rows
  await must(
    staff
      .rpc('verify_profile', { profile_id: creator.id, shown_hash: shown?.shown_hash ?? '' })
      .select(),
  )
  const page = await visit(creator)
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

  const desk = await visit(await demo('staff'))
  await desk.goto('/dashboard/staff')
  const card = content(desk).getByRole('listitem').filter({ hasText: changed })
  await expect(card.getByText('Was verified and has changed name or picture since.')).toBeVisible()
  await button(card, `Verify: ${changed}`).click()
  await expect(card).toHaveCount(0)
})

test('staff reserve and release a name, and lift a ban @detail', async ({ visit }) => {
  const word = `Quince ${randomUUID().slice(0, 8)}`
  const page = await visit(await demo('staff'))
  await page.goto('/dashboard/staff/names')
  await content(page).getByLabel('Name', { exact: true }).fill(word)
  await button(content(page), 'Reserve').click()
  await expect(content(page).getByText(word)).toBeVisible()
  const released: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/release_name')) released.push(request.url())
  })
  await content(page).getByRole('listitem').filter({ hasText: word }).locator('strong').click()
  await page.keyboard.press('j')
  await page.keyboard.press('o')
  await content(page).getByRole('searchbox', { name: 'Find a reserved name' }).fill(word)
  await expect(content(page).getByText('1 in all')).toBeVisible()
  await button(content(page), `Release ${word}`).click()
  await expect(content(page).getByText('Nothing found')).toBeVisible()
  expect(released, 'a key that opens does not release').toHaveLength(1)
  await content(page).getByLabel('E-mail address').fill('nobody@kolpact.test')
  await button(content(page), 'Lift ban').click()
  await expect(toast(page, 'No deleted account is banned under this address.')).toBeVisible()
})

const balance = (kind: string, day: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt>` +
  `<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
const statementOf = (day: string, amount: string) =>
  `<Stmt>${balance('OPBD', day, amount)}${balance('CLBD', day, amount)}</Stmt>`

test('staff read that a bank statement counts only after a second member of staff has read it, and why a statement is refused @detail', async ({
  visit,
}) => {
  // The response is simulated, because a real statement would change the books of the other tests.
  const page = await visit(await demo('staff'))
  const read: unknown[] = []
  const respond = (counts: (number | null)[]) =>
    page.route('**/rpc/import_statement', (route) => {
      read.push(route.request().postDataJSON())
      return answer(200, counts.shift())(route)
    })
  await page.goto('/dashboard/staff/books')
  const choose = async (body: string) => {
    const chooser = page.waitForEvent('filechooser')
    await button(content(page), 'Read a bank statement').click()
    const buffer = Buffer.from(`<Document><BkToCstmrStmt>${body}</BkToCstmrStmt></Document>`)
    await (await chooser).setFiles({ name: 'bank.xml', mimeType: 'text/xml', buffer })
  }
  await choose('')
  await expect(toast(page, 'This is no statement in the format camt.053')).toBeVisible()
  await expect(page.locator('.Toastify__toast')).toHaveCount(1)
  expect(read).toEqual([])

  const days = ['2026-11-03', '2026-11-01', '2026-11-02']
  const file = days.map((day, nr) => statementOf(day, `${9 - nr}.00`)).join('')
  await respond([2, 1, null])
  await choose(file)
  await expect(toast(page, '3 new movements were read.')).toBeVisible()
  await expect(toast(page, 'It counts when another member of staff has read')).toBeVisible()
  expect(read).toMatchObject(
    [8_00, 7_00, 9_00].map((closing_minor) => ({ currency: 'USD', closing_minor })),
  )

  const refusal = answer(422, { code: 'PT422', message: 'statement_malformed' })
  await page.route('**/rpc/import_statement', refusal)
  await choose(file)
  await expect(toast(page, 'This statement or balance is not readable')).toBeVisible()
})

test('the dialog for a bank file shows no total before the total is known @detail', async ({
  visit,
}) => {
  const page = await visit(await demo('staff'))
  await page.route('**/rpc/bank_file_sums', answer(400, { message: 'lost' }))
  await page.goto('/dashboard/staff/payouts')
  await button(content(page), 'File for the bank').click()
  await expect(dialog(page).getByText('These are the oldest payouts')).toBeVisible()
  await button(dialog(page), 'Cancel').click()
  await page.route('**/rpc/bank_file_sums', answer(200, []))
  await button(content(page), 'File for the bank').click()
  await expect(dialog(page)).toContainText('No payout to a bank account can be sent now.')
})
