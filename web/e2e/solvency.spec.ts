import { expect, test } from './support/test.ts'
import { answer } from './support/screen.ts'

const line = (state: string) => ({
  currency: 'USD',
  held_minor: state === 'short' ? 99_00 : 100_00,
  owed_minor: 100_00,
  held_at: new Date(Date.now() - 45 * 60_000).toISOString(),
  state,
})

for (const [state, words, isRed] of [
  ['covered', 'All that is owed is held.', false],
  ['short', 'Less is held than is owed. We are working on it.', true],
  ['old', 'The last word of a provider is missing, or too old to count.', true],
  ['unknown', 'The last word of a provider is missing, or too old to count.', true],
] as const) {
  test(`the public proof of solvency shows the state “${state}” and its age @detail`, async ({
    page,
  }) => {
    await page.route('**/rest/v1/solvency*', answer(200, [line(state)]))
    await page.goto('/')
    const verdict = page.getByText(words)
    await expect(verdict).toBeVisible()
    await expect(page.getByText('45 minutes ago')).toBeVisible()
    // The page is rendered twice, first as static HTML and then by the application, so the colour is read until it is right.
    const isBad = () =>
      verdict.evaluate((element) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = 'var(--k-bad-ink)'
        const bad = getComputedStyle(probe).color
        probe.remove()
        return getComputedStyle(element).color === bad
      })
    await expect.poll(isBad).toBe(isRed)
  })
}
