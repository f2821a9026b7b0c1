import { expect, test, type Page } from './support/test.ts'
import { randomUUID } from 'node:crypto'
import { rows, sql } from './support/database.ts'
import { newOrder } from './support/deals.ts'
import {
  demo,
  follow,
  must,
  newPack,
  newPair,
  newStaff,
  service,
  type Member,
} from './support/members.ts'
import { dialog, liveChanges } from './support/screen.ts'

// Orders that end in a dispute, a cancellation or an expiry. The pages of both sides are never reloaded.

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Presses the button `action`, fills in the field of the dialog that opens, and presses the dialog's button. */
async function say(page: Page, action: string, field: string, words: string) {
  await press(page, action)
  await dialog(page).getByLabel(field).fill(words)
  await dialog(page).getByRole('button', { name: action, exact: true }).click()
  await expect(dialog(page)).toBeHidden()
}

/** An order of a pack with a unique title, by which the tests find it. */
async function titledOrder(state: 'accepted' | 'disputed', brand: Member, creator: Member) {
  const title = `A thread ${randomUUID().slice(0, 8)}`
  const { id: pack } = await newPack(creator, title)
  return { title, ...(await newOrder(state, brand, creator, pack)) }
}

type Found = { number: string; title: string }

async function decide(
  page: Page,
  { number, title }: Found,
  action: string,
  share: string,
  why: string,
) {
  await page.goto('/dashboard/staff/disputes')
  await page.getByRole('searchbox', { name: 'Find an order by number' }).fill(number)
  const card = page.getByRole('article').filter({ hasText: title })
  await expect(page.getByRole('article')).toHaveCount(1)
  // The key "o" opens the case, not the page of the member whose name comes first.
  await card.getByRole('button', { name: new RegExp(`^(Read the case|${action})$`) }).press('o')
  // The first time, the dialog asks before it opens the case, because each reading is recorded.
  const isAsked = dialog(page).getByText('Open the case?')
  const isOpen = dialog(page).getByText('The brief named five posts.')
  await expect(isAsked.or(isOpen).first()).toBeVisible()
  if (await isAsked.isVisible())
    await dialog(page).getByRole('button', { name: 'Read the case' }).click()
  // The form appears beside the case once the reader may decide it.
  await expect(dialog(page).getByText('The brief named five posts.')).toBeVisible()
  await dialog(page).getByRole('button', { name: action, exact: true }).click()
  await expect(dialog(page).getByText('Choose', { exact: true }).last()).toBeVisible()
  await dialog(page).getByRole('button', { name: '50 %' }).click()
  await expect(dialog(page).getByLabel('For the creator, of $250.00')).toHaveValue('125.00')
  await dialog(page).getByLabel('For the creator, of $250.00').fill(share)
  await dialog(page).getByLabel('What was found').selectOption('Partly as agreed')
  await dialog(page).getByLabel('What decides').selectOption('What was to be made')
  await dialog(page).getByLabel('Why', { exact: true }).fill(why)
  await dialog(page).getByRole('button', { name: action, exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(card.getByRole('button')).toHaveCount(0)
}

test('a brand opens a dispute with a file and a wished share, and withdraws it @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const { id } = await newOrder('accepted', brand, creator)
  await sql(`update public.pack_orders set due_at = now() - interval '1 hour' where id = $1`, [id])
  const [theirs, mine] = await Promise.all([visit(creator), visit(brand)])
  await Promise.all([theirs, mine].map((page) => page.goto(`/dashboard/orders/${id}`)))
  await press(mine, 'Open a dispute')
  await dialog(mine).getByLabel('It is about').selectOption('Other')
  await dialog(mine).getByLabel('What went wrong?').fill('The product never came.')
  await dialog(mine)
    .locator('input[type=file]')
    .setInputFiles({ name: 'empty-box.txt', mimeType: 'text/plain', buffer: Buffer.from('Empty.') })
  await dialog(mine).getByLabel('What you wish for the creator').fill('100')
  await expect(dialog(mine).getByText('$90.00')).toBeVisible()
  await dialog(mine).getByRole('button', { name: 'Open a dispute' }).click()

  const proposals = theirs.getByRole('region', { name: 'What is proposed' })
  await expect(
    proposals.getByText('If you give no evidence, answer or proposal until'),
  ).toBeVisible()
  await expect(proposals.getByText('$90.00').first()).toBeVisible()
  const said = theirs.getByRole('region', { name: 'What both sides said' })
  await expect(said.getByText('The product never came.')).toBeVisible()
  await expect(said.getByText('empty-box.txt')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Withdraw the dispute' })).toHaveCount(0)

  await press(mine, 'Withdraw the dispute')
  await expect(dialog(mine).getByText('where it stood, “In progress”, and is late.')).toBeVisible()
  await dialog(mine).getByRole('button', { name: 'Withdraw the dispute' }).click()
  await expect(theirs.getByText('Dispute withdrawn')).toBeVisible()
  await expect(mine.getByRole('button', { name: 'Open a dispute' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Deliver work' })).toBeVisible()

  // Without a delivery, the written rule gives the creator nothing if the brand stays silent, whatever share the creator asks for.
  const answered = mine.waitForResponse(/order_page/)
  const wish = { reason: 'The brand is silent.', category: 'other', creator_share_minor: 20_000 }
  await must(creator.client.rpc('open_dispute', { order_id: id, ...wish }))
  await answered
  const wished = mine.getByRole('region', { name: 'What is proposed' })
  await expect(wished.getByText('$180.00').first()).toBeVisible()
  await expect(wished.getByText('If you give no evidence')).toHaveCount(0)
})

test('a dispute goes through statements, a ruling and an appeal on the screens of brand, creator and staff', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const order = await titledOrder('accepted', brand, creator)
  const { id, title } = order
  const [theirs, mine] = await Promise.all([visit(brand), visit(creator)])
  await Promise.all([theirs, mine].map((page) => page.goto(`/dashboard/orders/${id}`)))

  await test.step('the brand opens a dispute, and both sides say what happened', async () => {
    await press(theirs, 'Open a dispute')
    await dialog(theirs).getByLabel('It is about').selectOption('Not as agreed')
    await dialog(theirs).getByLabel('What went wrong?').fill('Half of the posts are missing.')
    await dialog(theirs).getByRole('button', { name: 'Open a dispute' }).click()
    await expect(mine.getByText('Dispute opened · Not as agreed')).toBeVisible()
    const course = mine.getByRole('region', { name: 'How the dispute goes' })
    await expect(course.locator('[aria-current=step]')).toContainText('Answers and proposals')
    const early = mine.getByText('or earlier, once both sides have spoken')
    await expect(early).toHaveCount(3)
    await expect(mine.getByText('The order is in dispute')).toBeVisible()
    await expect(mine.getByText('Half of the posts are missing.').first()).toBeVisible()
    await say(mine, 'Answer', 'Your answer', 'The brief named five posts.')
    await expect(theirs.getByText('The brief named five posts.')).toBeVisible()
    await say(theirs, 'Answer', 'Your answer', 'The pack names ten.')
    await expect(mine.getByText('The pack names ten.')).toBeVisible()
  })

  await test.step('a proposed share that changes while it is read is not accepted unseen', async () => {
    const propose = (creator_share_minor: number) =>
      must(brand.client.rpc('propose_settlement', { order_id: id, creator_share_minor }))
    await propose(20_000)
    await press(mine, 'Accept the proposal')
    await expect(dialog(mine).getByText('$180.00')).toBeVisible()
    await propose(10_000)
    await expect(
      dialog(mine).getByText('The other side has just changed its proposal'),
    ).toBeVisible()
    await dialog(mine).getByRole('button', { name: 'I have seen the new proposal' }).click()
    await expect(dialog(mine).getByRole('button', { name: 'Accept the proposal' })).toBeVisible()
    await expect(dialog(mine).getByText('$90.00')).toBeVisible()
    await dialog(mine).getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('staff read the case and rule', async () => {
    const desk = await visit(await demo('staff'))
    await desk.goto(`/dashboard/staff/disputes?q=${encodeURIComponent(title)}`)
    const card = desk.getByRole('article').filter({ hasText: title })
    await expect(card.getByText('Read the case of this dispute first.')).toBeVisible()
    await desk.getByLabel('State', { exact: true }).selectOption('Ruled')
    await expect(card).toHaveCount(0)
    await desk.getByLabel('State', { exact: true }).selectOption('Disputed')
    await expect(card).toHaveCount(1)
    await expect(card.getByRole('button', { name: 'Rule', exact: true })).toHaveCount(0)
    await card.getByRole('button', { name: 'Read the case' }).click()
    await dialog(desk).getByRole('button', { name: 'Read the case' }).click()
    await expect(dialog(desk).getByRole('region', { name: 'Terms' })).toContainText('Ten posts.')
    await expect(dialog(desk).getByText('The brief named five posts.')).toBeVisible()
    await expect(dialog(desk).getByText('The pack names ten.')).toBeVisible()
    await expect(dialog(desk).getByText('Our staff rule, until')).toBeVisible()
    await decide(desk, order, 'Rule', '50', 'Five of ten, and late.')
    await expect(card.getByText(/^Ruled/)).toBeVisible()
    await expect(card.getByText('Appeal possible until')).toBeVisible()
    await expect(card.getByRole('button')).toHaveCount(0)
    await card.getByRole('link', { name: 'Look at the order' }).press('o')
    await desk.waitForURL(`**/orders/${id}`)
    for (const page of [theirs, mine]) {
      await expect(page.getByText('There is a ruling')).toBeVisible()
      await expect(page.getByText('Five of ten, and late.').first()).toBeVisible()
      await expect(page.getByText('No open proposal', { exact: true })).toHaveCount(2)
      await expect(page.getByText('The other side has no open proposal.')).toBeVisible()
    }
    // The creator gets $50 of $250, less the market's fee of 10 %.
    const money = (page: Page) => page.getByRole('region', { name: 'Money' })
    await expect(money(theirs)).toContainText('Back in your wallet$200.00')
    await expect(money(mine)).toContainText('You get$45.00')
  })

  await test.step('the creator appeals, and another member of staff makes the final decision', async () => {
    await say(mine, 'Appeal', 'Why the ruling is wrong', 'They were in time.')
    await expect(theirs.getByText('The ruling is appealed')).toBeVisible()
    await say(theirs, 'Answer', 'Your answer', 'They were two days late.')
    await expect(mine.getByText('They were two days late.')).toBeVisible()
    const first = await visit(await demo('staff'))
    await first.goto(`/dashboard/staff/disputes?q=${encodeURIComponent(title)}`)
    const known = first.getByRole('article').filter({ hasText: title })
    await expect(known.getByText('or know it from before the appeal')).toBeVisible()
    await expect(known.getByRole('button', { name: 'Decide the appeal' })).toHaveCount(0)
    const desk = await visit(await newStaff())
    await decide(desk, order, 'Decide the appeal', '125', 'Five of ten, in time.')
    for (const page of [theirs, mine])
      await expect(page.getByText('Settled', { exact: true }).first()).toBeVisible()
    const { status, creator_share_minor: share } = await must(
      service().from('pack_orders').select('status, creator_share_minor').eq('id', id).single(),
    )
    expect({ status, share }).toEqual({ status: 'settled', share: 12_500 })
  })
})

/** Moves the order's deadline back by this many days and runs the due work. */
async function letDaysPass(orderId: string, days: number) {
  await sql(
    `update public.pack_orders set due_at = due_at - make_interval(days => $2) where id = $1`,
    [orderId, days],
  )
  await must(service().rpc('run_due_work'))
}

const walletOf = async (member: Member) =>
  (
    await rows<{ balance: string }>(
      `select balance_minor::text as balance from private.accounts where owner_id = $1 and kind = 'wallet'`,
      [member.id],
    )
  )[0]?.balance

test('an order that nobody acts on ends automatically, and the money is refunded @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const { id } = await newOrder('accepted', brand, creator)
  const [theirs, mine] = await Promise.all([visit(brand), visit(creator)])
  await Promise.all([theirs, mine].map((page) => page.goto(`/dashboard/orders/${id}`)))
  await expect(theirs.getByText('The work is under way')).toBeVisible()
  for (const page of [theirs, mine])
    await expect(page.getByText('The order ends by itself, and what is in escrow')).toBeVisible()

  // Five days are allowed for the delivery, so it is late on the sixth.
  await letDaysPass(id, 6)
  for (const page of [theirs, mine]) await expect(page.getByText(/· late$/)).toBeVisible()
  expect(await walletOf(brand)).not.toBe('25000')

  // Seven more days are the grace period, after which the order ends.
  await letDaysPass(id, 7)
  for (const page of [theirs, mine]) {
    await expect(page.getByText('Order expired').first()).toBeVisible()
    await expect(page.getByText('Your turn')).toHaveCount(0)
  }
  expect(await walletOf(brand)).toBe('25000')
  await follow(theirs, '/dashboard/payments')
  await expect(theirs.getByText('$250.00').first()).toBeVisible()
})

test('a half-written ruling is kept when a side makes a statement @detail', async ({ visit }) => {
  test.slow()
  const [brand, creator] = await newPair()
  const { id: order_id, title } = await titledOrder('disputed', brand, creator)
  const speak = (side: Member, body: string) =>
    must(side.client.rpc('answer_dispute', { order_id, body }))
  await speak(brand, 'Nothing came.')
  await speak(creator, 'It comes.')
  const desk = await visit(await newStaff())
  const live = liveChanges(desk)
  await desk.goto(`/dashboard/staff/disputes?q=${encodeURIComponent(title)}`)
  await live
  const row = desk.getByRole('article').filter({ hasText: title })
  await row.getByRole('button', { name: 'Read the case' }).click()
  await dialog(desk).getByRole('button', { name: 'Read the case' }).click()
  const why = dialog(desk).getByLabel('Why', { exact: true })
  await why.fill('Half of')
  await speak(creator, 'One word more.')
  // The page reloads the list of disputes at an interval.
  const news = dialog(desk).getByText('A side has written since you read the case.')
  await expect(news).toBeVisible({ timeout: 40_000 })
  await why.pressSequentially(' it came.')
  await expect(why).toHaveValue('Half of it came.')
  await expect(dialog(desk).getByText('One word more.')).toHaveCount(0)
  await dialog(desk).getByRole('button', { name: 'Read it', exact: true }).click()
  await expect(dialog(desk).getByText('One word more.')).toBeVisible()
  await expect(news).toHaveCount(0)
  await expect(why).toHaveValue('Half of it came.')
  await desk.keyboard.press('Escape')
  await dialog(desk).getByRole('button', { name: 'Leave, keep the draft' }).click()
  await expect(dialog(desk)).toBeHidden()
  await expect(desk.locator(':focus')).toContainText(/Rule|A thread/)
  await desk.keyboard.press('o')
  await expect(dialog(desk).getByLabel('Why', { exact: true })).toHaveValue('Half of it came.')
})
