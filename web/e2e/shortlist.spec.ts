import { expect, test } from './support/test.ts'
import { follow, must, newMember, newPack } from './support/members.ts'
import { expectNoPlainLinks, expectNoSidewaysScroll } from './support/screen.ts'

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen'

test('a brand sees the number of results, shortlists creators with a note, and compares them @detail', async ({
  visit,
}) => {
  const [brand, one, other] = await Promise.all([
    newMember('brand'),
    newMember('kol'),
    newMember('kol'),
  ])
  await newPack(one)
  const page = await visit(brand)

  await page.goto(`/dashboard/discover?q=${encodeURIComponent(one.name)}`)
  await expect(page.getByRole('status').filter({ hasText: '1 creator' })).toBeVisible()
  await page.getByRole('button', { name: `Shortlist: add ${one.name}` }).click()
  await expect(
    page.getByRole('button', { name: `On the shortlist: remove ${one.name}` }),
  ).toBeVisible()
  await follow(page, `/dashboard/kol-profile/${other.id}`)
  await page.getByRole('button', { name: `Shortlist: add ${other.name}` }).click()
  await expect(page.getByText('On the shortlist')).toBeVisible()

  await follow(page, '/dashboard/shortlist')
  await page.getByRole('button', { name: `note about ${one.name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`Note about ${one.name}`).fill(`Asks good questions. ${LONG}`)
  // The draft of the note survives a reload.
  await page.reload()
  await page.getByRole('button', { name: `note about ${one.name}` }).click()
  await expect(dialog.getByLabel(`Note about ${one.name}`)).toHaveValue(/Asks good questions/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('checkbox', { name: `Compare ${one.name}` }).check()
  await page.getByRole('checkbox', { name: `Compare ${other.name}` }).check()
  const box = page.getByRole('region', { name: 'Comparison of creators' })
  await expect(box.getByRole('row', { name: /^Packs from/ })).toContainText('$250')
  await expect(box.getByRole('row', { name: /^Fastest delivery/ })).toContainText('5 days')
  await expect(box.getByRole('row', { name: /^Note/ })).toContainText('Asks good questions.')
  await expectNoPlainLinks(page, 'comparison')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expectNoSidewaysScroll(page, `comparison at ${width}`)
    expect(await box.evaluate((it) => it.scrollWidth > it.clientWidth)).toBe(true)
  }

  await page.setViewportSize({ width: 1440, height: 900 })
  for (const [button, list] of [
    [`Move ${one.name} to a list`, LONG],
    ['Rename the list', 'Autumn'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await dialog.getByLabel('List', { exact: true }).fill(list)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await follow(page, `/dashboard/shortlist?list=${list}`)
    await expect(page.getByRole('heading', { name: one.name, exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: other.name, exact: true })).toBeHidden()
  }
  await page.getByRole('button', { name: 'Delete the list' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('navigation', { name: 'Your lists' })).toBeHidden()
  await expect(page.getByRole('heading', { name: other.name, exact: true })).toBeVisible()

  await page.getByRole('button', { name: `Remove ${one.name} from the shortlist` }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: one.name, exact: true })).toBeHidden()
  const left = await must(brand.client.from('shortlist').select('creator_id'))
  expect(left).toEqual([{ creator_id: other.id }])
})
