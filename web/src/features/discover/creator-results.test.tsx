import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import discover from '@/locales/en/discover.json'
import filters from '@/locales/en/filters.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { CreatorResults } from './creator-results.tsx'
import { creatorSearchQuery } from './queries.ts'

giveWords({ common, discover, filters })

test.each([
  ['a price that no creator has', { minPrice: 100, maxPrice: 500 }, discover.empty_text],
  ['a lowest price above the highest', { minPrice: 500, maxPrice: 100 }, filters.price_crossed],
])('an empty list under %s says what helps', (_, chosen, text) => {
  const results = <CreatorResults filters={chosen} sort="rating" onClear={() => undefined} />
  expect(htmlOf(results, [creatorSearchQuery(chosen, 'rating'), []])).toContain(text)
})
