import { expect, test } from '@playwright/test'
import { sql } from './support/database.ts'

// A setting that no other test depends on.
const setMost = (units: number) =>
  sql(`update private.settings set value = $1 where key = 'referral_reward_most'`, [units])

test.describe('a term that staff have changed', () => {
  test.afterEach(() => setMost(100))

  test('stands in the sentences that name it, in every language', async ({ browser }) => {
    await setMost(777)
    for (const locale of ['en-GB', 'es-ES', 'tr-TR']) {
      const page = await browser.newPage({ locale })
      await page.goto('/for-kols')
      await expect(page.locator('main')).toContainText('777')
      await expect(page.locator('main')).not.toContainText('{{')
      await page.close()
    }
  })

  test('does not keep the page away when the market does not answer', async ({ page }) => {
    await page.route('**/rest/v1/market_terms*', (route) => route.abort())
    await page.goto('/for-kols')
    await expect(page.locator('main')).toContainText('up to 100 USD')
  })
})
