import { expect, test } from './support/test.ts'
import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { must, newMember, newPair, write, type Member } from './support/members.ts'
import { PNG } from './support/png.ts'

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

test('a photo is previewed before it is sent, loses its location, and is shown once it is checked', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  // Storage may check the file before the message is sent. The message is then refused, and `send` runs again.
  await expect(() =>
    send(brand, creator, 'page.png', '<html><script>alert(1)</script></html>'),
  ).toPass()
  const page = await visit(brand)
  await page.goto(`/dashboard/messages/${creator.id}`)
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await choose('brief.pdf', 'application/pdf', Buffer.from('<html></html>'))
  await expect(
    page.getByText('brief.pdf is not the kind of file that its name says.'),
  ).toBeVisible()

  const place = '40.7484N 73.9857W'
  const note = Buffer.concat([
    Buffer.from([0, 0, 0, place.length]),
    Buffer.from(`tEXt${place}0000`),
  ])
  // The text chunk with the location is inserted after the header of the PNG.
  const photo = Buffer.concat([PNG.subarray(0, 33), note, PNG.subarray(33)])
  // The file name contains an invisible character that would reverse its end; the page shows the name without it.
  await choose('holiday\u202Egnp.png', 'image/png', photo)
  await page.getByRole('button', { name: 'Send' }).click()

  const theirs = await visit(creator)
  await theirs.goto(`/dashboard/messages/${brand.id}`)
  const picture = theirs.getByRole('img', { name: 'holidaygnp.png' })
  await expect(picture).toBeVisible()
  // The picture is fetched with the member's session; nobody else can open its address.
  expect(await picture.getAttribute('src')).toMatch(/^blob:/)
  const saved = theirs.waitForEvent('download')
  await picture.click()
  expect((await readFile(await (await saved).path())).equals(PNG)).toBe(true)
  await expect(
    theirs.getByText('Removed: not what its name said, or a picture too large'),
  ).toBeVisible()
  await expect(theirs.getByRole('img', { name: 'page.png' })).toHaveCount(0)
  await expect(theirs.getByRole('log').getByRole('button', { name: /page\.png/ })).toHaveCount(0)
})

test('all files that are dropped on a conversation are chosen in the form of the message @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  await write(brand, creator, 'Hello')
  const page = await visit(brand)
  await page.goto(`/dashboard/messages/${creator.id}`)
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    for (const name of ['plan.txt', 'prices.txt'])
      data.items.add(new File(['Ten posts.'], name, { type: 'text/plain' }))
    return data
  })
  await page.getByRole('log').dispatchEvent('drop', { dataTransfer })
  for (const name of ['plan.txt', 'prices.txt'])
    await expect(page.locator('form').getByText(name)).toBeVisible()
})

/** Thirteen megabytes pass through the test's connection to the browser, which takes a slow machine long. */
const SLOW = { timeout: 60_000 }

test('a video is uploaded in parts, and continues after a lost connection', async ({ visit }) => {
  const [brand, creator] = await newPair()
  const page = await visit(brand)
  await page.goto(`/dashboard/messages/${creator.id}`)
  const film = Buffer.alloc(13 * 1024 * 1024, 'film')
  film.set(Buffer.from('\0\0\0\x18ftypisom'))
  const asked: string[] = []
  await page.route('**/storage/v1/upload/resumable**', (route) => {
    asked.push(route.request().method())
    return asked.length === 3 ? route.abort('connectionreset') : route.continue()
  })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: film }, SLOW)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => asked, SLOW).toEqual(['POST', 'PATCH', 'PATCH', 'HEAD', 'PATCH', 'PATCH'])

  const theirs = await visit(creator)
  await theirs.goto(`/dashboard/messages/${brand.id}`)
  const saved = theirs.waitForEvent('download')
  await theirs.getByRole('button', { name: /film\.mp4/ }).click()
  expect((await readFile(await (await saved).path())).equals(film)).toBe(true)
})

test('a profile picture is uploaded and checked, and the text in the rest of the form stays', async ({
  visit,
}) => {
  const page = await visit(await newMember('kol'))
  await page.goto('/dashboard/settings')
  const about = page.getByLabel('About')
  await about.fill('Half a sen')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG })
  await expect(page.getByText('The picture is uploaded and checked.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
  await expect(about).toHaveValue('Half a sen')
})
