import { expect, test, type Page } from './support/test.ts'
import { demo, must, newMember, write, type Member } from './support/members.ts'
import { answer, button, dialog, log } from './support/screen.ts'
import { stored } from './support/stores.ts'

// Messages that a member sends while the backend cannot be reached.

const waiting = (page: Page) => log(page).getByRole('img', { name: /Waiting to be sent|Sending/ })
const draft = (page: Page) => page.getByLabel('Write a message')
const bubbles = (page: Page) => log(page).locator('p')

async function say(page: Page, text: string) {
  await draft(page).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(draft(page)).toHaveValue('')
  await expect(log(page).getByText(text, { exact: true })).toBeVisible()
}

const sentBy = async (brand: Member, creator: Member) => {
  const query = creator.client.from('messages').select('content').eq('sender_id', brand.id)
  const rows = await must(query.order('created_at').order('id'))
  return rows.map(({ content }) => content as string)
}

async function conversation(visit: (who: Member) => Promise<Page>) {
  const [brand, creator] = await Promise.all([newMember('brand'), demo('creator')])
  await write(brand, creator, 'Hello')
  const page = await visit(brand)
  await page.goto(`/dashboard/messages/${creator.id}`)
  await expect(log(page).getByText('Hello', { exact: true })).toBeVisible()
  return { brand, creator, page }
}

test('unsent messages are shown, can be taken back, keep their order, and survive a closed tab but not a sign-out', async ({
  visit,
}) => {
  const { brand, creator, page } = await conversation(visit)
  const context = page.context()
  await context.setOffline(true)
  for (const text of ['One', 'Two', 'Three', 'Four']) await say(page, text)
  await expect(log(page).getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(4)
  const two = log(page).locator('p', { hasText: 'Two' }).locator('..')
  await two.getByRole('button', { name: 'Take back' }).click()
  await expect(log(page).getByText('Two')).toHaveCount(0)
  await expect(draft(page)).toHaveValue('Two')
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0)
  const sent = ['Hello', 'One', 'Three', 'Four']
  await expect(bubbles(page)).toHaveText(sent)
  expect(await sentBy(brand, creator)).toEqual(sent)

  await test.step('a refused message stays, with the reason', async () => {
    const refusal = answer(403, { code: 'PT403', message: 'cannot_transact' })
    await page.route('**/rest/v1/messages*', (route) =>
      route.request().method() === 'POST' ? refusal(route) : route.continue(),
    )
    await say(page, 'Not yet')
    await expect(log(page).getByRole('alert')).toContainText('Not sent:')
    await log(page).getByRole('button', { name: 'Take back' }).click()
    await expect(log(page).getByText('Not yet')).toHaveCount(0)
    await expect(draft(page)).toHaveValue('Not yet')
    expect(await sentBy(brand, creator)).toEqual(sent)
    await page.unrouteAll()
  })
  await test.step('a message of a closed tab is sent by the next tab', async () => {
    await context.setOffline(true)
    await say(page, 'From the lift')
    await page.close()
    await context.setOffline(false)
    const next = await context.newPage()
    await next.goto('/dashboard')
    await expect.poll(() => sentBy(brand, creator)).toEqual([...sent, 'From the lift'])
    await next.close()
  })
  await test.step('a sign-out asks first, and then deletes unsent messages', async () => {
    const next = await context.newPage()
    await next.goto(`/dashboard/messages/${creator.id}`)
    await next.route('**/rest/v1/messages*', (route) =>
      route.request().method() === 'POST' ? route.abort('failed') : route.continue(),
    )
    await say(next, 'For nobody')
    const signOut = async (answer: string) => {
      await next.getByRole('button', { name: 'Account menu' }).click()
      await next.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(dialog(next).getByRole('listitem')).toHaveText('1 message that is not sent yet')
      await button(dialog(next), answer).click()
    }
    await signOut('Stay here')
    await expect(dialog(next)).toHaveCount(0)
    expect(await stored(next, 'outbox')).toBe(1)
    await signOut('Sign out and delete')
    await next.waitForURL(/:\d+\/$/)
    await expect.poll(() => stored(next, 'outbox')).toBe(0)
  })
})

test('each message is sent once although two tabs are open and a response is lost', async ({
  visit,
}) => {
  const { brand, creator, page } = await conversation(visit)
  const context = page.context()
  const second = await context.newPage()
  await second.goto(`/dashboard/messages/${creator.id}`)
  await expect(log(second).getByText('Hello', { exact: true })).toBeVisible()
  let inserts = 0
  await context.route('**/rest/v1/messages*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    inserts += 1
    const answer = await route.fetch()
    // The server stores the first message, but its response is lost.
    return inserts === 1 ? route.abort('failed') : route.fulfill({ response: answer })
  })
  await context.setOffline(true)
  await say(page, 'One')
  await expect(log(second).getByText('One', { exact: true })).toBeVisible()
  await say(second, 'Two')
  await context.setOffline(false)
  for (const tab of [page, second]) {
    await expect(waiting(tab)).toHaveCount(0)
    await expect(bubbles(tab)).toHaveText(['Hello', 'One', 'Two'])
  }
  expect(await sentBy(brand, creator)).toEqual(['Hello', 'One', 'Two'])
  // Two messages and one repeated request; a second tab must not send a message again.
  expect(inserts).toBe(3)
})

test('a message is sent with its file, although Storage fails first and then the response is lost @detail', async ({
  visit,
}) => {
  const { creator, brand, page } = await conversation(visit)
  const left = { uploads: 3, inserts: 3 }
  const failed = answer(503, {})
  await page.route('**/storage/v1/object/attachments/**', (route) => {
    if (route.request().method() !== 'POST' || (left.uploads -= 1) < 0) return route.continue()
    return failed(route)
  })
  await page.route('**/rest/v1/messages*', (route) => {
    if (route.request().method() !== 'POST' || (left.inserts -= 1) < 0) return route.continue()
    return route.abort('failed')
  })
  const buffer = Buffer.from('Ten posts.')
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer })
  await page.clock.install()
  await say(page, 'The plan')
  // Waits while the queue fails twice, including the pauses between its attempts.
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return waiting(page).count()
    })
    .toBe(0)
  await expect(log(page).getByRole('alert')).toHaveCount(0)
  expect(await sentBy(brand, creator)).toEqual(['Hello', 'The plan'])
  expect(left).toEqual({ uploads: -2, inserts: -1 })
})
