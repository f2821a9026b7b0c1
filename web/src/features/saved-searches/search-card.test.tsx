import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import words from '@/locales/en/saved-searches.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { SearchCard } from './search-card.tsx'

giveWords({ common, 'saved-searches': words })

test('the card of a saved search and its switch have the name of the search as accessible name', () => {
  const search = { id: 's', name: 'Turkish DeFi', filters: {}, created_at: '2026-05-01T10:00:00Z' }
  const html = htmlOf(<SearchCard search={search as never} onEdit={() => {}} />)
  const [, id] = /<article[^>]*aria-labelledby="([^"]*)"/.exec(html) ?? []
  expect(html).toContain(`<h2 id="${id}">Turkish DeFi</h2>`)
  expect(html).toMatch(/<input[^>]*aria-label="Tell me: Turkish DeFi"/)
})
