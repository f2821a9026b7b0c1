import { expect, test } from './support/test.ts'
import { sql } from './support/database.ts'
import { watch } from './support/watch.ts'

// Changes a setting that no other test depends on.
const setMost = (units: number) =>
  sql(`update private.settings set value = $1 where key = 'referral_reward_most'`, [units])

test.afterEach(() => setMost(100))

test('a term that staff have changed is shown in the sentence that names it, in any language @detail', async ({
  visit,
}) => {
  await setMost(777)
  const page = await visit(null, { locale: 'es-ES' })
  const stopped = await watch(page)
  await page.goto('/for-kols')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.locator('main')).toContainText('777')
  await expect(page.locator('main')).not.toContainText('{{')
  expect(await stopped(), 'what the policy stopped').toEqual([])

  await page.route('**/rest/v1/market_terms*', (route) => route.abort())
  await page.reload()
  await expect(page.locator('main'), 'the market does not answer').toContainText('100 USD')
})
