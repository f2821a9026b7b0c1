import { randomUUID } from 'node:crypto'
import { expect, test } from './support/test.ts'
import { newDeal } from './support/deals.ts'
import { follow, must, newMember, newPack } from './support/members.ts'
import { expectNoSidewaysScroll } from './support/screen.ts'
import { PNG } from './support/png.ts'

test('a creator states a channel and shows works, sorted by keyboard, and a brand opens them @detail', async ({
  visit,
}) => {
  const [brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  await newPack(creator)
  const mine = await visit(creator)
  // Blocks Realtime, so that this page does not receive changes of other devices.
  await mine.routeWebSocket(/\/realtime\//, () => {})
  await mine.goto('/dashboard/settings')
  await test.step('the creator states a channel', async () => {
    const handle = mine.getByLabel('Farcaster: handle or address')
    await handle.fill('https://evil.example/ada')
    await mine.getByRole('button', { name: 'Save' }).click()
    await expect(mine.getByText('Please enter your handle, or the address')).toBeVisible()
    await handle.fill('https://warpcast.com/ada')
    await mine.getByRole('button', { name: 'Save' }).click()
    await expect(handle).toHaveValue('ada')
  })

  for (const title of ['The first film', 'The second film']) {
    await mine.getByRole('button', { name: 'Add a work' }).click()
    const dialog = mine.getByRole('dialog')
    await dialog.getByLabel('Title').fill(title)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Please choose a picture.')).toBeVisible()
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'film.png', mimeType: 'image/png', buffer: PNG })
    // All unsaved input is restored, including the picture.
    await mine.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Leave, keep the draft' }).click()
    await mine.getByRole('button', { name: 'Add a work' }).click()
    await expect(dialog.getByRole('img', { name: 'film.png' })).toBeVisible()
    await expect(dialog.getByLabel('Title')).toHaveValue(title)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  const rows = mine.getByRole('listitem').filter({ hasText: /The (first|second) film/ })
  const profile = () => creator.client.from('profiles')
  const worksNow = async () => {
    const { works } = await must(profile().select('works').single())
    return works as { title: string; link?: string }[]
  }
  const link = 'https://film.example'
  const works = (await worksNow()).map((work) => ({ ...work, link }))
  await must(profile().update({ works }).eq('id', creator.id).select('id').single())
  await mine.getByRole('button', { name: 'Move up: The second film' }).press('Enter')
  await expect(rows.first()).toContainText('The second film')
  await expect(mine.getByText('The second film: now 1 of 2')).toBeAttached()
  await expect
    .poll(async () => (await worksNow()).map(({ title, link: kept }) => [title, kept]))
    .toEqual([
      ['The second film', link],
      ['The first film', link],
    ])

  const page = await visit(brand)
  await page.goto(`/dashboard/discover?q=${encodeURIComponent(creator.name)}`)
  const card = page.getByRole('article')
  const address = 'https://farcaster.xyz/ada'
  await expect(card.getByRole('link', { name: 'Farcaster' })).toHaveAttribute('href', address)
  await expect(card.locator('img[src*="/avatars/"]')).toBeVisible()
  await follow(page, `/dashboard/kol-profile/${creator.id}`)
  const channel = page.getByRole('list', { name: 'Channels' }).getByRole('link', { name: '@ada' })
  await expect(channel).toHaveAttribute('href', address)
  await expect(channel).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(channel).toHaveAttribute('target', '_blank')
  await expect(page.getByText(/Followers are self-declared, \w+ \d{4}\./)).toBeVisible()
  await page.getByRole('button', { name: 'The first film' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'The first film' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoSidewaysScroll(page, 'a creator with a channel at 320')

  await mine.getByRole('button', { name: 'Remove: The first film' }).click()
  await mine.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(rows).toHaveCount(1)
})

test('a delivered picture is shown in the portfolio once the brand allows it @detail', async ({
  visit,
}) => {
  const { brand, creator, order } = await newDeal('accepted')
  const folder = await must(
    creator.client.rpc('get_or_create_conversation', { other_profile_id: brand.id }),
  )
  const files = ['frame.png', 'cover.png'].map((name) => ({
    path: `${folder}/${randomUUID()}/${name}`,
    name,
    type: 'image/png',
    size: PNG.length,
  }))
  const picture = new Blob([PNG], { type: 'image/png' })
  for (const { path } of files)
    await must(creator.client.storage.from('attachments').upload(path, picture))
  const links = ['https://x.com/ada/status/1']
  const order_id = order.id
  // Storage checks an uploaded file first; until then the delivery is refused.
  await expect(() =>
    must(creator.client.rpc('deliver_order', { order_id, note: 'Done.', links, files })),
  ).toPass()
  await must(brand.client.rpc('complete_order', { order_id }))

  const mine = await visit(creator)
  await mine.goto(`/dashboard/orders/${order_id}`)
  const ask = mine.getByRole('button', { name: 'Ask to show it in my portfolio' })
  await ask.click()
  await mine.getByRole('dialog').getByRole('button', { name: 'Ask to show it' }).click()
  await expect(mine.getByRole('dialog')).toBeHidden()
  await expect(ask).toHaveAttribute('aria-disabled', 'true')
  await expect(mine.getByText('The brand was asked.')).toBeVisible()

  const page = await visit(brand)
  await page.goto(`/dashboard/orders/${order_id}`)
  await page.getByRole('button', { name: 'Allow in the portfolio' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByText('It is public and for good')).toBeVisible()
  await question.getByRole('button', { name: 'Allow in the portfolio' }).click()
  await expect(page.getByText('The work may be shown in the portfolio.')).toBeVisible()

  await mine.getByRole('button', { name: 'Add to my portfolio' }).click()
  const form = mine.getByRole('dialog')
  await expect(form.getByText('frame.png')).toBeVisible()
  await expect(form.getByRole('radio', { name: 'frame.png' })).toBeChecked()
  await form.getByRole('img', { name: 'cover.png' }).click()
  await expect(form.getByText('cover.png')).toBeVisible()
  await expect(form.getByLabel('Link to the work')).toHaveValue('https://x.com/ada/status/1')
  await expect(form.getByLabel('Published on')).toHaveValue(/^20\d\d-/)
  await expect(form.getByLabel('Title')).not.toHaveValue('')
  await form.getByLabel('Title').fill('A frame of the film')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(mine.getByText('This work is in your portfolio.')).toBeVisible()
  await expect(mine.locator('#next-step')).toBeFocused()

  await page.goto(`/dashboard/kol-profile/${creator.id}`)
  await page.getByRole('button', { name: 'A frame of the film' }).click()
  const work = page.getByRole('dialog')
  await expect(work.getByRole('img', { name: 'A frame of the film' })).toBeVisible()
  await expect(work.getByText('Made for an order on Kolpact')).toBeVisible()
})
