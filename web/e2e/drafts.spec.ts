import { expect, test, type Page } from './support/test.ts'
import { follow, must, newMember, newPair, write } from './support/members.ts'
import { dialog } from './support/screen.ts'

// Text that a member has typed is not lost.

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kolpact-draft:')))

/** The number of drafts with files that the device has stored, which it does after it shows them. */
const storedFiles = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'kolpact')) return 0
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
      })
    const database = await settled(indexedDB.open('kolpact'))
    const count = await settled(database.transaction('files').objectStore('files').count())
    database.close()
    return count
  })

test('what is typed while a form is sent is kept @detail', async ({ visit }) => {
  const page = await visit(await newMember('kol'))
  await page.goto('/dashboard/settings')
  const about = page.getByRole('textbox', { name: 'About' })
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/rest/v1/profiles*', async (route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  })
  await about.fill('One sentence.')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Save' }).click()
  await about.fill('One sentence. And one more')
  go()
  await saved
  await expect(page.locator('.Toastify__toast')).toBeVisible()
  await expect(about).toHaveValue('One sentence. And one more')
  await page.reload()
  await expect(about).toHaveValue('One sentence. And one more')
})

test('the draft of a pack survives Escape, another page and a reload, until it is discarded', async ({
  visit,
}) => {
  const page = await visit(await newMember('kol'))
  const title = dialog(page).getByLabel('Title')
  const openForm = () => page.getByRole('button', { name: 'New pack' }).first().click()
  await page.goto('/dashboard/packs')
  await openForm()
  await page.keyboard.press('Escape')
  await expect(dialog(page), 'nothing was typed').toHaveCount(0)
  await openForm()
  await title.fill('A podcast')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay here' }).click()
  await expect(title).toHaveValue('A podcast')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave, keep the draft' }).click()
  await follow(page, '/dashboard/orders')
  await follow(page, '/dashboard/packs')
  await openForm()
  await title.pressSequentially(' on bridges')
  await page.reload()
  await openForm()
  await expect(title).toHaveValue('A podcast on bridges')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await openForm()
  await expect(title).toHaveValue('')
})

test('an unsent message and its file are kept over a reload, and return to the form when taken back', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  await write(brand, creator, 'Hello')
  const page = await visit(brand)
  await page.goto(`/dashboard/messages/${creator.id}`)
  const log = page.getByRole('log')
  await expect(log.getByText('Hello')).toBeVisible()
  const chosen = (name: string) => page.locator('form').getByText(name)
  const choose = async (name: string) => {
    const buffer = Buffer.from('Ten posts.')
    await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/plain', buffer })
    await expect(chosen(name)).toBeVisible()
  }
  await page.getByLabel('Write a message').fill('Not yet')
  await choose('plan.txt')
  await expect.poll(() => storedFiles(page)).toBe(1)
  await page.reload()
  await expect(chosen('plan.txt')).toBeVisible()
  await expect(page.getByLabel('Write a message')).toHaveValue('Not yet')

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(chosen('plan.txt')).toHaveCount(0)
  await choose('prices.txt')
  await log.getByRole('button', { name: 'Take back' }).click()
  await expect(chosen('plan.txt')).toBeVisible()
  await expect(chosen('prices.txt')).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Send' }).click()
  const sent = async () => {
    const mine = creator.client.from('messages').select('file_name').eq('sender_id', brand.id)
    const found = await must(mine.order('created_at').order('id'))
    return found.flatMap(({ file_name }) => (file_name as string | null) ?? [])
  }
  await expect.poll(sent).toEqual(['plan.txt', 'prices.txt'])
  await expect.poll(() => drafts(page)).toEqual([])
})
