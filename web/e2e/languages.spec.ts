import { expect, test } from './support/test.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES } from '../src/lib/i18n/locales.ts'
import { IS_HEAVY } from './support/heavy.ts'
import { follow, newMember } from './support/members.ts'
import { missingWords } from './support/words.ts'

type Words = { [key: string]: string | Words }
const textsOf = (locale: string, file: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'src', 'locales', locale, `${file}.json`), 'utf8'),
  ) as Words

// A unit test checks that each language has every key, and `pages.spec.ts` that no page lacks a text.
// These tests choose a language and check that it is shown and stored.
test('a member chooses a language, the page uses it, and the choice stays after a reload', async ({
  visit,
}) => {
  const member = await newMember('brand')
  const page = await visit(member)
  await page.goto('/choose-language')
  for (const { code, name } of IS_HEAVY ? LOCALES.toReversed() : LOCALES.slice(-1)) {
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
    expect(await missingWords(page)).toEqual([])
    const { data } = await member.client
      .from('profiles')
      .select('locale')
      .eq('id', member.id)
      .single()
    expect(data).toEqual({ locale: code })
  }
})
