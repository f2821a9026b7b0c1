import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from './support/test.ts'
import { randomWord } from '../../scripts/tools/testing/random-word.ts'
import { expectAccessible } from './support/axe.ts'
import { FITTING_NEW_CREATORS, hear, makeMarket, type Market } from './support/deals.ts'
import {
  FORMS_OF_SUSPENDED,
  formsOfBrand,
  formsOfCreator,
  formsOfStaff,
  openForm,
  type FormCase,
  type Forms,
} from './support/forms.ts'
import { MATRIX } from './support/heavy.ts'
import { demo, follow, must, newcomer, newMember, signInAs } from './support/members.ts'
import { PNG } from './support/png.ts'
import { dialog } from './support/screen.ts'

// Tests every dialog with a form: Escape asks before it closes, the draft survives a reload and is deleted after
// sending or discarding, and axe finds no fault. `features/all-forms.test.ts` checks that every form has a draft.

const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kolpact-draft:')))
const field = (page: Page, label: string | RegExp) => dialog(page).getByLabel(label).first()

async function leave(page: Page, how: 'Leave, keep the draft' | 'Discard') {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.getByRole('button', { name: how }).click()
  await expect(dialog(page)).toHaveCount(0)
}

async function expectTexts(page: Page, texts: FormCase['fields']) {
  for (const [label, text] of texts) await expect(field(page, label)).toHaveValue(text)
}

/** Opens the form, types into it and leaves it; returns the values that the fields had before. */
async function leaveDraft(page: Page, form: FormCase): Promise<FormCase['fields']> {
  await openForm(page, form)
  const before: FormCase['fields'] = []
  for (const [label, text] of form.fields) {
    before.push([label, await field(page, label).inputValue()])
    await field(page, label).fill(text)
  }
  await expectAccessible(page, form.path)
  await leave(page, 'Leave, keep the draft')
  return before
}

/** Expects the draft, then sends the form, or discards the draft and expects the earlier values. */
async function endDraft(page: Page, form: FormCase, before: FormCase['fields']) {
  const most = (await drafts(page)).length
  await openForm(page, form)
  await expectTexts(page, form.fields)
  if (form.send) {
    await dialog(page).getByRole('button', { name: form.send, exact: true }).click()
    await expect(dialog(page)).toHaveCount(0)
  } else {
    await leave(page, 'Discard')
    await openForm(page, form)
    await expectTexts(page, before)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  }
  await expect.poll(async () => (await drafts(page)).length).toBeLessThan(most)
}

/** Expects that after one reload every form still has its own draft. */
async function expectDrafts(page: Page, forms: Forms) {
  await page.goto('/dashboard/settings')
  const before: Record<string, FormCase['fields']> = {}
  for (const [what, form] of Object.entries(forms))
    await test.step(what, async () => {
      before[what] = await leaveDraft(page, form)
    })
  await page.reload()
  for (const [what, form] of Object.entries(forms))
    await test.step(`${what}, after the reload`, () => endDraft(page, form, before[what] ?? []))
  expect(await drafts(page)).toEqual([])
}

let made: Promise<Market> | undefined
const market = () => (made ??= makeMarket())

test('forms of a brand keep drafts', { tag: MATRIX }, async ({ visit }) => {
  const page = await visit((await market()).brand)
  await expectDrafts(page, formsOfBrand(await market()))
})

test('forms of a creator keep drafts until a sign-out', { tag: MATRIX }, async ({ visit }) => {
  const page = await visit((await market()).creator)
  const forms = formsOfCreator(await market())
  await expectDrafts(page, forms)
  await leaveDraft(page, forms['a refusal']!)
  await page.getByRole('button', { name: 'Account menu' }).click()
  const ended = page.waitForResponse(/\/logout\?scope=global$/)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(dialog(page).getByRole('listitem')).toHaveText('1 draft')
  await dialog(page).getByRole('button', { name: 'Sign out and delete' }).click()
  await page.waitForURL(/:\d+\/$/)
  expect(await drafts(page)).toEqual([])
  await ended
})

test('forms of staff and suspended members keep drafts', { tag: MATRIX }, async ({ visit }) => {
  const desk = await demo('staff')
  const waiting = await newMember('kol', { approved: false })
  // The sign-out in the test above ended every session of the creator, who therefore signs in again.
  const { brand, creator, orders } = await market()
  await hear(brand, await signInAs(creator.email), orders.disputed)
  const page = await visit(desk)
  await expectDrafts(page, formsOfStaff(await market(), waiting))

  const suspended = await newMember('kol')
  const reason = { profile_id: suspended.id, category: 'spam', note: 'Forty times.' }
  await must(desk.client.rpc('suspend_profile', reason))
  const theirs = await visit(suspended)
  await expectDrafts(theirs, FORMS_OF_SUSPENDED)
})

test('the forms of a campaign, of an application and of the last step of onboarding keep their drafts @detail', async ({
  visit,
}) => {
  const main = (page: Page, label: string) => page.getByRole('main').getByLabel(label).first()
  const survives = async (page: Page, path: string, texts: [label: string, text: string][]) => {
    await page.goto(path)
    for (const [label, text] of texts) await main(page, label).fill(text)
    await follow(page, '/dashboard/settings/appearance')
    await follow(page, path)
    await page.reload()
    for (const [label, text] of texts) await expect(main(page, label)).toHaveValue(text)
  }
  const sent = async (page: Page, button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect.poll(() => drafts(page)).toEqual([])
  }
  const brand = await newMember('brand')
  const mine = await visit(brand)
  await survives(mine, '/dashboard/campaigns/new', [
    ['Title', 'Bridges of spring'],
    ['What you need', 'Ten voices.'],
    ['Links', 'example.com/kit'],
    ['Creators sought', '3'],
    ['Budget per creator', '800'],
    ['Applications until', IN_A_MONTH],
  ])
  await mine
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: PNG })
  await sent(mine, 'Save draft')
  const gives = async (page: Page) => {
    await expect(page.getByRole('link', { name: 'example.com/kit' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'plan.png' })).toBeVisible()
  }
  await gives(mine)
  const { id } = await must(
    brand.client
      .from('campaigns')
      .update({ filters: FITTING_NEW_CREATORS })
      .eq('brand_id', brand.id)
      .select('id')
      .single(),
  )
  // A draft that another device changed can be published only after a reload shows the change.
  await mine.reload()
  await mine.getByRole('button', { name: 'Publish' }).click()
  await dialog(mine).getByRole('button', { name: 'Publish' }).click()
  await expect(mine.getByText('Open', { exact: true })).toBeVisible()

  const theirs = await visit(await newMember('kol'))
  await theirs.goto(`/dashboard/campaigns/${id}`)
  await theirs.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(main(theirs, 'Price'), 'the first of two empty fields').toBeFocused()
  await survives(theirs, `/dashboard/campaigns/${id}`, [
    ['Price', '800'],
    ['Days to deliver', '9'],
    ['Why you', 'Nobody else explains bridges.'],
  ])
  await gives(theirs)
  await sent(theirs, 'Apply')
  await mine.goto('/dashboard/campaigns')
  await expect(mine.getByText('1 application', { exact: true })).toBeVisible()
  const application = await must(
    brand.client.from('campaign_applications').select('id, terms_hash').single(),
  )
  const { id: orderId } = await must(
    brand.client.rpc('accept_application', {
      application_id: application.id,
      idempotency_key: randomUUID(),
      terms: application.terms_hash,
    }),
  )
  await theirs.goto(`/dashboard/orders/${orderId}`)
  await gives(theirs)

  const nobody = await newcomer()
  const start = { role: 'kol', language: 'en' }
  await must(nobody.client.from('profiles').update(start).eq('id', nobody.id).select('id'))
  const theirFirst = await visit(nobody)
  await survives(theirFirst, '/onboarding/profile-setup', [
    ['Your name as a creator', `Newcomer ${randomWord()}`],
    ['About', 'In the middle of a sentence'],
  ])
})

test('a double click sends a form once', async ({ visit }) => {
  const page = await visit(await newMember('brand'))
  const sent: string[] = []
  page.on('request', (request) => {
    if (/\/rest\/v1\/campaigns/.test(request.url()) && /POST|PATCH/.test(request.method()))
      sent.push(request.method())
  })
  await page.goto('/dashboard/campaigns/new')
  await page.getByLabel('Title').fill('A launch')
  await page.getByLabel('What you need').fill('Voices.')
  await page.getByLabel('Budget per creator').fill('500')
  await page.getByRole('button', { name: 'Save draft' }).dblclick()
  await expect(page.getByRole('heading', { name: 'A launch' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await dialog(page).getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Open', { exact: true })).toBeVisible()
  expect(sent).toEqual(['POST'])
  await expect(
    page.getByRole('heading', { name: 'A launch' }),
    'the button that had the focus is gone',
  ).toBeFocused()
})
