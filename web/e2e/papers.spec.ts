import { readFileSync } from 'node:fs'
import { expect, test, type Page } from './support/test.ts'
import { sql } from './support/database.ts'
import { newOrder } from './support/deals.ts'
import { newMember } from './support/members.ts'
import { expectNoSidewaysScroll } from './support/screen.ts'

/** Downloads the invoice or credit note by its button; returns its name and first bytes. */
async function download(page: Page, button: RegExp) {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).first().click()
  const file = await saved
  return `${file.suggestedFilename()} ${readFileSync(await file.path(), 'latin1').slice(0, 4)}`
}

test('a creator gives company data, and both sides download the invoice @detail', async ({
  visit,
}) => {
  const [brand, creator] = await Promise.all([
    newMember('brand', { locale: 'es' }),
    newMember('kol'),
  ])
  const page = await visit(creator, { viewport: { width: 390, height: 844 } })
  await page.goto('/dashboard/payments')
  await page.getByRole('link', { name: 'Add company data' }).click()

  await test.step('a VAT number in the form of another country is refused', async () => {
    await page.getByLabel('Legal name').fill('Çağrı محمد 王小明 GmbH')
    await page.getByLabel('Street and number').fill('Weg 1')
    await page.getByLabel('Postal code').fill('10115')
    await page.getByLabel('Town').fill('Berlin')
    await page.getByRole('combobox', { name: 'Country', exact: true }).fill('German')
    await page.getByRole('option', { name: 'Germany' }).click()
    await page.getByLabel('VAT number').fill('FR123')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('This is not a VAT number of that country.')).toBeVisible()
    await page.getByLabel('VAT number').fill('DE 123 456 789')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Company data saved.')).toBeVisible()
    await expect(page.getByLabel('VAT number')).toHaveValue('DE123456789')
    await expectNoSidewaysScroll(page, 'company data')
  })

  await newOrder('completed', brand, creator)
  await page.goto('/dashboard/payments')
  await expect(page.getByRole('link', { name: 'Add company data' })).toHaveCount(0)
  const papers = page.getByRole('region', { name: 'Invoices' })
  await expect(papers.getByText(/^Invoice I-\d{4}-\d{6}$/)).toBeVisible()
  await expect(papers.getByText(/^Fee invoice F-\d{4}-\d{6}$/)).toBeVisible()
  await expectNoSidewaysScroll(page, 'invoices')
  expect(await download(page, /^Download I-/)).toMatch(/^I-\d{4}-\d{6}\.pdf %PDF$/)

  const theirs = await visit(brand)
  await theirs.goto('/dashboard/payments')
  expect(await download(theirs, /^Descargar I-/)).toMatch(/^I-\d{4}-\d{6}\.pdf %PDF$/)

  await sql("update private.rate_limits set hits = 60 where action = 'prints_per_hour'")
  await theirs.getByRole('button', { name: /^Descargar I-/ }).click()
  await expect(theirs.getByText('Demasiado seguido. Inténtalo de nuevo más tarde.')).toBeVisible()
})
