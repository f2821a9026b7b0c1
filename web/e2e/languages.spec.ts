import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { LOCALES } from '../src/lib/locales.ts'
import { demo, follow, newMember, openAs } from './support/members.ts'
import { DASHBOARD, STAFF } from './support/pages.ts'
import { MISSING, spoken } from './support/words.ts'

type Words = { [key: string]: string | Words }
const textsOf = (locale: string, file: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'src', 'locales', locale, `${file}.json`), 'utf8'),
  ) as Words

async function expectNoMissingWords(page: Page, path: string) {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0)
  // Names of files look like keys; reports of other tests have some.
  const missing = (await spoken(page)).filter(
    (text) => MISSING.test(text) && !/\.(txt|pdf|png|jpg)$/.test(text),
  )
  expect.soft(missing, path).toEqual([])
}

const MAIN = [
  '/dashboard',
  '/dashboard/discover',
  '/dashboard/orders',
  '/dashboard/payments',
  '/dashboard/settings',
]
const BRAND = [
  ...Object.keys(DASHBOARD),
  '/dashboard/orders?tab=all',
  '/dashboard/settings/emails',
  '/dashboard/settings/invites',
  '/dashboard/settings/account',
]
const CREATOR = [
  '/dashboard',
  '/dashboard/orders',
  '/dashboard/packs',
  '/dashboard/payments',
  '/dashboard/campaigns',
]
async function walk(page: Page, paths: string[]) {
  await page.goto(paths[0] ?? '/')
  for (const path of paths) {
    await follow(page, path)
    await expectNoMissingWords(page, path)
  }
  await page.context().close()
}

test('no word is missing for brands, creators and staff', async ({ browser }) => {
  await walk(await openAs(browser, await demo('brand')), BRAND)
  await walk(await openAs(browser, await demo('creator')), CREATOR)
  await walk(await openAs(browser, await demo('staff')), STAFF)
})

// A unit test checks that each language has every key; here languages are chosen, shown and stored.
test('each offered language can be chosen, is spoken, and stays chosen', async ({ browser }) => {
  const member = await newMember('brand')
  const page = await openAs(browser, member)
  await page.goto('/choose-language')
  for (const { code, name } of LOCALES.toReversed()) {
    const nav = textsOf(code, 'common')['nav'] as Record<string, string>
    await follow(page, '/choose-language')
    await page.getByRole('radio', { name }).check()
    await page.getByRole('main').locator('button[type=submit]').click()
    await page.waitForURL('**/dashboard')
    await expect(page.locator('html')).toHaveAttribute('lang', code)
    await page.reload()
    await expect(
      page.getByRole('link', { name: nav['savedSearches'], exact: true }).first(),
    ).toBeVisible()
    for (const path of MAIN) {
      await follow(page, path)
      await expectNoMissingWords(page, path)
    }
    const { data } = await member.client
      .from('profiles')
      .select('locale')
      .eq('id', member.id)
      .single()
    expect(data).toEqual({ locale: code })
  }
  await page.context().close()
})
