import { expect, test } from 'vitest'
import common from '@/locales/en/common.json'
import { FromPriceText } from '@/shared/market/from-price-text.tsx'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { PackPrice } from './pack-price.tsx'

giveWords({ common })

const price = { price_minor: 25_000, currency: 'USD', delivery_days: 5, revisions: 1 }
const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/g, '')

test('a card of a creator, a pack with tiers and one without write a price in the same form', () => {
  expect(wordsOf(htmlOf(<FromPriceText price={price} />))).toContain('from $250.00 · 5 days')
  expect(wordsOf(htmlOf(<PackPrice pack={{ ...price, tiers: [price] }} />))).toContain(
    'from $250.00',
  )
  expect(wordsOf(htmlOf(<PackPrice pack={price} />))).toMatch(/(?<!from )\$250\.00/)
})
