import { expect, test, type Browser, type Page } from '@playwright/test'
import { demo, must, newMember, openAs, write, type Member } from './support/members.ts'

// Messages that are written while the backend cannot have them.

const log = (page: Page) => page.getByRole('log')
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

async function conversation(browser: Browser) {
  const [brand, creator] = await Promise.all([newMember('brand'), demo('creator')])
  await write(brand, creator, 'Hello')
  const page = await openAs(browser, brand)
  await page.goto(`/dashboard/messages/${creator.id}`)
  await expect(log(page).getByText('Hello', { exact: true })).toBeVisible()
  return { brand, creator, page }
}

test('wait visibly, can be taken back, and leave in their order', async ({ browser }) => {
  const { brand, creator, page } = await conversation(browser)
  await page.context().setOffline(true)
  for (const text of ['One', 'Two', 'Three', 'Four']) await say(page, text)
  await expect(log(page).getByRole('img', { name: 'Waiting to be sent' })).toHaveCount(4)
  const two = log(page).locator('p', { hasText: 'Two' }).locator('..')
  await two.getByRole('button', { name: 'Take back' }).click()
  await expect(log(page).getByText('Two')).toHaveCount(0)
  await expect(draft(page)).toHaveValue('Two')
  await page.context().setOffline(false)
  await expect(waiting(page)).toHaveCount(0)
  await expect(bubbles(page)).toHaveText(['Hello', 'One', 'Three', 'Four'])
  expect(await sentBy(brand, creator)).toEqual(['Hello', 'One', 'Three', 'Four'])
  await page.context().close()
})

test('outlive their tab', async ({ browser }) => {
  const { brand, creator, page } = await conversation(browser)
  const context = page.context()
  await context.setOffline(true)
  await say(page, 'From the lift')
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto('/dashboard')
  await expect.poll(() => sentBy(brand, creator)).toEqual(['Hello', 'From the lift'])
  await context.close()
})

test('are sent once by two tabs, and once when the answer is lost', async ({ browser }) => {
  const { brand, creator, page } = await conversation(browser)
  const context = page.context()
  const second = await context.newPage()
  await second.goto(`/dashboard/messages/${creator.id}`)
  await expect(log(second).getByText('Hello', { exact: true })).toBeVisible()
  let inserts = 0
  await context.route('**/rest/v1/messages*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    inserts += 1
    const answer = await route.fetch()
    // It arrived, but no response came back.
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
  // The repeated one, and no third that a second tab would have added.
  expect(inserts).toBe(3)
  await context.close()
})

test('take a file along, although the storage is away and then the answer is', async ({
  browser,
}) => {
  const { creator, brand, page } = await conversation(browser)
  const left = { uploads: 3, inserts: 3 }
  await page.route('**/storage/v1/object/attachments/**', (route) => {
    if (route.request().method() !== 'POST' || (left.uploads -= 1) < 0) return route.continue()
    const headers = { 'access-control-allow-origin': '*' }
    return route.fulfill({ status: 503, contentType: 'text/html', body: '<html>', headers })
  })
  await page.route('**/rest/v1/messages*', (route) => {
    if (route.request().method() !== 'POST' || (left.inserts -= 1) < 0) return route.continue()
    return route.abort('failed')
  })
  const buffer = Buffer.from('Ten posts.')
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer })
  await say(page, 'The plan')
  // Two rounds of the queue fail, each with the pauses between its attempts.
  await expect(waiting(page)).toHaveCount(0, { timeout: 40_000 })
  await expect(log(page).getByRole('alert')).toHaveCount(0)
  expect(await sentBy(brand, creator)).toEqual(['Hello', 'The plan'])
  expect(left).toEqual({ uploads: -2, inserts: -1 })
  await page.context().close()
})

test('that are refused stay, show the reason, and can be deleted', async ({ browser }) => {
  const { brand, creator, page } = await conversation(browser)
  await page.route('**/rest/v1/messages*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          json: { code: 'PT403', message: 'cannot_transact' },
          headers: { 'access-control-allow-origin': '*' },
        })
      : route.continue(),
  )
  await say(page, 'Not yet')
  const refused = log(page).getByRole('alert')
  await expect(refused).toContainText('Not sent:')
  await log(page).getByRole('button', { name: 'Take back' }).click()
  await expect(log(page).getByText('Not yet')).toHaveCount(0)
  await expect(draft(page)).toHaveValue('Not yet')
  expect(await sentBy(brand, creator)).toEqual(['Hello'])
  await page.context().close()
})

test('are gone after a sign-out', async ({ browser }) => {
  const { page } = await conversation(browser)
  await page.route('**/rest/v1/messages*', (route) =>
    route.request().method() === 'POST' ? route.abort('failed') : route.continue(),
  )
  await say(page, 'For nobody')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/:\d+\/$/)
  const left = () =>
    page.evaluate(
      () =>
        new Promise<number>((done) => {
          const opening = indexedDB.open('kolpact')
          opening.addEventListener('success', () => {
            const store = opening.result.transaction('outbox').objectStore('outbox')
            const counting = store.count()
            counting.addEventListener('success', () => done(counting.result))
          })
        }),
    )
  await expect.poll(left).toBe(0)
  await page.context().close()
})
