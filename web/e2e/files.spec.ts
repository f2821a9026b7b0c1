import { expect, test } from '@playwright/test'
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
  const address = (await picture.getAttribute('src')) ?? ''
  const saved = await page.request.get(address)
  expect(saved.headers()['content-disposition']).toContain('attachment')
  await expect(page.getByText('Removed: it was not what its name said')).toBeVisible()
  await expect(page.getByRole('img', { name: 'page.png' })).toHaveCount(0)
  const thread = page.getByRole('log', { name: 'Messages' })
  await expect(thread.getByRole('link', { name: /page\.png/ })).toHaveCount(0)
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
