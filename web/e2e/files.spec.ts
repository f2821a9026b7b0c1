import { expect, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { must, newMember, openAs, type Member } from './support/members.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function send(from: Member, to: Member, name: string, content: BlobPart) {
  const conversation = await must(
    from.client.rpc('get_or_create_conversation', { other_profile_id: to.id }),
  )
  const path = `${conversation}/${randomUUID()}/${name}`
  const file = new Blob([content], { type: 'image/png' })
  await must(from.client.storage.from('attachments').upload(path, file))
  const message = { conversation_id: conversation, content: '', file_url: path }
  await must(from.client.from('messages').insert(message).select())
}

test('a picture is shown once it is known to be one, and another file is not', async ({
  browser,
}) => {
  const brand = await newMember('brand')
  const creator = await newMember('kol')
  await send(brand, creator, 'real.png', new Uint8Array(PNG))
  await send(brand, creator, 'page.png', '<html><script>alert(1)</script></html>')
  const page = await openAs(browser, creator)
  await page.goto(`/dashboard/messages/${brand.id}`)
  const picture = page.getByRole('img', { name: 'real.png' })
  await expect(picture).toBeVisible()
  // Read with the session: nobody else could open its address.
  expect(await picture.getAttribute('src')).toMatch(/^blob:/)
  const saved = page.waitForEvent('download')
  await picture.click()
  expect((await saved).suggestedFilename()).toBe('real.png')
  await expect(page.getByText('Removed: it was not what its name said')).toBeVisible()
  await expect(page.getByRole('img', { name: 'page.png' })).toHaveCount(0)
  const thread = page.getByRole('log', { name: 'Messages' })
  await expect(thread.getByRole('button', { name: /page\.png/ })).toHaveCount(0)
  await page.context().close()
})

test('a file is looked at before it is sent', async ({ browser }) => {
  const brand = await newMember('brand')
  const creator = await newMember('kol')
  const page = await openAs(browser, brand)
  await page.goto(`/dashboard/messages/${creator.id}`)
  await page.locator('input[type=file]').setInputFiles({
    name: 'brief.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<html></html>'),
  })
  await expect(
    page.getByText('brief.pdf is not the kind of file that its name says.'),
  ).toBeVisible()
  await page.context().close()
})

test('a photo is sent without its place, under a name that shows all its letters', async ({
  browser,
}) => {
  const brand = await newMember('brand')
  const creator = await newMember('kol')
  const page = await openAs(browser, brand)
  await page.goto(`/dashboard/messages/${creator.id}`)
  const place = '40.7484N 73.9857W'
  const note = Buffer.concat([
    Buffer.from([0, 0, 0, place.length]),
    Buffer.from(`tEXt${place}0000`),
  ])
  // After its header.
  const photo = Buffer.concat([PNG.subarray(0, 33), note, PNG.subarray(33)])
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'holiday\u202Egnp.png', mimeType: 'image/png', buffer: photo })
  await page.getByRole('button', { name: 'Send' }).click()
  const theirs = await openAs(browser, creator)
  await theirs.goto(`/dashboard/messages/${brand.id}`)
  const saved = theirs.waitForEvent('download')
  await theirs.getByRole('img', { name: 'holidaygnp.png' }).click()
  expect((await readFile(await (await saved).path())).equals(PNG)).toBe(true)
  await page.context().close()
  await theirs.context().close()
})

test('a picture is checked before it is shown, and the rest of the form stays', async ({
  browser,
}) => {
  const page = await openAs(browser, await newMember('kol'))
  await page.goto('/dashboard/settings')
  const about = page.getByLabel('About')
  await about.fill('Half a sen')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG })
  await expect(page.getByText('The picture is uploaded and checked.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
  await expect(about).toHaveValue('Half a sen')
  await page.context().close()
})
