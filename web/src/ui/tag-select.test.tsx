import { expect, test } from 'vitest'
import { htmlOf } from './testing.tsx'
import { TagSelect } from './tag-select.tsx'

const html = (error?: string) =>
  htmlOf(
    <TagSelect
      label="Topics"
      error={error}
      options={[{ value: 'defi', label: 'DeFi' }]}
      value={[]}
      onChange={() => {}}
    />,
  )

test('the error of a group of choices is its accessible description', () => {
  const wrong = html('Please choose at least one topic.')
  const [, id] = /role="group"[^>]*aria-describedby="([^"]*)"/.exec(wrong) ?? []
  expect(wrong).toMatch(new RegExp(`id="${id}"[^>]*>Please choose at least one topic`))
  expect(html()).not.toContain('aria-describedby')
})
