import { expect, test, type Page } from './support/test.ts'
import { expectAccessible } from './support/axe.ts'
import { makeOffer, newOrder } from './support/deals.ts'
import { follow, must, newPair, openAs, write, type Member } from './support/members.ts'
import { payByCard } from './support/person.ts'
import { dialog } from './support/screen.ts'

test.describe.configure({ mode: 'default' })

// A brand and a creator negotiate an offer in two browsers; the pages are never reloaded.

const GUIDE = { name: 'guide.txt', mimeType: 'text/plain', buffer: Buffer.from('All green.') }

const card = (page: Page, state: string) =>
  page.getByRole('article', { name: 'Offer: Launch week' }).filter({ hasText: state }).last()

async function acceptMilestone(page: Page, title: string) {
  await page.getByRole('button', { name: 'Accept milestone' }).click()
  await expect(dialog(page).getByText(`“${title}” leaves escrow`)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Accept milestone' }).click()
  await expect(dialog(page)).toBeHidden()
}

let brand: Member
let creator: Member
let conversation: string
let theirs: Page
let mine: Page

test.beforeAll(async ({ browser }) => {
  ;[brand, creator] = await newPair()
  conversation = await write(brand, creator, 'Do you have time for our launch?')
  theirs = await openAs(browser, brand)
  // The width of the smallest phone.
  mine = await openAs(browser, creator, { viewport: { width: 320, height: 640 } })
  await theirs.goto(`/dashboard/messages/${creator.id}`)
  await mine.goto(`/dashboard/messages/${brand.id}`)
})
test.afterAll(() => Promise.all([theirs.context().close(), mine.context().close()]))

test('an offer with two milestones is made in the chat, countered, accepted, delivered and paid', async () => {
  await test.step('the brand writes an offer; what was typed survives a closed dialog', async () => {
    await theirs.getByRole('button', { name: 'Make an offer' }).click()
    const form = dialog(theirs)
    await form.getByLabel('Title').fill('Launch week')
    await form.getByLabel('What is to be done').fill('A teaser,\nthen a thread on the day.')
    await form.getByLabel('Price').fill('300')
    await form.getByLabel('Goal').fill('500 sign-ups')
    await form.getByLabel('Links').fill('https://a.example/guide')
    await form.locator('input[type=file]').setInputFiles(GUIDE)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.getByRole('button', { name: /keep/i }).click()
    await expect(form).toBeHidden()
    await theirs.getByRole('button', { name: 'Make an offer' }).click()
    await expect(form.getByLabel('Title')).toHaveValue('Launch week')
    await expect(form.getByLabel('Goal')).toHaveValue('500 sign-ups')
    await expect(form.getByText('guide.txt')).toBeVisible()
    await form.getByRole('button', { name: 'Add a milestone' }).click()
    await form.getByRole('button', { name: 'Add a milestone' }).click()
    await form.getByLabel('Milestone 1', { exact: true }).fill('Teaser')
    await form.getByLabel('Amount of milestone 1').fill('100')
    await form.getByLabel('Milestone 2', { exact: true }).fill('Thread')
    await form.getByLabel('Amount of milestone 2').fill('150')
    await form.getByRole('button', { name: 'Send offer' }).click()
    await expect(form.getByText('The milestones must add up to the price.')).toBeVisible()
    await form.getByLabel('Amount of milestone 2').fill('200')
    await form.getByRole('button', { name: 'Send offer' }).click()
    await expect(form).toBeHidden()
    await expect(card(theirs, 'Open')).toBeVisible()
  })

  await test.step('the creator sees the offer at once, on a small phone, and makes a counter-offer', async () => {
    await expect(card(mine, 'Open').getByText('$300.00')).toBeVisible()
    const wide = await mine.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(320)
    await card(mine, 'Open').getByText('Brief', { exact: true }).click()
    await expect(card(mine, 'Open').getByText('500 sign-ups')).toBeVisible()
    const download = mine.waitForEvent('download')
    await card(mine, 'Open')
      .getByRole('button', { name: /guide\.txt/ })
      .click()
    expect((await download).suggestedFilename()).toBe('guide.txt')
    await card(mine, 'Open').getByRole('button', { name: 'Counter', exact: true }).focus()
    await mine.keyboard.press('Enter')
    const form = dialog(mine)
    await expect(form.getByLabel('Goal')).toHaveCount(0)
    await expect(form.getByLabel('Title')).toHaveValue('Launch week')
    await form.getByLabel('Price').fill('360')
    await form.getByLabel('Amount of milestone 2').fill('260')
    await form.getByRole('button', { name: 'Send counter-offer' }).click()
    await expect(form).toBeHidden()
  })

  await test.step('the brand sees the counter-offer and the offer that it answers, and accepts', async () => {
    await expect(card(theirs, 'Countered')).toBeVisible()
    const counter = card(theirs, 'Open')
    await expect(counter.getByText('$360.00')).toBeVisible()
    await expect(counter.getByText('Counter-offer to $300.00')).toBeVisible()
    await counter.getByRole('button', { name: 'Accept', exact: true }).click()
    const form = dialog(theirs)
    await expect(form.getByText('guide.txt')).toBeVisible()
    expect(await form.getByText('A teaser,').innerText()).toBe(
      'A teaser,\nthen a thread on the day.',
    )
    await expectAccessible(theirs, 'accepting an offer')
    await form.getByLabel('Goal').fill('600 sign-ups')
    await form.getByLabel('Links').fill('a@b.example')
    await form.getByRole('button', { name: 'Accept and pay' }).click()
    await expect(form.getByText('“a@b.example” is no link.')).toBeVisible()
    // The section with the invalid field stays open when its title is pressed.
    await form.locator('summary', { hasText: 'Brief (optional)' }).click()
    await form.getByLabel('Links').fill('https://a.example/guide')
    await form.getByRole('button', { name: 'Accept and pay' }).click()
    await payByCard(theirs)
    await expect(theirs.getByText('Paid into escrow')).toBeVisible()
  })

  await test.step('the creator accepts the brief that came with the acceptance', async () => {
    await card(mine, 'Accepted').getByRole('link', { name: 'View order' }).click()
    const brief = mine.getByRole('region', { name: 'Brief', exact: true })
    await expect(brief.getByRole('region', { name: 'Goal' })).toContainText('600 sign-ups')
    await expect(brief.getByRole('button', { name: /guide\.txt/ })).toBeVisible()
    await mine.getByRole('button', { name: 'Accept order' }).click()
    await dialog(mine).getByRole('button', { name: 'Accept order' }).click()
    await expect(mine.getByText('Your turn: do the work')).toBeVisible()
    await theirs.getByRole('link', { name: 'Go to the order' }).click()
  })

  await test.step('the first milestone is delivered, accepted and paid', async () => {
    await mine.getByRole('button', { name: 'Deliver work' }).click()
    await dialog(mine).getByLabel('What did you make?').fill('The teaser is online.')
    await dialog(mine).getByLabel('Links to the work').fill('https://videos.example/launch')
    await dialog(mine).getByRole('button', { name: 'Deliver work' }).click()
    await expect(dialog(mine)).toBeHidden()
    await acceptMilestone(theirs, 'Teaser')
    for (const page of [theirs, mine]) {
      const parts = page.getByRole('region', { name: 'Milestones' }).getByRole('listitem')
      await expect(parts.nth(0)).toContainText('Accepted')
      await expect(parts.nth(1)).toContainText('In work')
    }
    await expect(theirs.getByText('Milestone accepted').first()).toBeVisible()
    await expect(mine.getByText('Your turn: do the work')).toBeVisible()
  })

  await test.step('accepting the last milestone completes the order', async () => {
    const order_id = new URL(mine.url()).pathname.split('/').at(-1)
    const links = ['https://videos.example/launch']
    await must(
      creator.client.rpc('deliver_order', { order_id, note: 'The thread is online.', links }),
    )
    // Waits for the second delivery: until it is shown, the button accepts the first milestone.
    await expect(theirs.getByText('The thread is online.').first()).toBeVisible()
    await acceptMilestone(theirs, 'Thread')
    await expect(theirs.getByText('Work accepted, order completed')).toBeVisible()
    await follow(mine, '/dashboard/payments')
    await expect(mine.getByText('$324.00').first()).toBeVisible()
  })
})

test('a brand declines an offer, a creator withdraws an offer, and both members see the new state at once', async () => {
  await follow(theirs, `/dashboard/messages/${creator.id}`)
  await follow(mine, `/dashboard/messages/${brand.id}`)
  const end = async (who: Page, how: string, state: string) => {
    await card(who, 'Open').getByRole('button', { name: how }).click()
    await dialog(who).getByRole('button', { name: how }).click()
    for (const page of [theirs, mine]) await expect(card(page, state)).toBeVisible()
  }
  await mine.getByRole('button', { name: 'Make an offer' }).click()
  await dialog(mine).getByLabel('Title').fill('Launch week')
  await dialog(mine).getByLabel('What is to be done').fill('Once more.')
  await dialog(mine).getByLabel('Price').fill('50')
  await dialog(mine).getByLabel('The brand approves a draft first').check()
  await dialog(mine).getByRole('button', { name: 'Send offer' }).click()
  await expect(card(theirs, 'Open')).toContainText('a draft is approved first')
  await end(theirs, 'Decline', 'Declined')
  await makeOffer(creator, conversation, { title: 'Launch week' })
  await end(mine, 'Withdraw', 'Withdrawn')
})

test('a member who answers an offer that has just ended reads why, and keeps the typed text', async () => {
  await follow(theirs, `/dashboard/messages/${creator.id}`)
  const form = dialog(theirs)
  const open = async (title: string, button: string) => {
    const offer = await makeOffer(creator, conversation, { title })
    const shown = theirs.getByRole('article', { name: `Offer: ${title}` })
    await shown.getByRole('button', { name: button, exact: true }).click()
    return offer
  }
  const leave = async () => {
    await form.getByRole('button', { name: 'Cancel' }).click()
    await form.getByRole('button', { name: 'Discard' }).click()
    await expect(form).toBeHidden()
  }

  const accepted = await open('A podcast', 'Accept')
  await form.getByText('Brief (optional)').click()
  await form.getByLabel('Goal').fill('700 sign-ups')
  await must(
    brand.client.rpc('accept_offer', { offer_id: accepted.id, terms: accepted.terms_hash }),
  )
  await expect(form.getByRole('alert')).toContainText('This offer has been accepted meanwhile')
  await expect(form.getByRole('link', { name: 'View order' })).toBeVisible()
  await expect(form.getByLabel('Goal')).toHaveValue('700 sign-ups')
  await expect(form.getByRole('button', { name: 'Accept and pay' })).toBeDisabled()
  await leave()

  const withdrawn = await open('A video', 'Counter')
  await form.getByLabel('Title').fill('A short video')
  await must(creator.client.rpc('withdraw_offer', { offer_id: withdrawn.id }))
  await expect(form.getByRole('alert')).toContainText('This offer has been withdrawn meanwhile')
  await expect(form.getByLabel('Title')).toHaveValue('A short video')
  await expect(form.getByRole('button', { name: 'Send counter-offer' })).toBeDisabled()
  await leave()
})

test('a brand that accepts an offer chooses whether its wallet pays', async ({ visit }) => {
  const [buyer, seller] = await newPair()
  const chat = await write(buyer, seller, 'Do you have time next week?')
  // A cancelled order puts $250.00 into the brand's wallet.
  await newOrder('cancelled', buyer, seller)
  await makeOffer(seller, chat)
  const page = await visit(buyer)
  await page.goto(`/dashboard/messages/${seller.id}`)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  const pay = dialog(page).getByRole('button', { name: /^Accept and pay/ })
  await expect(pay).toHaveText(/from your wallet$/)
  await dialog(page)
    .getByLabel(/from my wallet$/)
    .uncheck()
  await expect(pay).toHaveText(/by card$/)
  await pay.click()
  await payByCard(page)
  await expect(page.getByText('Paid into escrow')).toBeVisible()
  await page.goto('/dashboard/payments')
  await expect(page.getByText('Card → In escrow').first()).toBeVisible()
})
