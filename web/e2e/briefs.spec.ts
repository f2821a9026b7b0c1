import { expect, test, type Locator } from './support/test.ts'
import { expectAccessible } from './support/axe.ts'
import { follow, fund, must, newPack, newPair, type Member } from './support/members.ts'
import { content, orderStep } from './support/screen.ts'

// A brand writes a brief with all its parts and keeps it as a template; the creator reads all of it.

const GUIDE = {
  name: 'guide.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Our colours are green and green.'),
}

async function write(form: Locator) {
  await form.getByLabel('Goal').fill('500 sign-ups')
  await form.getByLabel('Task').fill('Explain staking to people who never staked.')
  await form.getByLabel('Do', { exact: true }).fill('Show the app\nSay that it is paid')
  await form.getByLabel("Don't").fill('Promise a profit')
  await form.getByLabel('Links').fill('https://a.example/guide')
}

const orderOf = (brand: Member) =>
  must(
    brand.client
      .from('pack_orders')
      .select('*')
      .eq('brand_id', brand.id)
      .order('created_at', { ascending: false })
      .limit(1)
      .single(),
  )

test('a brief with all parts is saved as a template, read by the creator, and used again @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const pack = await newPack(creator)
  const mine = await visit(brand)
  await mine.goto(`/dashboard/ordering/${pack.id}?step=brief`)
  const form = content(mine)
  await write(form)

  await test.step('an invalid value is reported at its field', async () => {
    await form.getByLabel('Links').fill('a@b.example')
    await form.getByRole('button', { name: 'Continue' }).click()
    await expect(form.getByText('“a@b.example” is no link.')).toBeVisible()
    await form.getByLabel('Links').fill('https://a.example/guide')
    await expect(form.getByText('“a@b.example” is no link.')).toBeHidden()
  })

  await test.step('the brief is saved as a template', async () => {
    await form.getByRole('button', { name: 'Save as template' }).click()
    const naming = mine.getByRole('dialog', { name: 'Save as template' })
    await naming.getByLabel('Name').fill('Launch')
    await naming.getByRole('button', { name: 'Save' }).click()
    await expect(naming).toBeHidden()
    await expect(form.getByLabel('Start from a template')).toBeVisible()
  })

  await test.step('texts and file survive a reload', async () => {
    await form.locator('input[type=file]').setInputFiles(GUIDE)
    await expect(form.getByText('guide.txt')).toBeVisible()
    await mine.reload()
    await expect(form.getByText('guide.txt')).toBeVisible()
    await expect(form.getByLabel('Goal')).toHaveValue('500 sign-ups')
  })

  await orderStep(mine, 'Payment')
  await form.getByRole('button', { name: /^Order and pay \$/ }).click()
  await mine.waitForURL('**/pay/**')
  const order = await orderOf(brand)
  await fund(order)

  await test.step('the creator reads every part', async () => {
    const theirs = await visit(creator)
    await theirs.goto(`/dashboard/orders/${order.id}`)
    const brief = theirs.getByRole('region', { name: 'Brief', exact: true })
    await expect(brief.getByRole('region', { name: 'Goal' })).toContainText('500 sign-ups')
    await expect(
      brief.getByRole('listitem').filter({ hasText: 'Say that it is paid' }),
    ).toBeVisible()
    await expect(brief.getByRole('region', { name: "Don't" })).toContainText('Promise a profit')
    const link = brief.getByRole('link', { name: 'a.example/guide' })
    await expect(link).toHaveAttribute('href', 'https://a.example/guide')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    const download = theirs.waitForEvent('download')
    await brief.getByRole('button', { name: /guide\.txt/ }).click()
    expect((await download).suggestedFilename()).toBe('guide.txt')
  })

  await test.step('when the pack is bought again, the form has the brief and its file', async () => {
    await must(creator.client.rpc('decline_order', { order_id: order.id, reason: 'No time.' }))
    await mine.goto(`/dashboard/orders/${order.id}`)
    await mine.getByRole('link', { name: 'Buy again' }).click()
    await orderStep(mine, 'Brief')
    await expect(form.getByLabel('Task')).toHaveValue(/never staked/)
    await expect(form.getByLabel('Do', { exact: true })).toHaveValue(/Show the app\n/)
    await expect(form.getByText('guide.txt')).toBeVisible()
    await form.getByLabel('Goal').fill('1,000 sign-ups')
    await orderStep(mine, 'Payment')
    await form.getByRole('button', { name: /^Order and pay \$/ }).click()
    await expect.poll(async () => (await orderOf(brand)).brief_goal).toBe('1,000 sign-ups')
    expect((await orderOf(brand)).brief_files).toEqual(order.brief_files)
  })
})

test('templates are chosen when a brand orders, and managed in its settings @detail', async ({
  visit,
}) => {
  const [brand, creator] = await newPair()
  const pack = await newPack(creator)
  const page = await visit(brand)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/dashboard/settings/briefs')
  await expect(page.getByText('No template yet')).toBeVisible()
  await page.getByRole('button', { name: 'New template' }).click()
  const edit = page.getByRole('dialog')
  await edit.getByLabel('Name').fill('Launch')
  await write(edit)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await page.getByRole('button', { name: 'Edit “Launch”' }).click()
  await expect(edit.getByLabel('Goal')).toHaveValue('500 sign-ups')
  await edit.getByLabel('Name').fill('Launch of a product')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Launch of a product', { exact: true }).first()).toBeVisible()

  await follow(page, `/dashboard/ordering/${pack.id}?step=brief`)
  const form = content(page)
  await form.getByLabel('Task').fill('Typed before.')
  await form.getByLabel('Start from a template').click()
  await page.getByRole('option', { name: 'Launch of a product' }).click()
  await expect(form.getByLabel('Task')).toHaveValue(/never staked/)
  await expectAccessible(page, 'ordering a pack')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await form.getByRole('button', { name: 'Undo' }).click()
  await expect(form.getByLabel('Task')).toHaveValue('Typed before.')

  await follow(page, '/dashboard/settings/briefs')
  await page.getByRole('button', { name: 'Delete Launch' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No template yet')).toBeVisible()
})
