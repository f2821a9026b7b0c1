import { expect, test, type Page } from './support/test.ts'
import { rows } from './support/database.ts'
import { newDeal } from './support/deals.ts'
import { mailTo } from './support/mailbox.ts'
import { demo, follow, must, newMember, service, write, type Member } from './support/members.ts'
import { dialog } from './support/screen.ts'

const alert = (page: Page) =>
  page
    .locator('[role=alert]:not(.Toastify__toast)')
    .filter({ hasText: 'Your account is suspended' })

const suspend = async (member: Member) =>
  must(
    (await demo('staff')).client.rpc('suspend_profile', {
      profile_id: member.id,
      category: 'spam',
      note: 'The same message to forty brands.',
    }),
  )

test('a suspended member reads why, appeals, and another member of staff decides', async ({
  visit,
}) => {
  const creator = await newMember('kol')
  const page = await visit(creator)
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  await suspend(creator)
  // The profile is updated live, without a reload.
  await expect(alert(page)).toContainText('Why: Spam')
  await expect(alert(page)).toContainText('The same message to forty brands.')
  await expect(alert(page)).toContainText(
    'Without a decision within 7 days the suspension ends, unless two of our staff',
  )
  await mailTo(creator.email, /suspended/i)
  await follow(page, '/dashboard/campaigns')
  await expect(page.getByText('We do not tell you of new ones meanwhile.')).toBeVisible()
  await follow(page, '/dashboard/settings/invites')
  await expect(page.getByText(/^Nobody can sign up with your code/)).toBeVisible()

  await alert(page).getByRole('button', { name: 'Appeal' }).click()
  await dialog(page).getByRole('button', { name: 'Send the appeal' }).click()
  await expect(dialog(page).getByText('Write why the suspension is wrong.')).toBeVisible()
  await dialog(page).getByLabel('Why the suspension is wrong').fill('All forty had asked me.')
  await dialog(page).getByRole('button', { name: 'Send the appeal' }).click()
  await expect(alert(page)).toContainText('You appealed. Our staff decide until')
  await expect(alert(page).getByRole('button')).toHaveCount(0)

  const desk = await visit(await demo('staff'))
  await desk.goto('/dashboard/staff/suspensions')
  const card = desk.getByRole('article').filter({ hasText: creator.name })
  await expect(card).toContainText('All forty had asked me.')
  await expect(card).toContainText('another member of staff decides the appeal')
  await expect(card.getByRole('button')).toHaveCount(0)

  // Pretends that another member of staff suspended the creator, because nobody decides an appeal against their own decision.
  await rows(`update public.suspensions set suspended_by = null where profile_id = $1`, [
    creator.id,
  ])
  await desk.reload()
  await card.getByRole('button', { name: 'End suspension' }).click()
  await dialog(desk).getByLabel('Why; the member reads it').fill('They had indeed.')
  await dialog(desk).getByRole('button', { name: 'End suspension' }).click()
  await expect(card).toHaveCount(0)
  await expect(alert(page)).toHaveCount(0)
})

test('a suspended brand reads that Discover is closed during the suspension, and sees no error @detail', async ({
  visit,
}) => {
  const brand = await newMember('brand')
  await suspend(brand)
  const page = await visit(brand)
  await page.goto('/dashboard/discover')
  await expect(alert(page)).toContainText('You can read what is yours')
  await expect(
    page.getByRole('heading', { name: 'Closed while your account is suspended' }),
  ).toBeVisible()
  await expect(page.getByText('You are not allowed to do this.')).toHaveCount(0)
})

test('suspended members get no form that would be refused, and can choose their language @detail', async ({
  visit,
}) => {
  const [brand, creator] = [await newMember('brand'), await newMember('kol')]
  const desk = await visit(brand)
  await desk.goto('/dashboard/campaigns')
  await expect(desk.getByRole('link', { name: 'New campaign' })).toBeVisible()
  await suspend(brand)
  await expect(desk.getByText('Closed while your account is suspended')).toBeVisible()
  await expect(desk.getByRole('link', { name: 'New campaign' })).toHaveCount(0)
  await follow(desk, '/dashboard/campaigns/new')
  await expect(desk.getByText('Closed while your account is suspended')).toBeVisible()
  await expect(desk.getByRole('textbox')).toHaveCount(0)

  await suspend(creator)
  const page = await visit(creator)
  await page.goto('/dashboard/packs')
  await expect(page.getByText('Closed while your account is suspended')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New pack' })).toHaveCount(0)

  await follow(page, '/dashboard/settings/appearance')
  const choose = async (from: string, to: string) => {
    await page.getByRole('combobox', { name: from }).click()
    await page.getByRole('option', { name: to }).click()
  }
  const saved = () => rows(`select locale from public.profiles where id = $1`, [creator.id])
  await choose('Language of the interface', 'Español')
  await expect.poll(saved).toEqual([{ locale: 'es' }])
  await page.route('**/rest/v1/profiles*', (route) => route.fulfill({ status: 406, json: {} }))
  await choose('Idioma de la interfaz', 'English')
  await expect(page.getByText('Failed to update profile')).toBeVisible()
})

test('both sides of an order keep their names, and read when its time limit runs again @detail', async ({
  visit,
}) => {
  const { brand, creator, order } = await newDeal('paid')
  await write(brand, creator, 'The order is placed.')
  await suspend(creator)
  const phone = { viewport: { width: 390, height: 844 } }
  const waiting = await visit(brand, phone)
  for (const [page, member, other] of [
    [await visit(creator, phone), creator, brand],
    [waiting, brand, creator],
  ] as const) {
    await page.goto(`/dashboard/orders/${order.id}`)
    await expect(page.getByText(/when the suspension is lifted, on .+ at the latest/)).toBeVisible()
    const step = member === creator ? 'You cannot go on' : `${creator.name} is suspended`
    await expect(page.getByRole('heading', { name: step })).toBeVisible()
    const note = member === creator ? 'You cannot write' : 'This member cannot be written to'
    await expect(page.getByText(note)).toBeVisible()
    await expect(page.getByText(other.name).first()).toBeVisible()
    await follow(page, `/dashboard/messages/${other.id}`)
    await expect(page.getByText(note)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Write a message' })).toHaveCount(0)
    for (const path of ['/dashboard', '/dashboard/orders']) {
      await follow(page, path)
      await expect(page.getByText(/clock stopped, at the latest until/)).toBeVisible()
      await expect(page.getByText('Your turn')).toHaveCount(0)
      await expect(page.getByText(other.name).first()).toBeVisible()
      await expect(page.getByText(/Unknown (Brand|Creator)/)).toHaveCount(0)
    }
  }
  const desk = await visit(await demo('staff'))
  await desk.goto(`/dashboard/orders/${order.id}`)
  await desk.getByRole('textbox', { name: 'Why' }).fill('The creator asked about the clock.')
  await desk.getByRole('button', { name: 'Read the order' }).click()
  await expect(desk.getByText(`Suspended: ${creator.name}.`)).toBeVisible()
  await expect(desk.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(desk.getByText('“The creator asked about the clock.”')).toBeVisible()
  const marked = desk.getByRole('navigation').locator('[aria-current=page]')
  await expect(marked).toHaveText('Staff')
  await expect(desk.getByText(/when the suspension is lifted, on .+ at the latest/)).toBeVisible()

  // After thirty days the order's time limit runs again, although the suspension continues.
  await rows(
    `update public.pack_orders set clock_stopped_at = now() - interval '30 days', clock_resumes_at = now()
     where id = $1`,
    [order.id],
  )
  await must(service().rpc('run_due_work'))
  await follow(waiting, `/dashboard/orders/${order.id}`)
  await expect(waiting.getByText('To be answered')).toBeVisible()
  await expect(waiting.getByRole('heading', { name: `${creator.name} is suspended` })).toBeVisible()
  await expect(waiting.getByText('This member cannot be written to')).toBeVisible()
})
